import type { ExtractionAnswer, ExtractionsPatch } from "@agatha/contracts/wire";
import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import { useAddUndoableMutation, useNotify } from "react-admin";
import type { ApiError } from "../api/api-error.js";
import { useApi } from "../api/context.js";
import { KEYS } from "../api/keys.js";
import { useAsk } from "../api/use-ask.js";
import { useDialog } from "../dialogs/dialogs.js";
import { useErrorText } from "../errors/use-error-text.js";
import { useText } from "../i18n/use-text.js";
import { NOTIFICATION_DURATION } from "../notifications/duration.js";
import { messages } from "./messages.js";

export interface History {
  /** In the order in which they are carried out; undefined until the first answer. */
  entries: readonly ExtractionAnswer[] | undefined;
  error: ApiError | null;
  retry(): void;
  /** What the server answers with becomes the history. */
  put(entries: ExtractionAnswer[]): void;
  /** Asks for it anew. */
  refresh(): Promise<void>;
  /** A refusal is told in a dialog. */
  change(ids: readonly string[], change: "enable" | "disable"): Promise<void>;
  /** At once; the notification offers to take it back. */
  remove(ids: readonly string[]): Promise<void>;
}

/** The edit history of a dataset, and what can be done to many of its entries at once. */
export function useHistory(datasetId: string): History {
  const text = useText(messages);
  const api = useApi();
  const queryClient = useQueryClient();
  const notify = useNotify();
  const addUndoable = useAddUndoableMutation();
  const tell = useDialog();
  const errorText = useErrorText();
  const key = useMemo(() => KEYS.extractions(datasetId), [datasetId]);
  const asked = useAsk(key, (signal) => api.extractions(datasetId, signal));

  const put = useCallback((entries: ExtractionAnswer[]) => void queryClient.setQueryData(key, entries), [queryClient, key]);
  const refresh = useCallback(() => queryClient.invalidateQueries({ queryKey: key }), [queryClient, key]);
  /** Whether it was done. */
  const carryOut = useCallback(
    async (ids: readonly string[], change: ExtractionsPatch["change"]): Promise<boolean> => {
      try {
        put(await api.changeExtractions(datasetId, { ids: [...ids], change }));
        return true;
      } catch (error) {
        const { sentence, details } = errorText(error);
        tell({ status: "error", title: text("history.changeFailed"), text: sentence, details });
        void refresh();
        return false;
      }
    },
    [api, datasetId, put, refresh, errorText, tell, text],
  );
  const change = useCallback(async (ids: readonly string[], how: "enable" | "disable") => void (await carryOut(ids, how)), [carryOut]);
  const remove = useCallback(
    async (ids: readonly string[]) => {
      if (!(await carryOut(ids, "delete"))) return;
      addUndoable(({ isUndo }) => {
        if (!isUndo) return;
        void carryOut(ids, "restore").then((done) => done && notify(text("history.restored", { count: ids.length })));
      });
      notify(text("history.deleted", { count: ids.length }), {
        undoable: true,
        autoHideDuration: NOTIFICATION_DURATION.extractionDeleted,
      });
    },
    [carryOut, addUndoable, notify, text],
  );
  return { entries: asked.data, error: asked.error, retry: () => void asked.refetch(), put, refresh, change, remove };
}
