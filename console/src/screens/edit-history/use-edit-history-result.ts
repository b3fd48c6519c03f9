import type { ApiError } from "@agatha/contracts/client";
import { hiddenColumns } from "@agatha/contracts/edit-steps/required-columns";
import type { DatasetAnswer, EditStepAnswer } from "@agatha/contracts/wire";
import { useMemo, useState } from "react";
import { QUERY_KEYS } from "../../api/query-keys.js";
import { useApi } from "../../api/services.js";
import { EDIT_HISTORY_DEBOUNCE, POLL_INTERVALS } from "../../api/timings.js";
import { useApiQuery } from "../../api/use-api-query.js";
import { useDebouncedValue } from "../../api/use-debounced-value.js";
import { enabledSteps, historyVersion } from "../../step-columns/enabled-steps.js";
import { outputColumns, type StepColumn, tableColumns } from "../../step-columns/step-columns.js";
import { type GridColumn, valueLengthOf } from "../dataset/grid/grid-column.js";
import { rowsVersion } from "../dataset/grid/rows-version.js";

/** Result of the enabled entries on the dataset. */
export interface EditHistoryResult {
  /** Changes with the rows. */
  version: string;
  /** In the order of the cells in a row, including columns that the dataset hides. */
  columns: readonly StepColumn[];
  /** Columns that are not hidden. */
  visibleColumns: readonly GridColumn[];
  /** Null until it is known. */
  nrow: number | null;
  /** True while the steps are applied. The previous rows are shown meanwhile. */
  loading: boolean;
  error: ApiError | null;
  retry(): void;
}

/**
 * Queries the result of the edit history some time after its last change. Returns the previous result until then and while the
 * steps are applied.
 */
export function useEditHistoryResult(dataset: DatasetAnswer, steps: readonly EditStepAnswer[]): EditHistoryResult {
  const api = useApi();
  const version = `${rowsVersion(dataset)} ${historyVersion(steps)}`;
  const changed = useMemo(() => ({ version, steps }), [version, steps]);
  const settled = useDebouncedValue(changed, EDIT_HISTORY_DEBOUNCE);
  const query = useApiQuery(
    [...QUERY_KEYS.rows(dataset.id), settled.version, "size"],
    (signal) => api.rows(dataset.id, { start: 0, limit: 1, use_ext_data: true }, signal),
    { refetchInterval: (answer) => (answer === null ? POLL_INTERVALS.rows : false) },
  );
  const nrow = query.data?.total ?? null;
  const next = useMemo(() => {
    const specs = enabledSteps(settled.steps);
    const columns = outputColumns(tableColumns(dataset.columns), specs);
    const visibleColumns = visibleGridColumns(columns, dataset, hiddenColumns(dataset.columns, specs));
    return { version: settled.version, columns, visibleColumns, nrow };
  }, [dataset, settled, nrow]);
  const [shown, setShown] = useState(next);
  if (next.nrow !== null && next !== shown) setShown(next);
  return {
    ...(next.nrow === null && query.error === null ? shown : next),
    loading: settled.version !== version || (query.isFetching && !query.data) || query.data === null,
    error: query.error,
    retry: () => void query.refetch(),
  };
}

/** Leaves out the columns that the dataset hides. */
function visibleGridColumns(columns: readonly StepColumn[], dataset: DatasetAnswer, hidden: ReadonlySet<string>): GridColumn[] {
  const ofFile = new Map(dataset.columns.map((column) => [column.name, column]));
  return columns.flatMap(({ name, label, type }, colIndex) => {
    if (hidden.has(name)) return [];
    const before = ofFile.get(name);
    return [{ uid: name, name, label, type, colIndex, ...(before?.type === type && { valueLength: valueLengthOf(before.stats) }) }];
  });
}
