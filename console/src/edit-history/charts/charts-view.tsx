import type { DatasetAnswer, EditStepAnswer } from "@agatha/contracts/wire";
import { Box, Paper } from "@mui/material";
import { useMemo } from "react";
import { useSearchParams } from "react-router-dom";
import { QUERY_KEYS } from "../../api/query-keys.js";
import { useApi } from "../../api/services.js";
import { POLL_INTERVALS } from "../../api/timings.js";
import { useApiQuery } from "../../api/use-api-query.js";
import { EmptyState } from "../../feedback/empty-state.js";
import { Failure } from "../../feedback/failure.js";
import { Loading } from "../../feedback/loading.js";
import { useFormat } from "../../i18n/use-format.js";
import { type TextFunction, useText } from "../../i18n/use-text.js";
import type { en } from "../en.js";
import { ChoiceField } from "../fields/choice-field.js";
import { ColumnField } from "../fields/column-field.js";
import { messages } from "../messages.js";
import { NoRows } from "../rows-view.js";
import type { StepColumn } from "../steps/step-columns.js";
import type { EditHistoryController } from "../use-edit-history.js";
import type { EditHistoryResult } from "../use-edit-history-result.js";
import { BoxPlot } from "./box-chart.js";
import { availableCharts, type Channel, type ChartChoice, type ChartKind, channelsOf, chartChoice } from "./chart-choice.js";
import { CorrelationChart } from "./correlation-chart.js";
import { HistogramChart } from "./histogram-chart.js";
import { LineChart } from "./line-chart.js";
import { ParallelCoordinates } from "./parallel-chart.js";
import { ScatterChart } from "./scatter-chart.js";
import type { TableRows } from "./table-rows.js";

interface ChartsViewProps {
  dataset: DatasetAnswer;
  steps: readonly EditStepAnswer[];
  history: EditHistoryController;
  result: EditHistoryResult;
}

/** Most cells that are requested: a wide table is drawn from fewer rows, and the chart says so. */
const MAX_CELLS = 1_000_000;
const MAX_ROWS = 10_000;

/** Charts of the rows after the steps. */
export function ChartsView({ dataset, steps, history, result }: ChartsViewProps) {
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
  if (result.nrow === null) return <NoRows steps={steps} history={history} result={result} />;
  if (rowsQuery.error && !table) return <Failure error={rowsQuery.error} onRetry={() => void rowsQuery.refetch()} />;
  if (!table) return <Loading rows={1} height={360} />;
  const names = new Set(result.visibleColumns.map(({ name }) => name));
  return <ChartPanel table={table} offered={result.columns.filter(({ name }) => names.has(name))} />;
}

/** Chart with its settings, which are kept in the address. */
function ChartPanel({ table, offered }: { table: TableRows; offered: readonly StepColumn[] }) {
  const text = useText(messages);
  const format = useFormat();
  const [query, setQuery] = useSearchParams();
  const choice = chartChoice(query, offered);
  if (choice === null) return <EmptyState title={text("chart.none")} hint={text("chart.noneHint")} />;
  const choose = (name: "chart" | Channel, value: string | null) =>
    setQuery(
      (present) => {
        if (value === null) present.delete(name);
        else present.set(name, value);
        return present;
      },
      { replace: true },
    );
  const note =
    table.rows.length < table.total
      ? text("chart.first", { rows: format.number(table.rows.length), total: format.number(table.total) })
      : text("chart.all", { count: table.total, rows: format.number(table.total) });
  return (
    <Box sx={{ display: "grid", gap: 2, gridTemplateColumns: "minmax(0, 1fr)" }}>
      <Box sx={{ display: "flex", flexWrap: "wrap", gap: 1, pt: 1 }}>
        <ChoiceField
          label={text("chart.kind")}
          value={choice.kind}
          choices={availableCharts(offered)}
          textOf={(kind) => text(`chart.kinds.${kind}`)}
          onChange={(kind) => choose("chart", kind)}
          width={220}
        />
        {(Object.keys(channelsOf(choice.kind)) as Channel[]).map((role) => (
          <ColumnField
            key={`${choice.kind} ${role}`}
            label={channelLabel(text, choice.kind, role)}
            columns={offered}
            types={channelsOf(choice.kind)[role]}
            value={choice[role]?.name ?? null}
            onChange={({ name }) => choose(role, name)}
            onClear={role === "by" ? () => choose(role, null) : undefined}
          />
        ))}
      </Box>
      <Paper sx={{ p: 2, minWidth: 0 }}>
        <SelectedChart choice={choice} table={table} offered={offered} note={note} />
      </Paper>
    </Box>
  );
}

function channelLabel(text: TextFunction<typeof en>, kind: ChartKind, role: Channel): string {
  if (kind === "histogram") return text("step.column");
  return text(kind === "parallel" ? "chart.colour" : `chart.${role}`);
}

interface SelectedChartProps {
  choice: ChartChoice;
  table: TableRows;
  offered: readonly StepColumn[];
  /** States which rows are drawn. */
  note: string;
}

function SelectedChart({ choice: { kind, x, y, by }, table, offered, note }: SelectedChartProps) {
  if (kind === "histogram" && x) return <HistogramChart table={table} column={x} note={note} />;
  if (kind === "box" && y) return <BoxPlot table={table} y={y} by={by} note={note} />;
  if (kind === "scatter" && x && y) return <ScatterChart table={table} x={x} y={y} by={by} note={note} />;
  if (kind === "line" && x && y) return <LineChart table={table} x={x} y={y} by={by} note={note} />;
  if (kind === "parallel") return <ParallelCoordinates table={table} offered={offered} by={by} note={note} />;
  return <CorrelationChart table={table} offered={offered} note={note} />;
}
