import type { DatasetAnswer } from "@agatha/contracts/wire";
import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { useNotify } from "react-admin";
import { useApi } from "../api/context.js";
import { KEYS } from "../api/queries.js";
import type { DatasetPatch } from "../api/shapes.js";
import { useErrorText } from "../errors/use-error-text.js";

export type ColumnChange = NonNullable<DatasetPatch["columns"]>[number];

/** Changes a dataset, where it can be at once on the screen; what the server refuses is taken back and told. */
export function useChangeDataset(id: string): (patch: DatasetPatch, done: string) => Promise<void> {
  const api = useApi();
  const queryClient = useQueryClient();
  const notify = useNotify();
  const errorText = useErrorText();
  return useCallback(
    async (patch, done) => {
      const queryKey = KEYS.dataset(id);
      await queryClient.cancelQueries({ queryKey, exact: true });
      const before = queryClient.getQueryData<DatasetAnswer>(queryKey);
      if (before) queryClient.setQueryData(queryKey, shownAtOnce(before, patch.columns ?? []));
      try {
        const answer = await api.updateDataset(id, patch);
        queryClient.setQueryData(queryKey, answer.columns.length > 0 ? answer : { ...answer, columns: before?.columns ?? [] });
        notify(done);
      } catch (error) {
        queryClient.setQueryData(queryKey, before);
        notify(errorText(error).sentence, { type: "error" });
      }
      for (const stale of [queryKey, KEYS.dataCheck(id)]) void queryClient.invalidateQueries({ queryKey: stale, exact: true });
      void queryClient.invalidateQueries({ queryKey: ["datasets"] });
    },
    [api, queryClient, notify, errorText, id],
  );
}

/** Labels and what is left out are shown before the server answers; another type has to be read first. */
function shownAtOnce(dataset: DatasetAnswer, changes: ColumnChange[]): DatasetAnswer {
  const byName = new Map(changes.map((change) => [change.name, change]));
  const columns = dataset.columns.map((column) => {
    const { label = column.label, hidden = column.hidden } = byName.get(column.name) ?? {};
    return { ...column, label, hidden };
  });
  return { ...dataset, columns };
}
