import type { PredictionResult } from "@agatha/contracts";
import type { Prediction } from "../../algorithms/base/algorithm.js";
import type { Table } from "../../data/tables/table.js";
import type { TrainedModel } from "./artifact.js";

/**
 * Returns the intervals of forecasts by the number of periods ahead: those of the first period for times up to it, none beyond the
 * horizon. Returns an empty object for models without forecasters.
 */
export function periodIntervals(
  { series, graph, interval }: TrainedModel,
  table: Table,
  { values }: Prediction,
): Partial<PredictionResult> {
  const { last, half_widths: widths } = series ?? {};
  if (last === undefined || widths === undefined || interval === undefined || values === undefined) return {};
  const [periods] = graph.layers[0][0].encoder.encode(table).columns;
  return {
    interval: Array.from(values, (value, row) => {
      const width = widths[Math.max(0, periods[row] - last - 1)] ?? null;
      return width === null || !Number.isFinite(value) ? null : { lower: value - width, upper: value + width };
    }),
  };
}
