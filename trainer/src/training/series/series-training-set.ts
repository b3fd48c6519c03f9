import { isForecaster } from "@agatha/contracts";
import { findColumn, type Table } from "../../data/tables/table.js";
import { readTarget } from "../plan/target.js";
import { prepareForecastTrainingSet } from "./forecast-training-set.js";
import { prepareLagTrainingSet } from "./lag-training-set.js";
import type { PreparedSeries, SeriesRequest } from "./series-request.js";

/** Turns a request for a time series into a training set. Throws InvalidInput. */
export function prepareSeriesTrainingSet(
  request: SeriesRequest,
  table: Table,
  { totalRows, timezone }: { totalRows: number; timezone: string },
): PreparedSeries {
  const predicted = findColumn(table, request.response);
  // Refuses text, dates and constant columns.
  if (predicted) readTarget(predicted, "REGRESSION");
  const forecasts = request.layers.some(({ nodes }) => nodes.some(({ algorithm }) => isForecaster(algorithm)));
  return forecasts ? prepareForecastTrainingSet(request, table, timezone) : prepareLagTrainingSet(request, table, { totalRows, timezone });
}
