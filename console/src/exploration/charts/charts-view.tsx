import type { DatasetAnswer, ExtractionAnswer } from "@agatha/contracts/wire";
import { Box, Paper } from "@mui/material";
import { useMemo } from "react";
import { useSearchParams } from "react-router-dom";
import { useApi } from "../../api/context.js";
import { INTERVALS } from "../../api/intervals.js";
import { KEYS } from "../../api/keys.js";
import { useAsk } from "../../api/use-ask.js";
import { useFormat } from "../../i18n/use-format.js";
import { type Text, useText } from "../../i18n/use-text.js";
import { Empty } from "../../states/empty.js";
import { Failure } from "../../states/failure.js";
import { Loading } from "../../states/loading.js";
import type { en } from "../en.js";
import { ChoiceField } from "../fields/choice-field.js";
import { ColumnField } from "../fields/column-field.js";
import { messages } from "../messages.js";
import { NoRows } from "../rows-view.js";
import type { StepColumn } from "../steps/columns.js";
import type { History } from "../use-history.js";
import type { Result } from "../use-result.js";
import { BoxChart } from "./box-chart.js";
import { type ChartChoice, type ChartKind, chartChoice, chartsFor, type Role, rolesOf } from "./choice.js";
import { CorrelationChart } from "./correlation-chart.js";
import { HistogramChart } from "./histogram-chart.js";
import { LineChart } from "./line-chart.js";
import { ParallelChart } from "./parallel-chart.js";
import { ScatterChart } from "./scatter-chart.js";
import type { TableRows } from "./table-rows.js";

interface ChartsViewProps {
  dataset: DatasetAnswer;
  entries: readonly ExtractionAnswer[];
  history: History;
  result: Result;
}

/** Cells that are asked for at the most: a wide table is drawn from fewer rows, and says so. */
const MOST_CELLS = 1_000_000;
const MOST_ROWS = 10_000;

/** Charts of what the steps leave. */
export function ChartsView({ dataset, entries, history, result }: ChartsViewProps) {
  const api = useApi();
  const limit = Math.max(100, Math.min(MOST_ROWS, Math.floor(MOST_CELLS / Math.max(1, result.columns.length))));
  const asked = useAsk(
    [...KEYS.rows(dataset.id), result.version, "charts"],
    (signal) => api.rows(dataset.id, { start: 0, limit, use_ext_data: true }, signal),
    { again: (answer) => (answer === null ? INTERVALS.rows : false), enabled: result.nrow !== null },
  );
  const table = useMemo<TableRows | null>(
    () => (asked.data ? { rows: asked.data.data, columns: result.columns, total: asked.data.total } : null),
    [asked.data, result.columns],
  );
  if (result.nrow === null) return <NoRows entries={entries} history={history} result={result} />;
  if (asked.error && !table) return <Failure error={asked.error} onRetry={() => void asked.refetch()} />;
  if (!table) return <Loading rows={1} height={360} />;
  const names = new Set(result.shown.map(({ name }) => name));
  return <Charts table={table} offered={result.columns.filter(({ name }) => names.has(name))} />;
}

/** What is chosen stands in the address. */
function Charts({ table, offered }: { table: TableRows; offered: readonly StepColumn[] }) {
  const text = useText(messages);
  const format = useFormat();
  const [query, setQuery] = useSearchParams();
  const choice = chartChoice(query, offered);
  if (choice === null) return <Empty title={text("chart.none")} hint={text("chart.noneHint")} />;
  const choose = (name: "chart" | Role, value: string | null) =>
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
          choices={chartsFor(offered)}
          textOf={(kind) => text(`chart.kinds.${kind}`)}
          onChange={(kind) => choose("chart", kind)}
          width={220}
        />
        {(Object.keys(rolesOf(choice.kind)) as Role[]).map((role) => (
          <ColumnField
            key={`${choice.kind} ${role}`}
            label={roleText(text, choice.kind, role)}
            columns={offered}
            types={rolesOf(choice.kind)[role]}
            value={choice[role]?.name ?? null}
            onChange={({ name }) => choose(role, name)}
            onClear={role === "by" ? () => choose(role, null) : undefined}
          />
        ))}
      </Box>
      <Paper sx={{ p: 2, minWidth: 0 }}>
        <Drawn choice={choice} table={table} offered={offered} note={note} />
      </Paper>
    </Box>
  );
}

function roleText(text: Text<typeof en>, kind: ChartKind, role: Role): string {
  if (kind === "histogram") return text("step.column");
  return text(kind === "parallel" ? "chart.colour" : `chart.${role}`);
}

interface DrawnProps {
  choice: ChartChoice;
  table: TableRows;
  offered: readonly StepColumn[];
  /** Which rows are drawn. */
  note: string;
}

function Drawn({ choice: { kind, x, y, by }, table, offered, note }: DrawnProps) {
  if (kind === "histogram" && x) return <HistogramChart table={table} column={x} note={note} />;
  if (kind === "box" && y) return <BoxChart table={table} y={y} by={by} note={note} />;
  if (kind === "scatter" && x && y) return <ScatterChart table={table} x={x} y={y} by={by} note={note} />;
  if (kind === "line" && x && y) return <LineChart table={table} x={x} y={y} by={by} note={note} />;
  if (kind === "parallel") return <ParallelChart table={table} offered={offered} by={by} note={note} />;
  return <CorrelationChart table={table} offered={offered} note={note} />;
}
