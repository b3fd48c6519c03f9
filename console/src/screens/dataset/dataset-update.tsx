import type { TableColumn } from "@agatha/contracts";
import type { DatasetPatch } from "@agatha/contracts/client/request-types";
import type { DatasetAnswer } from "@agatha/contracts/wire";
import { useQueryClient } from "@tanstack/react-query";
import { createContext, type ReactNode, useCallback, useContext, useMemo, useState } from "react";
import { useNotify } from "react-admin";
import { isDatasetBusy } from "../../api/queries.js";
import { QUERY_KEYS } from "../../api/query-keys.js";
import { useApi } from "../../api/services.js";
import { useFailureText } from "../../notifications/use-failure-text.js";

/** Changes that are shown before the server has read the table again: labels and hidden columns. A new type is shown only afterwards. */
type OptimisticUpdate = Partial<Pick<TableColumn, "label" | "hidden">>;

interface PendingColumn {
  shown: OptimisticUpdate;
  /** The update that was sent last. */
  by: symbol;
  /** When the dataset was changed by it; undefined until the server has answered. */
  savedAt?: string | undefined;
}

interface DatasetUpdate {
  /** The dataset with the user's pending changes. */
  dataset: DatasetAnswer;
  /** Sends a change. Reverts it and reports the error if the server refuses; otherwise shows `done`. */
  update(patch: DatasetPatch, done: string): Promise<void>;
}

const DatasetUpdateContext = createContext<DatasetUpdate | null>(null);

/** Throws outside of DatasetUpdateProvider. */
export function useDatasetUpdate(): DatasetUpdate {
  const edit = useContext(DatasetUpdateContext);
  if (edit === null) throw new Error("useDatasetUpdate is used outside of DatasetUpdateProvider");
  return edit;
}

/** Lets its children change a dataset. */
export function DatasetUpdateProvider({ dataset, children }: { dataset: DatasetAnswer; children: ReactNode }) {
  const api = useApi();
  const queryClient = useQueryClient();
  const notify = useNotify();
  const failureText = useFailureText();
  const [optimistic, setOptimistic] = useState<ReadonlyMap<string, PendingColumn>>(new Map());
  const pending = [...optimistic].filter(([, { savedAt }]) => savedAt === undefined || !isReadSince(dataset, savedAt));
  if (pending.length < optimistic.size) setOptimistic(new Map(pending));
  const { id } = dataset;
  const update = useCallback(
    async (patch: DatasetPatch, done: string) => {
      const by = Symbol();
      const names = (patch.columns ?? []).map(({ name }) => name);
      setOptimistic((now) => new Map([...now, ...pendingColumns(patch, { now, by })]));
      try {
        await api.updateDataset(id, patch);
        notify(done);
      } catch (error) {
        setOptimistic((now) => new Map([...now].filter(([name]) => !names.includes(name))));
        notify(failureText("change", error), { type: "error" });
      }
      void queryClient.invalidateQueries({ queryKey: QUERY_KEYS.dataCheck(id), exact: true });
      void queryClient.invalidateQueries({ queryKey: ["datasets"] });
      await queryClient.invalidateQueries({ queryKey: QUERY_KEYS.dataset(id), exact: true });
      const savedAt = queryClient.getQueryData<DatasetAnswer>(QUERY_KEYS.dataset(id))?.updated_at;
      setOptimistic((now) => new Map([...now].map(([name, column]) => [name, column.by === by ? { ...column, savedAt } : column])));
    },
    [api, queryClient, notify, failureText, id],
  );
  const edit = useMemo<DatasetUpdate>(() => {
    const columns = dataset.columns.map((column) => ({ ...column, ...optimistic.get(column.name)?.shown }));
    return { dataset: { ...dataset, columns }, update };
  }, [dataset, optimistic, update]);
  return <DatasetUpdateContext.Provider value={edit}>{children}</DatasetUpdateContext.Provider>;
}

function pendingColumns(
  { columns = [] }: DatasetPatch,
  { now, by }: { now: ReadonlyMap<string, PendingColumn>; by: symbol },
): [string, PendingColumn][] {
  return columns.map(({ name, ...column }) => [name, { shown: { ...now.get(name)?.shown, ...optimisticUpdateOf(column) }, by }]);
}

/** Returns whether the server has read the table again since a change. */
function isReadSince(dataset: DatasetAnswer, changedAt: string): boolean {
  return dataset.updated_at >= changedAt && !isDatasetBusy(dataset);
}

function optimisticUpdateOf({ label, hidden }: OptimisticUpdate): OptimisticUpdate {
  return { ...(label === undefined ? {} : { label }), ...(hidden === undefined ? {} : { hidden }) };
}
