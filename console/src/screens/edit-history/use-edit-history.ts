import type { ApiError } from "@agatha/contracts/client";
import type { EditHistoryPatch, EditStepAnswer } from "@agatha/contracts/wire";
import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import { useAddUndoableMutation, useNotify } from "react-admin";
import { QUERY_KEYS } from "../../api/query-keys.js";
import { useApi } from "../../api/services.js";
import { useApiQuery } from "../../api/use-api-query.js";
import { useErrorDialog } from "../../dialogs/use-error-dialog.js";
import { useText } from "../../i18n/use-text.js";
import { NOTIFICATION_DURATION } from "../../notifications/duration.js";
import { messages } from "./messages.js";

export interface EditHistoryController {
  /** In the order in which they are applied; undefined until the first answer. */
  steps: readonly EditStepAnswer[] | undefined;
  error: ApiError | null;
  retry(): void;
  /** Replaces the history by the server's answer. */
  replace(steps: EditStepAnswer[]): void;
  /** Fetches the history again. */
  refresh(): Promise<void>;
  /** Enables or disables entries. Shows a refusal in a dialog. */
  change(ids: readonly string[], change: "enable" | "disable"): Promise<void>;
  /** Removes entries at once. The notification offers to undo it. */
  remove(ids: readonly string[]): Promise<void>;
}

/** Edit history of a dataset, with the operations on several entries at once. */
export function useEditHistory(datasetId: string): EditHistoryController {
  const text = useText(messages);
  const api = useApi();
  const queryClient = useQueryClient();
  const notify = useNotify();
  const addUndoable = useAddUndoableMutation();
  const showError = useErrorDialog();
  const key = useMemo(() => QUERY_KEYS.editHistory(datasetId), [datasetId]);
  const query = useApiQuery(key, (signal) => api.extractions(datasetId, signal));

  const replace = useCallback((steps: EditStepAnswer[]) => void queryClient.setQueryData(key, steps), [queryClient, key]);
  const refresh = useCallback(() => queryClient.invalidateQueries({ queryKey: key }), [queryClient, key]);
  /** Resolves to true if the server made the change. */
  const applyChange = useCallback(
    async (ids: readonly string[], change: EditHistoryPatch["change"]): Promise<boolean> => {
      try {
        replace(await api.changeExtractions(datasetId, { ids: [...ids], change }));
        return true;
      } catch (error) {
        showError(text("history.changeFailed"), error);
        void refresh();
        return false;
      }
    },
    [api, datasetId, replace, refresh, showError, text],
  );
  const change = useCallback(
    async (ids: readonly string[], how: "enable" | "disable") => void (await applyChange(ids, how)),
    [applyChange],
  );
  const remove = useCallback(
    async (ids: readonly string[]) => {
      if (!(await applyChange(ids, "delete"))) return;
      addUndoable(({ isUndo }) => {
        if (!isUndo) return;
        void applyChange(ids, "restore").then((done) => done && notify(text("history.restored", { count: ids.length })));
      });
      notify(text("history.deleted", { count: ids.length }), {
        undoable: true,
        autoHideDuration: NOTIFICATION_DURATION.editStepDeleted,
      });
    },
    [applyChange, addUndoable, notify, text],
  );
  return { steps: query.data, error: query.error, retry: () => void query.refetch(), replace, refresh, change, remove };
}
