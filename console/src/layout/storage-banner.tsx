import { Alert, Button } from "@mui/material";
import { useSyncExternalStore } from "react";
import { Link } from "react-router-dom";
import { useServices } from "../api/services.js";
import { messages as errors } from "../errors/messages.js";
import { useText } from "../i18n/use-text.js";
import { TRASH_PATH } from "../routing/paths.js";
import { messages } from "./messages.js";

/** Says that the server can save nothing, while its disk is full or read-only. A full disk has room once the trash is emptied. */
export function StorageBanner() {
  const text = useText(messages);
  const error = useText(errors);
  const { httpClient } = useServices();
  const problem = useSyncExternalStore(httpClient.onStorageProblem, httpClient.storageProblem);
  if (!problem) return null;
  const toTrash = (
    <Button color="inherit" size="small" component={Link} to={TRASH_PATH}>
      {text("account.trash")}
    </Button>
  );
  return (
    <Alert severity="error" square action={problem === "010103" ? toTrash : undefined}>
      {error(problem)} ({problem})
    </Alert>
  );
}
