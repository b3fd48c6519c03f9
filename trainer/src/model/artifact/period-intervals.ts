import { FORECAST_LIMIT, type PredictionResult } from "@agatha/contracts";
import type { Prediction } from "../../algorithms/base/algorithm.js";
import { sourceColumns } from "../../data/encoding/encoder-state.js";
import { type Column, type NumberColumn, type Table, takeRows } from "../../data/tables/table.js";
import { addPeriods } from "../../data/time-series/calendar.js";
import { intervalAround } from "../../data/time-series/interval-around.js";
import { seriesCode } from "../../numeric/series/series-places.js";
import type { TrainedModel } from "./artifact.js";
import { calendarOf, predictGraph } from "./graph.js";
import { withPlannedValues } from "./known-ahead.js";
import { seriesOfRows } from "./next-periods.js";
import { floorOf, halfWidthsOf, hasForecasters, widthUnits } from "./series-intervals.js";

/**
 * Returns the intervals of forecasts by the number of periods from the last value before, none beyond the horizon. Returns an empty
 * object for models without forecasters.
 */
export function periodIntervals(model: TrainedModel, table: Table, { values }: Prediction): Partial<PredictionResult> {
  const { series, graph, interval } = model;
  if (interval === undefined || values === undefined || series === undefined) return {};
  if (!hasForecasters(series)) return series.several ? laggedIntervals(model, table, values) : {};
  const [numbers] = graph.layers[0][0].encoder.encode(table).columns;
  const widths = halfWidthsOf(model, numbers, table);
  return { interval: Array.from(values, (value, row) => intervalAround(value, widths[row], floorOf(series, seriesCode(numbers[row])))) };
}

/** Returns the intervals of the next period by the unit of each row's series. */
function laggedIntervals(model: TrainedModel, table: Table, values: Float64Array): Partial<PredictionResult> {
  const { series } = model;
  if (!series) return {};
  const codes = seriesOfRows(model, table);
  const units = widthUnits(series, table);
  const half = series.halfWidths[0] ?? Number.NaN;
  return { interval: Array.from(values, (value, row) => intervalAround(value, half * units[row], floorOf(series, codes[row] ?? -1))) };
}

/**
 * Returns for each row the forecasts of its period and of those after it, as many as the model's horizon. Periods without a value of
 * a column known ahead have null.
 */
export function forecastFromTimes(model: TrainedModel, table: Table): Pick<PredictionResult, "forecast"> {
  const { series, graph } = model;
  const calendar = calendarOf(graph);
  if (!series || !hasForecasters(series) || !calendar || table.nrow * series.horizon > FORECAST_LIMIT) return {};
  const { horizon } = series;
  const starts = table.columns.find((column): column is NumberColumn => column.name === calendar.name && column.type === "d");
  const times = Float64Array.from({ length: table.nrow * horizon }, (_, i) =>
    addPeriods(starts?.values[Math.floor(i / horizon)] ?? Number.NaN, i % horizon, calendar.period, calendar.timezone),
  );
  const rows = Int32Array.from(times, (_, i) => Math.floor(i / horizon));
  const naming = sourceColumns(calendar).slice(1);
  const names = table.columns.filter(({ name }) => naming.includes(name));
  const named = takeRows({ nrow: table.nrow, columns: names }, rows);
  const placed: Column[] = [{ name: calendar.name, type: "d", values: times }, ...named.columns, ...valuesOfFirstPeriods(series, table)];
  const future = withPlannedValues(model, { nrow: times.length, columns: placed }, { given: table, isRequired: false });
  const { values = new Float64Array(0) } = predictGraph(graph, future);
  const [numbers] = graph.layers[0][0].encoder.encode(future).columns;
  const widths = halfWidthsOf(model, numbers, future);
  const stepAt = (i: number) => {
    const value = Number.isFinite(values[i]) ? values[i] : null;
    const interval = intervalAround(values[i], widths[i], floorOf(series, seriesCode(numbers[i])));
    return { step: (i % horizon) + 1, value, ...(interval ?? { lower: null, upper: null }) };
  };
  return {
    forecast: Array.from({ length: table.nrow }, (_, row) => Array.from({ length: horizon }, (__, k) => stepAt(row * horizon + k))),
  };
}

/** Returns the columns known ahead with each row's value in its first period, NaN in later ones. */
function valuesOfFirstPeriods({ knownAhead, horizon }: NonNullable<TrainedModel["series"]>, { columns }: Table): NumberColumn[] {
  const known = columns.filter((column): column is NumberColumn => column.type === "n" && !!knownAhead?.columns.includes(column.name));
  return known.map((column) => {
    const values = new Float64Array(column.values.length * horizon).fill(Number.NaN);
    for (const [row, value] of column.values.entries()) values[row * horizon] = value;
    return { ...column, values };
  });
}
