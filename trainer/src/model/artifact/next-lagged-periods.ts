/** Forecasts of the next periods of each series, by a model of lags and the last values of its training. */
import { ERRORS, InvalidInput, lagName, type PredictionResult, type SeriesPeriod } from "@agatha/contracts";
import { type Column, findColumn, type Table } from "../../data/tables/table.js";
import { addPeriods } from "../../data/time-series/calendar.js";
import { intervalAround } from "../../data/time-series/interval-around.js";
import { type ForecastStarts, readProposedInputs } from "../../data/time-series/proposed-inputs.js";
import { recursiveForecast } from "../../data/time-series/recursive-forecast.js";
import { zeroAtLevels } from "../../data/time-series/zero-levels.js";
import { finiteOrNull } from "../../numeric/finite-or-null.js";
import { seriesCode } from "../../numeric/series/series-places.js";
import type { TrainedModel } from "./artifact.js";
import { ensureOneValuePerPeriod, numbersOfRows, plannedValues } from "./known-ahead.js";
import { type AskedPeriods, askedCodes, ensureFew, SERIES_TOGETHER } from "./next-periods.js";
import { numericPredictor } from "./predict-forecast.js";
import { floorOf, unmeasuredWarning } from "./series-intervals.js";

type Next = NonNullable<NonNullable<TrainedModel["series"]>["next"]>;

/**
 * Yields the predictions of the next periods of each series, in the order of the series. Rows give values of columns known ahead.
 * Throws InvalidInput (apiInputInvalid) for rows of a model without such columns, for periods without such values or with several,
 * and for more than FORECAST_LIMIT values.
 */
export function* nextLaggedPeriods(model: TrainedModel, rows: Table, asked: AskedPeriods = {}): Generator<PredictionResult> {
  const { series, response, timezone } = model;
  const periods = asked.periods ?? series?.horizon ?? 1;
  const next = series?.next;
  if (!next || response === null) return;
  if (rows.nrow > 0 && !series.knownAhead) {
    const message = "Each row of this model has the values before its period, and is answered for itself: leave periods out, or the rows";
    throw new InvalidInput(ERRORS.apiInputInvalid, { path: "periods", message });
  }
  ensureOneValuePerPeriod(model, rows);
  const { times } = next;
  const { intervalOf, warningOf } = uncertaintyOf(series, next, response);
  const wanted = askedCodes(model, times.length, asked);
  ensureFew(wanted.length, periods);
  const latest = times.reduce<number>((most, time) => Math.max(most, time ?? most), Number.NEGATIVE_INFINITY);
  const timesAfter = timesAhead(next.period, { timezone, periods });
  for (let from = 0; from < wanted.length; from += SERIES_TOGETHER) {
    const codes = wanted.slice(from, from + SERIES_TOGETHER);
    const steps = forecastSteps(model, next, { codes, periods, rows });
    const answers = codes.flatMap((code, row) =>
      steps.map(({ values, spreads }, k) => ({ code, k, spread: spreads[row], value: times[code] === null ? Number.NaN : values[row] })),
    );
    const warning = answers.map(warningOf);
    yield {
      value: answers.map(({ value }) => (Number.isFinite(value) ? value : null)),
      interval: answers.map((answer) => intervalOf(answer, answer.value)),
      time: codes.flatMap((code) => timesAfter(times[code] ?? latest)),
      ...(series.several && { series: answers.map(({ code }) => series.several?.names[code] ?? null) }),
      ...((series.several || warning.some((each) => each !== null)) && { warning }),
    };
  }
}

/** Returns a function that returns the times of the next periods after a time. Series that end at one time share them. */
function timesAhead(period: SeriesPeriod, { timezone, periods }: { timezone: string; periods: number }): (time: number) => string[] {
  const known = new Map<number, string[]>();
  return (time) => {
    const after =
      known.get(time) ?? Array.from({ length: periods }, (_, k) => new Date(addPeriods(time, k + 1, period, timezone)).toISOString());
    known.set(time, after);
    return after;
  };
}

/**
 * Forecasts the next periods of some series. `rows` give values of columns known ahead. `spreads` are 0 where the values are 0 for certain,
 * at a zero level, and 1 elsewhere.
 */
function forecastSteps(
  model: TrainedModel,
  next: Next,
  { codes, periods, rows }: { codes: readonly number[]; periods: number; rows: Table },
) {
  const { series, graph, response, responseRange } = model;
  if (!series || response === null) return [];
  const planned = plannedValues(model, rows);
  const { lasts } = series.knownAhead ?? {};
  const at = (step: number) => planned(Float64Array.from(codes, (code) => (lasts?.[code] ?? Number.NaN) + step + 1));
  // A value that is missing at any period is reported at once.
  if (lasts) planned(Float64Array.from(codes.flatMap((code) => Array.from({ length: periods }, (_, k) => (lasts[code] ?? 0) + k + 1))));
  const { nrow, columns } = nextRows(next, codes, series.several);
  const { proposed } = next;
  const knownAhead = series.knownAhead?.columns ?? [];
  const names = model.inputs.map(({ name }) => name).filter((name) => !knownAhead.includes(name));
  const inputs = {
    ...series,
    response,
    proposed: proposed && readProposedInputs(names, { time: proposed.time, response, lags: series.lags }),
    starts: startsOf(next, codes, model.timezone),
    learned: responseRange && {
      ...responseRange,
      ofRows: codes.map((code) => series.several?.ranges?.[code]),
      zeroLevels: series.knownAhead?.zeroLevels,
    },
    knownAhead,
    future: (step: number) => at(step).map(({ values }) => values),
  };
  const steps = recursiveForecast(numericPredictor(graph), { nrow, columns: [...columns, ...at(0)] }, inputs, periods);
  const usual = new Float64Array(nrow).fill(1);
  return steps.map((step) => ({ ...step, spreads: zeroAtLevels(usual, step.table, series.knownAhead?.zeroLevels) }));
}

/** Returns what proposed inputs of the next periods of some series are made from. */
function startsOf({ proposed, times, period }: Next, codes: readonly number[], timezone: string): ForecastStarts | undefined {
  if (!proposed) return undefined;
  return {
    before: codes.map((code) => Float64Array.from(proposed.before[code], (value) => value ?? Number.NaN)),
    times: Float64Array.from(codes, (code) => addPeriods(times[code] ?? Number.NaN, 1, period, timezone)),
    period,
    timezone,
  };
}

/** A period of a series, so many after the next one. */
interface PeriodAhead {
  code: number;
  k: number;
  /** Factor of the interval's width. */
  spread: number;
}

/** Returns functions that return the interval of a value, and why the value is missing or may be far off; null where there is none. */
function uncertaintyOf(series: NonNullable<TrainedModel["series"]>, { times, shortPast }: Next, response: string) {
  const { halfWidths, several } = series;
  const short = new Set(shortPast);
  return {
    intervalOf({ code, k, spread }: PeriodAhead, value: number) {
      if (short.has(code)) return null;
      return intervalAround(value, spread * (halfWidths[k] ?? Number.NaN) * (several?.scales[code] ?? 1), floorOf(series, code));
    },
    warningOf({ code, k }: Omit<PeriodAhead, "spread">): string | null {
      const name = several?.names[code];
      if (times[code] === null) return `${name} had no value of ${response} in training`;
      if (!short.has(code)) return unmeasuredWarning(series, k + 1);
      return `${name} had fewer periods in training than the inputs reach back: the value may be far off, and has no interval`;
    },
  };
}

/** Rows of future periods, with the inputs that they are predicted from. */
interface FutureRows {
  table: Table;
  /** Returns the forecasts of these rows in place of the predictions, with their intervals, and the warnings where a row has one. */
  forecasts(result: PredictionResult): Pick<PredictionResult, "value" | "interval" | "warning">;
}

/**
 * Returns the inputs of rows that have a time and no values before: they are forecast from the end of the training. Returns
 * undefined for other rows and models. Throws InvalidInput (apiInputInvalid) for times up to the end of the training, for periods
 * without a value known ahead or with several, and for more than FORECAST_LIMIT values.
 */
export function futureRows(model: TrainedModel, rows: Table): FutureRows | undefined {
  const { series, response } = model;
  const { next, knownAhead } = series ?? {};
  if (!series || !next || !knownAhead || response === null || rows.nrow === 0) return undefined;
  const before = findColumn(rows, lagName(response, 1));
  if (before?.type === "n" && before.values.some(Number.isFinite)) return undefined;
  const numbers = numbersOfRows(model, rows);
  const places = Array.from(numbers, (number) => ({
    code: seriesCode(number),
    k: number - (knownAhead.lasts[seriesCode(number)] ?? Number.NaN) - 1,
  }));
  if (places.some(({ k }) => !(k >= 0))) {
    const message = `has to be after the last period of the training in each row, on a day and at an hour that the series has, or the rows need ${lagName(response, 1)} and the other values before`;
    throw new InvalidInput(ERRORS.apiInputInvalid, { path: knownAhead.time, message });
  }
  ensureOneValuePerPeriod(model, rows);
  const codes = [...new Set(places.map(({ code }) => code))];
  const periods = places.reduce((most, { k }) => Math.max(most, k), Number.NEGATIVE_INFINITY) + 1;
  ensureFew(codes.length, periods);
  const steps = forecastSteps(model, next, { codes, periods, rows });
  const [{ table }] = steps;
  const rowOf = new Map(codes.map((code, row) => [code, row]));
  const columns = table.columns.map((first, i): Column => {
    const pick = ({ code, k }: (typeof places)[number]) => {
      const column = steps[k].table.columns[i];
      const row = rowOf.get(code) ?? Number.NaN;
      return column.type === "s" ? column.codes[row] : column.values[row];
    };
    return first.type === "s" ? { ...first, codes: Int32Array.from(places, pick) } : { ...first, values: Float64Array.from(places, pick) };
  });
  return {
    table: { nrow: rows.nrow, columns },
    forecasts(result) {
      const { intervalOf, warningOf } = uncertaintyOf(series, next, response);
      const rowAt = (code: number) => rowOf.get(code) ?? Number.NaN;
      const value = places.map(({ code, k }) => finiteOrNull(steps[k].values[rowAt(code)]));
      const intervalAt = (each: number | null, i: number) => {
        const { code, k } = places[i];
        return intervalOf({ code, k, spread: steps[k].spreads[rowAt(code)] }, each ?? Number.NaN);
      };
      const warning = places.map((place, row) => warningOf(place) ?? result.warning?.[row] ?? null);
      return {
        value,
        interval: value.map(intervalAt),
        ...(warning.some((each) => each !== null) && { warning }),
      };
    },
  };
}

/** Returns the inputs of the next period of some series. */
function nextRows({ lags }: Next, codes: readonly number[], several: { column: string; names: string[] } | undefined): Table {
  const columns = lags.map(
    ({ name, values }): Column => ({ name, type: "n", values: Float64Array.from(codes, (code) => values[code] ?? Number.NaN) }),
  );
  if (several) columns.push({ name: several.column, type: "s", levels: several.names, codes: Int32Array.from(codes) });
  return { nrow: codes.length, columns };
}
