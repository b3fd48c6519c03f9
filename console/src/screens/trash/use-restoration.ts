import type { TrashItem } from "@agatha/contracts/wire";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNotify } from "react-admin";
import { useApi } from "../../api/services.js";
import { restoreDeleted } from "../../deletion/restore-deleted.js";
import { useUnhide } from "../../deletion/use-undoable-delete.js";
import { useErrorDialog } from "../../dialogs/use-error-dialog.js";
import { useText } from "../../i18n/use-text.js";
import { messages } from "./messages.js";

/** Restores an item of the trash, and reports the outcome. */
export function useRestoration(item: TrashItem) {
  const text = useText(messages);
  const api = useApi();
  const notify = useNotify();
  const showError = useErrorDialog();
  const queryClient = useQueryClient();
  const unhide = useUnhide();
  return useMutation({
    mutationFn: () => restoreDeleted(api, item),
    onSuccess: async () => {
      unhide(item);
      // Every list may have the item again.
      await queryClient.invalidateQueries();
      notify(text("restored", { name: item.title }), { type: "info" });
    },
    onError: (error) => showError(text("restoreFailed", { name: item.title }), error),
  });
}
