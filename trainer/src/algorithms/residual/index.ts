/**
 * Detects outliers in series: rows whose values lie far from the forecasts made one period before. The first feature is the number
 * of the period, each other one a column. A row scores as its worst column does, in deviations of that column's errors. Rows of one
 * period are judged together, by their mean.
 */
import { ERRORS, InvalidInput } from "@agatha/contracts";
import { z } from "zod";
import type { Matrix } from "../../numeric/matrix.js";
import { packSections, unpackSections } from "../../numeric/sections.js";
import { type ClockShift, clockShift, meanByPeriod, meanOnClock, offClock, onClock } from "../../numeric/series/clock-shifts.js";
import { seriesCode } from "../../numeric/series/series-places.js";
import { takeNumbers } from "../../numeric/take-numbers.js";
import { createYielder } from "../../numeric/yield-to-event-loop.js";
import type { Algorithm, FittedModel } from "../base/algorithm.js";
import { MAX_PERIODS_AHEAD, refuseOnnx } from "../base/fitted-forecast.js";
import { MIN_PERIODS, type SeasonParams } from "../base/forecaster.js";
import { byPeriod, groupBySeries } from "../base/series-by-period.js";
import { fitResidualSeries, RunningSeries, residualSeries } from "./residual-series.js";
import type { Anomaly } from "./robust-smoothing.js";

const savedPart = z.object({ column: z.int(), first: z.number(), length: z.int(), fitted: residualSeries });
const savedSettings = z.object({
  type: z.literal("Residual"),
  parts: z.array(savedPart),
  /** The periods of the parts are those of the clock. */
  clockShifts: z.array(clockShift).optional(),
});

interface Part extends z.infer<typeof savedPart> {
  /** Values by period of the clock; NaN for a period without one. */
  values: Float64Array;
}

/** One column of one series, with what was found in it. Its periods are instants. */
export interface DetectedSeries {
  /** Number of the column, from 0. */
  column: number;
  /** Number of the first period. */
  first: number;
  values: Float64Array;
  expected: Float64Array;
  scores: Float64Array;
  anomalies: readonly Anomaly[];
}

export interface FittedDetector extends FittedModel {
  history(): DetectedSeries[];
}

export const residual: Algorithm<"Residual"> = {
  name: "Residual",
  modelTypes: [],
  detects: true,
  encoding: { missing: "keep", scale: "none" },
  async fit({ columns: [numbers, ...measured] }, _target, params, context) {
    const { season = 1, longerSeasons = [], clockShifts = [] } = params as SeasonParams;
    const { periods, columns } = meanOnClock({ periods: numbers, columns: measured }, clockShifts);
    const groups = [...groupBySeries(periods).values()];
    const wanted = groups.flatMap((rows) => columns.map((values, column) => ({ rows, values, column })));
    const parts: Part[] = [];
    for (const [i, { rows, values, column }] of wanted.entries()) {
      const known = rows.filter((row) => Number.isFinite(values[row]));
      if (known.length < MIN_PERIODS) continue;
      const { first, series } = byPeriod(takeNumbers(periods, known), takeNumbers(values, known));
      const part = { ...context, progress: (done: number) => context.progress((i + done) / wanted.length) };
      const fitted = await fitResidualSeries(series, { season: Math.max(1, season), longerSeasons }, createYielder(part));
      parts.push({ column, first, length: series.length, values: series, fitted });
    }
    return createModel(parts, clockShifts);
  },
  load(bytes) {
    const { settings, arrays } = unpackSections(bytes);
    const parsed = savedSettings.safeParse(settings);
    const { values } = arrays;
    if (!parsed.success || !(values instanceof Float64Array)) throw new Error("not a saved model of Residual");
    let from = 0;
    return createModel(
      parsed.data.parts.map((part) => {
        from += part.length;
        return { ...part, values: values.slice(from - part.length, from) };
      }),
      parsed.data.clockShifts,
    );
  },
};

function createModel(parts: readonly Part[], clockShifts: readonly ClockShift[] = []): FittedDetector {
  const running = new Map<Part, RunningSeries>();
  const runOf = (part: Part) => {
    const run = running.get(part) ?? new RunningSeries(part.values, part.fitted);
    running.set(part, run);
    return run;
  };
  return {
    predict({ columns: [numbers, ...measured] }: Matrix) {
      const rowPeriods = onClock(numbers, clockShifts);
      requirePeriods(rowPeriods, parts);
      const { periods, columns } = meanOnClock(meanByPeriod({ periods: numbers, columns: measured }), clockShifts);
      const rowsOf = groupBySeries(periods);
      const scoreOf = new Map<number, number>();
      for (const part of parts) {
        const rows = rowsOf.get(seriesCode(part.first)) ?? [];
        for (const [row, score] of scoresOfPart(part, runOf(part), { rows, periods, values: columns[part.column] }))
          scoreOf.set(periods[row], Math.max(scoreOf.get(periods[row]) ?? 0, score));
      }
      return { scores: rowPeriods.map((period) => scoreOf.get(period) ?? 0) };
    },
    history: () => parts.map((part) => detectedSeries(part, runOf(part), clockShifts)),
    toOnnx: refuseOnnx,
    save() {
      const saved = parts.map(({ column, first, length, fitted }) => ({ column, first, length, fitted: residualSeries.parse(fitted) }));
      const values = new Float64Array(saved.reduce((sum, { length }) => sum + length, 0));
      let from = 0;
      for (const part of parts) {
        values.set(part.values, from);
        from += part.length;
      }
      return packSections({
        settings: { type: "Residual", parts: saved, ...(clockShifts.length > 0 && { clockShifts }) },
        arrays: { values },
      });
    },
  };
}

/** Returns what was found in a part by instants: both hours that clocks show twice have the value of their one period. */
function detectedSeries({ column, first, length, values }: Part, run: RunningSeries, clockShifts: readonly ClockShift[]): DetectedSeries {
  const instantOf = (t: number) => offClock(first + t, clockShifts);
  const from = instantOf(0);
  const numbers = Float64Array.from({ length: instantOf(length - 1) + 1 - from }, (_, i) => from + i);
  const places = onClock(numbers, clockShifts).map((number) => number - first);
  const known = places.map((t) => values[t]);
  const judged = Array.from(places, (t, i) => run.judge(t, known[i]));
  return {
    column,
    first: from,
    values: known,
    expected: Float64Array.from(judged, ({ expected }) => expected),
    scores: Float64Array.from(judged, ({ score }) => score),
    anomalies: run.anomalies.map((each) => ({ ...each, from: instantOf(each.from) - from, to: instantOf(each.to) - from })),
  };
}

interface PartRows {
  rows: readonly number[];
  /** Periods of all rows, one row each. */
  periods: Float64Array;
  values: Float64Array;
}

/** Yields the rows and their scores, in order of time. A row before the history has none. */
function* scoresOfPart({ first, length }: Part, run: RunningSeries, { rows, periods, values }: PartRows): Generator<[number, number]> {
  const judgeLater = run.continued();
  for (const row of [...rows].sort((a, b) => periods[a] - periods[b])) {
    const t = Math.round(periods[row]) - first;
    if (t < 0) continue;
    const { score } = t < length ? run.judge(t, values[row]) : judgeLater(t, values[row]);
    yield [row, score];
  }
}

/** Throws InvalidInput (apiInputInvalid) when a row has no period of a known series, or one too far after it. */
function requirePeriods(periods: Float64Array, parts: readonly Part[]): void {
  const ends = new Map<number, number>();
  for (const { first, length } of parts) {
    const code = seriesCode(first);
    ends.set(code, Math.max(ends.get(code) ?? Number.NEGATIVE_INFINITY, first + length));
  }
  const refused = (row: number, message: string) =>
    new InvalidInput(ERRORS.apiInputInvalid, { path: `[${row}]`, message: `row ${row + 1} ${message}` });
  periods.forEach((period, row) => {
    if (!Number.isFinite(period)) throw refused(row, "has no time, or names a series that the model does not know");
    const ahead = period - (ends.get(seriesCode(period)) ?? period);
    if (ahead > MAX_PERIODS_AHEAD)
      throw refused(row, `lies more than ${MAX_PERIODS_AHEAD} periods after the training: train the model again`);
  });
}
