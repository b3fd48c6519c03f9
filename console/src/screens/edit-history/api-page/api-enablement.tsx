import type { DatasetAnswer, EditHistoryApiAnswer } from "@agatha/contracts/wire";
import { Alert, Button } from "@mui/material";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNotify } from "react-admin";
import { QUERY_KEYS } from "../../../api/query-keys.js";
import { useApi } from "../../../api/services.js";
import { useErrorDialog } from "../../../dialogs/use-error-dialog.js";
import { useText } from "../../../i18n/use-text.js";
import { messages as modelMessages } from "../../../models/messages.js";
import { useSessionUser } from "../../../routing/session.js";
import { messages } from "../messages.js";

interface ApiEnablementProps {
  dataset: DatasetAnswer;
  page: Pick<EditHistoryApiAnswer, "api_enabled" | "owner_refusal">;
}

/** Shows whether the API is enabled and answers. Managers can switch it. */
export function ApiEnablement({ dataset, page: { api_enabled: enabled, owner_refusal: refusal } }: ApiEnablementProps) {
  const text = useText(messages);
  const modelText = useText(modelMessages);
  const api = useApi();
  const notify = useNotify();
  const showError = useErrorDialog();
  const queryClient = useQueryClient();
  const isManager = useSessionUser().auth === "manager";
  const change = useMutation({
    mutationFn: () => api.enableExtractionApis({ api_update_list: [{ dataset_id: dataset.id, api_enabled: !enabled }] }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: QUERY_KEYS.editHistory(dataset.id) });
      notify(text(enabled ? "api.disabled" : "api.enabled"));
    },
    onError: (error) => showError(text("api.failed"), error),
  });
  const button = isManager ? (
    <Button color="inherit" size="small" onClick={() => change.mutate()} loading={change.isPending}>
      {text(enabled ? "api.disable" : "api.enable")}
    </Button>
  ) : null;
  if (enabled && refusal !== null)
    return (
      <Alert severity="warning" action={button} sx={{ alignItems: "center" }}>
        {modelText(`api.refused.${refusal}`)}
      </Alert>
    );
  return (
    <Alert severity={enabled ? "success" : "info"} action={button} sx={{ alignItems: "center" }}>
      {text(enabled ? "api.onHint" : isManager ? "api.offHint" : "api.notifyManager")}
    </Alert>
  );
}
