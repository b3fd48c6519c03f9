import type { TrashItem } from "@agatha/contracts/wire";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNotify } from "react-admin";
import { QUERY_KEYS } from "../../api/query-keys.js";
import { useApi } from "../../api/services.js";
import { useDialog } from "../../dialogs/dialogs.js";
import { useErrorDialog } from "../../dialogs/use-error-dialog.js";
import { useText } from "../../i18n/use-text.js";
import { messages } from "./messages.js";

/** Returns a function that asks whether an item of the trash is to be deleted for good, and deletes it. */
export function usePurge({ kind, id, title }: TrashItem): { ask: () => void; isPending: boolean } {
  const text = useText(messages);
  const api = useApi();
  const notify = useNotify();
  const showDialog = useDialog();
  const showError = useErrorDialog();
  const queryClient = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: () => api.purge(kind, id),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: QUERY_KEYS.trash });
      notify(text("purge.done", { name: title }), { type: "info" });
    },
    onError: (error) => showError(text("purge.failed", { name: title }), error),
  });
  const ask = () =>
    showDialog({
      status: "warning",
      title: text("purge.confirm", { name: title }),
      text: text(`purge.loses.${kind}`),
      action: text("purge.action"),
      onAction: () => mutate(),
    });
  return { ask, isPending };
}
