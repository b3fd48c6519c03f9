import { FORECAST_LIMIT, type PredictionResult } from "@agatha/contracts";
import type { Table } from "../../data/tables/table.js";
import { forecastIntervals } from "../../data/time-series/forecast-intervals.js";
import { recursiveForecast } from "../../data/time-series/recursive-forecast.js";
import type { TrainedModel } from "./artifact.js";
import { type Graph, predictGraph } from "./graph.js";
import { seriesOfRows } from "./next-periods.js";
import { forecastFromTimes } from "./period-intervals.js";
import { floorOf, hasForecasters, widthUnits } from "./series-intervals.js";

/** Predictor of a fitted graph for recursive forecasts. */
export const numericPredictor =
  (graph: Graph) =>
  (table: Table): Float64Array =>
    predictGraph(graph, table).values ?? new Float64Array(table.nrow).fill(Number.NaN);

/**
 * Returns whether the periods after a row follow from the row. A row with lags lacks what proposed inputs need of the past, and the
 * values known ahead of later periods.
 */
export function forecastsRows({ horizon, next, knownAhead }: NonNullable<TrainedModel["series"]>): boolean {
  return horizon > 1 && !(next && (next.proposed || knownAhead));
}

/**
 * Returns each row's following periods, where they follow from the row. Returns an empty object for other models and
 * for too many rows.
 */
export function predictForecast(model: TrainedModel, table: Table): Pick<PredictionResult, "forecast"> {
  const { series, response, responseRange, graph } = model;
  if (series && hasForecasters(series)) return series.horizon > 1 ? forecastFromTimes(model, table) : {};
  if (!series || !forecastsRows(series) || response === null || table.nrow * series.horizon > FORECAST_LIMIT) return {};
  const codes = seriesOfRows(model, table);
  const ofRows = codes.map((code) => series.several?.ranges?.[code ?? -1]);
  const learned = responseRange && { ...responseRange, ofRows };
  const inputs = { response, columns: series.columns, lags: series.lags, learned };
  const steps = recursiveForecast(numericPredictor(graph), table, inputs, series.horizon).map(({ values }) => values);
  const floors = Array.from({ length: table.nrow }, (_, row) => floorOf(series, codes[row] ?? -1));
  return { forecast: forecastIntervals(steps, series.halfWidths, { units: widthUnits(series, table), floors }) };
}
