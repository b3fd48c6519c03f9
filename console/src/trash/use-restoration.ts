import type { TrashItem } from "@agatha/contracts/wire";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNotify } from "react-admin";
import { useApi } from "../api/services.js";
import { useDialog } from "../dialogs/dialogs.js";
import { useErrorMessage } from "../errors/use-error-message.js";
import { useText } from "../i18n/use-text.js";
import { messages } from "./messages.js";
import { restoreDeleted } from "./restore-deleted.js";
import { useUnhide } from "./use-undoable-delete.js";

/** Restores an item of the trash, and tells how it went. */
export function useRestoration(item: TrashItem) {
  const text = useText(messages);
  const api = useApi();
  const notify = useNotify();
  const showDialog = useDialog();
  const errorText = useErrorMessage();
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
    onError: (error) => {
      const { sentence, details } = errorText(error);
      showDialog({ status: "error", title: text("restoreFailed", { name: item.title }), text: sentence, details });
    },
  });
}
