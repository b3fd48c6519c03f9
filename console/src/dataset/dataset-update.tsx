import type { TableColumn } from "@agatha/contracts";
import type { DatasetPatch } from "@agatha/contracts/client/request-types";
import type { DatasetAnswer } from "@agatha/contracts/wire";
import { useQueryClient } from "@tanstack/react-query";
import { createContext, type ReactNode, useCallback, useContext, useMemo, useState } from "react";
import { useNotify } from "react-admin";
import { QUERY_KEYS } from "../api/query-keys.js";
import { useApi } from "../api/services.js";
import { useErrorMessage } from "../errors/use-error-message.js";

/** Labels, and what is left out: shown before the server has read the table anew. Another type has to be read first. */
type OptimisticUpdate = Partial<Pick<TableColumn, "label" | "hidden">>;

interface DatasetUpdate {
  /** As the user has just changed it. */
  dataset: DatasetAnswer;
  /** What the server refuses is taken back and told; `done` is told otherwise. */
  update(patch: DatasetPatch, done: string): Promise<void>;
}

const DatasetUpdateContext = createContext<DatasetUpdate | null>(null);

export function useDatasetUpdate(): DatasetUpdate {
  const edit = useContext(DatasetUpdateContext);
  if (edit === null) throw new Error("useDatasetUpdate is used outside of DatasetUpdateProvider");
  return edit;
}

/** Lets a dataset be changed by whatever is inside. */
export function DatasetUpdateProvider({ dataset, children }: { dataset: DatasetAnswer; children: ReactNode }) {
  const api = useApi();
  const queryClient = useQueryClient();
  const notify = useNotify();
  const errorText = useErrorMessage();
  const [optimistic, setOptimistic] = useState<ReadonlyMap<string, OptimisticUpdate>>(new Map());
  const { id } = dataset;
  const update = useCallback(
    async (patch: DatasetPatch, done: string) => {
      const names = (patch.columns ?? []).map(({ name }) => name);
      setOptimistic(
        (now) =>
          new Map([
            ...now,
            ...(patch.columns ?? []).map(({ name, ...column }) => [name, { ...now.get(name), ...optimisticUpdateOf(column) }] as const),
          ]),
      );
      try {
        await api.updateDataset(id, patch);
        notify(done);
      } catch (error) {
        setOptimistic((now) => new Map([...now].filter(([name]) => !names.includes(name))));
        notify(errorText(error).sentence, { type: "error" });
      }
      for (const queryKey of [QUERY_KEYS.dataset(id), QUERY_KEYS.dataCheck(id)])
        void queryClient.invalidateQueries({ queryKey, exact: true });
      void queryClient.invalidateQueries({ queryKey: ["datasets"] });
    },
    [api, queryClient, notify, errorText, id],
  );
  const edit = useMemo<DatasetUpdate>(() => {
    const columns = dataset.columns.map((column) => ({ ...column, ...optimistic.get(column.name) }));
    return { dataset: { ...dataset, columns }, update };
  }, [dataset, optimistic, update]);
  return <DatasetUpdateContext.Provider value={edit}>{children}</DatasetUpdateContext.Provider>;
}

function optimisticUpdateOf({ label, hidden }: OptimisticUpdate): OptimisticUpdate {
  return { ...(label === undefined ? {} : { label }), ...(hidden === undefined ? {} : { hidden }) };
}
