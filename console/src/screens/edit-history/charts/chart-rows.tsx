import type { DatasetAnswer, EditStepAnswer } from "@agatha/contracts/wire";
import { type ReactNode, useMemo } from "react";
import { QUERY_KEYS } from "../../../api/query-keys.js";
import { useApi } from "../../../api/services.js";
import { POLL_INTERVALS } from "../../../api/timings.js";
import { useApiQuery } from "../../../api/use-api-query.js";
import { Failure } from "../../../feedback/failure.js";
import { Loading } from "../../../feedback/loading.js";
import { useFormat } from "../../../i18n/use-format.js";
import { useText } from "../../../i18n/use-text.js";
import type { StepColumn } from "../../../step-columns/step-columns.js";
import { messages } from "../messages.js";
import { NoRows } from "../rows-view.js";
import type { EditHistoryController } from "../use-edit-history.js";
import type { EditHistoryResult } from "../use-edit-history-result.js";
import type { TableRows } from "./table-rows.js";

/** Rows for charts. */
export interface ChartedRows {
  table: TableRows;
  /** Columns that are not hidden. */
  offered: readonly StepColumn[];
  /** States which rows are drawn. */
  note: string;
}

export interface ChartRowsProps {
  dataset: DatasetAnswer;
  steps: readonly EditStepAnswer[];
  history: EditHistoryController;
  result: EditHistoryResult;
  children(rows: ChartedRows): ReactNode;
}

/** Most cells that are requested: a wide table is drawn from fewer rows, and the chart says so. */
const MAX_CELLS = 1_000_000;
const MAX_ROWS = 10_000;

/** Loads the rows after the steps for charts. */
export function ChartRows({ dataset, steps, history, result, children }: ChartRowsProps) {
  const text = useText(messages);
  const format = useFormat();
  const api = useApi();
  const limit = Math.max(100, Math.min(MAX_ROWS, Math.floor(MAX_CELLS / Math.max(1, result.columns.length))));
  const rowsQuery = useApiQuery(
    [...QUERY_KEYS.rows(dataset.id), result.version, "charts"],
    (signal) => api.rows(dataset.id, { start: 0, limit, use_ext_data: true }, signal),
    { refetchInterval: (answer) => (answer === null ? POLL_INTERVALS.rows : false), enabled: result.nrow !== null },
  );
  const table = useMemo<TableRows | null>(
    () => (rowsQuery.data ? { rows: rowsQuery.data.data, columns: result.columns, total: rowsQuery.data.total } : null),
    [rowsQuery.data, result.columns],
  );
  const offered = useMemo(() => {
    const names = new Set(result.visibleColumns.map(({ name }) => name));
    return result.columns.filter(({ name }) => names.has(name));
  }, [result.columns, result.visibleColumns]);
  if (result.nrow === null) return <NoRows steps={steps} history={history} result={result} />;
  if (rowsQuery.error && !table) return <Failure error={rowsQuery.error} onRetry={() => void rowsQuery.refetch()} />;
  if (!table) return <Loading rows={1} height={360} />;
  const note =
    table.rows.length < table.total
      ? text("chart.first", { rows: format.number(table.rows.length), total: format.number(table.total) })
      : text("chart.all", { count: table.total, rows: format.number(table.total) });
  return children({ table, offered, note });
}
