import { FORECAST_LIMIT, type PredictionResult } from "@agatha/contracts";
import type { Table } from "../../data/tables/table.js";
import { forecastSteps } from "../../data/time-series/forecast.js";
import { forecastRows } from "../../data/time-series/intervals.js";
import type { TrainedModel } from "./artifact.js";
import { answerOf, type Graph } from "./graph.js";

/** Answers of a fitted graph as the recursion of forecasts takes them. */
export const numbersFrom =
  (graph: Graph) =>
  (table: Table): Float64Array =>
    answerOf(graph, table).values ?? new Float64Array(table.nrow).fill(Number.NaN);

/** A time series with a horizon above 1: each row's following periods. Nothing for other models, and for too many rows. */
export function forecastOf({ series, response, graph }: TrainedModel, table: Table): Pick<PredictionResult, "forecast"> {
  if (!series || response === null || series.horizon === 1 || table.nrow * series.horizon > FORECAST_LIMIT) return {};
  const steps = forecastSteps(numbersFrom(graph), table, { response, ...series }, series.horizon);
  return { forecast: forecastRows(steps, series.half_widths) };
}
