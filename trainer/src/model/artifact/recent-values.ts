import { ERRORS, InvalidInput, type ModelInput } from "@agatha/contracts";
import { MAX_PERIODS_AHEAD } from "../../algorithms/base/fitted-forecast.js";
import { findColumn, type Table, takeRows } from "../../data/tables/table.js";
import { seriesCode } from "../../numeric/series/series-places.js";
import { takeNumbers } from "../../numeric/take-numbers.js";
import type { TrainedModel } from "./artifact.js";
import { continueSeries } from "./continue-series.js";
import { hasForecasters, lastPeriods } from "./series-intervals.js";

/** Returns the column in which rows for forecasters may have values since the training. */
export function recentValueInput({ series, response }: Pick<TrainedModel, "series" | "response">): ModelInput[] {
  if (!hasForecasters(series) || response === null) return [];
  return [{ name: response, type: "n", min: null, max: null, typical: null, integer: false, levels: [] }];
}

/** Returns whether each row lies too far after the training for the model of forecasters. */
export function beyondReach(model: TrainedModel, table: Table): boolean[] {
  return Array.from(periodsAfterTraining(model, table), (ahead) => ahead > MAX_PERIODS_AHEAD);
}

/** Returns the number of each row's period after the last one of its series in the training. */
function periodsAfterTraining({ series, graph }: TrainedModel, table: Table): Float64Array {
  const lasts = series ? lastPeriods(series) : [];
  return graph.layers[0][0].encoder.encode(table).columns[0].map((number) => number - lasts[seriesCode(number)]);
}

/**
 * Returns the model of forecasters continued by the values of the response in the rows. For other models and rows, returns the model
 * itself. Throws InvalidInput (apiInputInvalid) when a value lies too far ahead of the others.
 */
export function withRecentValues(model: TrainedModel, table: Table): TrainedModel {
  const { series, response, graph } = model;
  const column = response === null ? undefined : findColumn(table, response);
  if (!series || !hasForecasters(series) || column?.type !== "n") return model;
  const [numbers] = graph.layers[0][0].encoder.encode(table).columns;
  const before = lastPeriods(series);
  const ahead = periodsAfterTraining(model, table);
  const rows = Array.from(numbers.keys()).filter((row) => ahead[row] > 0 && Number.isFinite(column.values[row]));
  if (rows.length === 0) return model;
  if (series.several?.hierarchy) {
    const message = "has a value later than the training's, and sums go on with all their series alone: train the model again";
    throw new InvalidInput(ERRORS.apiInputInvalid, { path: column.name, message });
  }
  const periods = takeNumbers(numbers, rows);
  if (rows.some((row) => ahead[row] > MAX_PERIODS_AHEAD)) {
    const message = `has a value more than ${MAX_PERIODS_AHEAD} periods after those that the model learned from: train it again`;
    throw new InvalidInput(ERRORS.apiInputInvalid, { path: column.name, message });
  }
  const values = takeNumbers(column.values, rows);
  const lasts = [...before];
  for (const period of periods) lasts[seriesCode(period)] = Math.max(lasts[seriesCode(period)], period);
  const later = series.several ? { several: { ...series.several, lasts } } : { last: lasts[0] };
  return { ...model, graph: continueSeries(graph, takeRows(table, Int32Array.from(rows)), values), series: { ...series, ...later } };
}
