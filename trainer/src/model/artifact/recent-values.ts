import { ERRORS, InvalidInput, type ModelInput } from "@agatha/contracts";
import { type FittedForecast, MAX_PERIODS_AHEAD } from "../../algorithms/base/fitted-forecast.js";
import { type Column, findColumn, type Table, takeRows } from "../../data/tables/table.js";
import { addPeriods } from "../../data/time-series/calendar.js";
import { type NumberedValues, totalsAfter } from "../../data/time-series/empty-periods.js";
import { seriesColumns } from "../../data/time-series/hierarchy.js";
import { periodInSeries, seriesCode } from "../../numeric/series/series-places.js";
import { takeNumbers } from "../../numeric/take-numbers.js";
import type { TrainedModel } from "./artifact.js";
import { continueSeries } from "./continue-series.js";
import { calendarOf } from "./graph.js";
import { plannedValues } from "./known-ahead.js";
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
  if (rows.some((row) => ahead[row] > MAX_PERIODS_AHEAD)) {
    const message = `has a value more than ${MAX_PERIODS_AHEAD} periods after those that the model learned from: train it again`;
    throw new InvalidInput(ERRORS.apiInputInvalid, { path: column.name, message });
  }
  const later =
    series.emptyPeriods === "zero"
      ? totalsSinceTraining(model, table, { name: column.name, numbers, values: column.values })
      : { numbers: takeNumbers(numbers, rows), values: takeNumbers(column.values, rows), rows: takeRows(table, Int32Array.from(rows)) };
  const lasts = [...before];
  for (const period of later.numbers) lasts[seriesCode(period)] = Math.max(lasts[seriesCode(period)], period);
  const ends = series.several ? { several: { ...series.several, lasts } } : { last: lasts[0] };
  return { ...model, graph: continueSeries(graph, later.rows, later.values), series: { ...series, ...ends } };
}

/** Returns the sums of the rows since the training by period, which are 0 in periods without rows, and a row for each period. */
function totalsSinceTraining(
  model: TrainedModel,
  table: Table,
  given: Parameters<typeof totalsAfter>[1],
): NumberedValues & { rows: Table } {
  const { series, graph } = model;
  const forecaster = graph.layers[0][0].model as FittedForecast;
  const lasts = series ? lastPeriods(series) : [];
  const totals = totalsAfter(
    lasts.map((last, code) => (forecaster.knows(code) ? last : Number.POSITIVE_INFINITY)),
    given,
  );
  const { numbers } = totals;
  const calendar = calendarOf(graph);
  const timeAt = (number: number) =>
    calendar ? addPeriods(calendar.origin, periodInSeries(number), calendar.period, calendar.timezone) : Number.NaN;
  const columns: Column[] = [
    { name: calendar?.name ?? "", type: "d", values: numbers.map(timeAt) },
    ...plannedValues(model, table, { isRequired: false })(numbers),
    ...(series?.several ? seriesColumns(series.several, Int32Array.from(numbers, seriesCode)) : []),
  ];
  return { ...totals, rows: { nrow: numbers.length, columns } };
}
