import { Alert } from "@mui/material";
import { useSyncExternalStore } from "react";
import { useServices } from "../api/services.js";
import { messages } from "../errors/messages.js";
import { useText } from "../i18n/use-text.js";

/** Says that the server can save nothing, while its disk is full or read-only. */
export function StorageBanner() {
  const text = useText(messages);
  const { httpClient } = useServices();
  const problem = useSyncExternalStore(httpClient.onStorageProblem, httpClient.storageProblem);
  return problem ? (
    <Alert severity="error" square>
      {text(problem)} ({problem})
    </Alert>
  ) : null;
}
