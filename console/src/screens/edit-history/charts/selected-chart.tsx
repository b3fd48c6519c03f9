import { joinSentences } from "../../../i18n/join-sentences.js";
import { useFormat } from "../../../i18n/use-format.js";
import { useText } from "../../../i18n/use-text.js";
import { messages } from "../messages.js";
import { BoxPlot } from "./box-chart.js";
import { type ChartChoice, neededColumns } from "./chart-choice.js";
import type { ChartedRows } from "./chart-rows.js";
import { CorrelationChart } from "./correlation-chart.js";
import { HistogramChart } from "./histogram-chart.js";
import { LineChart } from "./line-chart.js";
import { ParallelCoordinates } from "./parallel-chart.js";
import { ScatterChart } from "./scatter-chart.js";
import { countRowsLacking } from "./table-rows.js";

/** The chart of a kind and its columns, with the number of rows that it cannot show for want of a value. */
export function SelectedChart({ choice, table, offered, note: rows }: ChartedRows & { choice: ChartChoice }) {
  const text = useText(messages);
  const format = useFormat();
  const { kind, x, y, by } = choice;
  const lacking = countRowsLacking(table, neededColumns(choice));
  const note = joinSentences(rows, lacking > 0 && text("chart.lacking", { count: lacking, rows: format.number(lacking) }));
  if (kind === "histogram" && x) return <HistogramChart table={table} column={x} note={note} />;
  if (kind === "box" && y) return <BoxPlot table={table} y={y} by={by} note={note} />;
  if (kind === "scatter" && x && y) return <ScatterChart table={table} x={x} y={y} by={by} note={note} />;
  if (kind === "line" && x && y) return <LineChart table={table} x={x} y={y} by={by} note={note} />;
  if (kind === "parallel") return <ParallelCoordinates table={table} offered={offered} by={by} note={note} />;
  return <CorrelationChart table={table} offered={offered} by={by} note={note} />;
}
