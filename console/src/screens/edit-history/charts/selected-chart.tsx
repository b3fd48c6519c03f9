import { BoxPlot } from "./box-chart.js";
import type { ChartChoice } from "./chart-choice.js";
import type { ChartedRows } from "./chart-rows.js";
import { CorrelationChart } from "./correlation-chart.js";
import { HistogramChart } from "./histogram-chart.js";
import { LineChart } from "./line-chart.js";
import { ParallelCoordinates } from "./parallel-chart.js";
import { ScatterChart } from "./scatter-chart.js";

/** The chart of a kind and its columns. */
export function SelectedChart({ choice: { kind, x, y, by }, table, offered, note }: ChartedRows & { choice: ChartChoice }) {
  if (kind === "histogram" && x) return <HistogramChart table={table} column={x} note={note} />;
  if (kind === "box" && y) return <BoxPlot table={table} y={y} by={by} note={note} />;
  if (kind === "scatter" && x && y) return <ScatterChart table={table} x={x} y={y} by={by} note={note} />;
  if (kind === "line" && x && y) return <LineChart table={table} x={x} y={y} by={by} note={note} />;
  if (kind === "parallel") return <ParallelCoordinates table={table} offered={offered} by={by} note={note} />;
  return <CorrelationChart table={table} offered={offered} by={by} note={note} />;
}
