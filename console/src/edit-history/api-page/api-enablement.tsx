import type { DatasetAnswer } from "@agatha/contracts/wire";
import { Alert, Button } from "@mui/material";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNotify } from "react-admin";
import { QUERY_KEYS } from "../../api/query-keys.js";
import { useApi } from "../../api/services.js";
import { useDialog } from "../../dialogs/dialogs.js";
import { useErrorMessage } from "../../errors/use-error-message.js";
import { useText } from "../../i18n/use-text.js";
import { useSessionUser } from "../../routing/session.js";
import { messages } from "../messages.js";

/** Shows whether the API is enabled. Managers can switch it. */
export function ApiEnablement({ dataset, enabled }: { dataset: DatasetAnswer; enabled: boolean }) {
  const text = useText(messages);
  const api = useApi();
  const notify = useNotify();
  const showDialog = useDialog();
  const errorText = useErrorMessage();
  const queryClient = useQueryClient();
  const isManager = useSessionUser().auth === "manager";
  const change = useMutation({
    mutationFn: () => api.enableExtractionApis({ api_update_list: [{ dataset_id: dataset.id, api_enabled: !enabled }] }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: QUERY_KEYS.editHistory(dataset.id) });
      notify(text(enabled ? "api.disabled" : "api.enabled"));
    },
    onError: (error) => {
      const { sentence, details } = errorText(error);
      showDialog({ status: "error", title: text("api.failed"), text: sentence, details });
    },
  });
  const button = isManager ? (
    <Button color="inherit" size="small" onClick={() => change.mutate()} loading={change.isPending}>
      {text(enabled ? "api.disable" : "api.enable")}
    </Button>
  ) : null;
  return (
    <Alert severity={enabled ? "success" : "info"} action={button} sx={{ alignItems: "center" }}>
      {text(enabled ? "api.onHint" : isManager ? "api.offHint" : "api.notifyManager")}
    </Alert>
  );
}
