import type { DatasetAnswer, ExtractionAnswer } from "@agatha/contracts/wire";
import { useEffect, useMemo, useState } from "react";
import type { ApiError } from "../api/api-error.js";
import { useApi } from "../api/context.js";
import { INTERVALS } from "../api/intervals.js";
import { KEYS } from "../api/keys.js";
import { useAsk } from "../api/use-ask.js";
import type { GridColumn } from "../dataset/grid-column.js";
import { versionOf } from "../dataset/version.js";
import { settling } from "./settling.js";
import { columnsAfter, columnsOfTable, type StepColumn } from "./steps/columns.js";
import { enabledSpecs, historyVersion } from "./versions.js";

/** What the enabled entries leave of the dataset. */
export interface Result {
  /** Changes with the rows. */
  version: string;
  /** As rows have them, with those that the dataset leaves out. */
  columns: readonly StepColumn[];
  /** Those that are shown. */
  shown: readonly GridColumn[];
  /** Null until it is known. */
  nrow: number | null;
  /** While the steps are carried out; what is shown meanwhile are the rows before. */
  loading: boolean;
  error: ApiError | null;
  retry(): void;
}

interface Wanted {
  version: string;
  entries: readonly ExtractionAnswer[];
}

/** Asked for anew a while after the history has changed; until then, and while the steps are carried out, it is what was there before. */
export function useResult(dataset: DatasetAnswer, entries: readonly ExtractionAnswer[]): Result {
  const api = useApi();
  const version = `${versionOf(dataset)} ${historyVersion(entries)}`;
  const settled = useSettled(useMemo(() => ({ version, entries }), [version, entries]));
  const asked = useAsk(
    [...KEYS.rows(dataset.id), settled.version, "size"],
    (signal) => api.rows(dataset.id, { start: 0, limit: 1, use_ext_data: true }, signal),
    { again: (answer) => (answer === null ? INTERVALS.rows : false) },
  );
  const nrow = asked.data?.total ?? null;
  const wanted = useMemo(() => {
    const columns = columnsAfter(columnsOfTable(dataset.columns), enabledSpecs(settled.entries));
    return { version: settled.version, columns, shown: shownOf(columns, dataset), nrow };
  }, [dataset, settled, nrow]);
  const [last, setLast] = useState(wanted);
  if (wanted.nrow !== null && wanted !== last) setLast(wanted);
  return {
    ...(wanted.nrow === null && asked.error === null ? last : wanted),
    loading: settled.version !== version || (asked.isFetching && !asked.data) || asked.data === null,
    error: asked.error,
    retry: () => void asked.refetch(),
  };
}

function useSettled(wanted: Wanted): Wanted {
  const [settled, setSettled] = useState(wanted);
  const changes = useMemo(() => settling(setSettled), []);
  useEffect(() => {
    if (wanted.version === settled.version) changes.stop();
    else changes.put(wanted);
  }, [wanted, settled.version, changes]);
  useEffect(() => changes.stop, [changes]);
  return settled;
}

/** Columns that the dataset leaves out are left out here too. */
function shownOf(columns: readonly StepColumn[], dataset: DatasetAnswer): GridColumn[] {
  const hidden = new Set(dataset.columns.filter((column) => column.hidden).map(({ name }) => name));
  return columns.flatMap(({ name, label, type }, colIndex) => (hidden.has(name) ? [] : [{ uid: name, name, label, type, colIndex }]));
}
