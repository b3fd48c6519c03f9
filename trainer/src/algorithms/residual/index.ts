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

type UnjudgedReason = "short" | "early";

export interface FittedDetector extends FittedModel {
  /** Returns the history of each column of each series, with the rows of `x`. It may lack some of these rows. */
  history(x: Matrix): DetectedSeries[];
  /** Returns for each period why it cannot be judged: its series has no history, or begins later. */
  unjudged(numbers: Float64Array): (UnjudgedReason | undefined)[];
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
    predict(x) {
      const rowPeriods = onClock(x.columns[0], clockShifts);
      requireReach(rowPeriods, parts);
      const scoreOf = new Map<number, number>();
      for (const [part, values] of valuesOfParts(parts, x, clockShifts)) {
        const judge = runOf(part).judgeInOrder();
        for (const { t, value } of values) scoreOf.set(part.first + t, Math.max(scoreOf.get(part.first + t) ?? 0, judge(t, value).score));
      }
      return { scores: rowPeriods.map((period) => scoreOf.get(period) ?? 0) };
    },
    history: (x) =>
      valuesOfParts(parts, x, clockShifts).map(([part, values]) => detectedSeries(part, runOf(part), { values, clockShifts })),
    unjudged(numbers) {
      const begins = new Map<number, number>();
      for (const { first } of parts) begins.set(seriesCode(first), Math.min(begins.get(seriesCode(first)) ?? first, first));
      return Array.from(onClock(numbers, clockShifts), (period) => {
        const first = begins.get(seriesCode(period));
        if (first === undefined) return "short";
        return period < first ? "early" : undefined;
      });
    },
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

interface PeriodValue {
  /** Periods since the first of the part. */
  t: number;
  value: number;
}

/** Returns the values that rows give to each part, in order of time, with the mean of the rows of a period, without those before it. */
function valuesOfParts(
  parts: readonly Part[],
  { columns: [numbers, ...measured] }: Matrix,
  clockShifts: readonly ClockShift[],
): [Part, PeriodValue[]][] {
  const { periods, columns } = meanOnClock(meanByPeriod({ periods: numbers, columns: measured }), clockShifts);
  const rowsOf = groupBySeries(periods);
  return parts.map((part) => {
    const rows = rowsOf.get(seriesCode(part.first)) ?? [];
    const values = rows.map((row) => ({ t: Math.round(periods[row]) - part.first, value: columns[part.column][row] }));
    return [part, values.filter(({ t }) => t >= 0).sort((a, b) => a.t - b.t)];
  });
}

interface GivenValues {
  values: readonly PeriodValue[];
  clockShifts: readonly ClockShift[];
}

/** Returns what was found in a part by instants: both hours that clocks show twice have the value of their one period. */
function detectedSeries(
  { column, first, values: learned }: Part,
  run: RunningSeries,
  { values, clockShifts }: GivenValues,
): DetectedSeries {
  const instantOf = (t: number) => offClock(first + t, clockShifts);
  const from = instantOf(0);
  const length = Math.max(learned.length, (values.at(-1)?.t ?? 0) + 1);
  const known = Float64Array.from({ length }, (_, t) => learned[t] ?? Number.NaN);
  for (const { t, value } of values) known[t] = value;
  const judge = run.judgeInOrder();
  const judged = Array.from(known, (value, t) => judge(t, value));
  const numbers = Float64Array.from({ length: instantOf(length - 1) + 1 - from }, (_, i) => from + i);
  const places = Array.from(onClock(numbers, clockShifts), (number) => number - first);
  return {
    column,
    first: from,
    values: Float64Array.from(places, (t) => known[t]),
    expected: Float64Array.from(places, (t) => judged[t].expected),
    scores: Float64Array.from(places, (t) => judged[t].score),
    anomalies: run.anomalies.map((each) => ({ ...each, from: instantOf(each.from) - from, to: instantOf(each.to) - from })),
  };
}

/** Throws InvalidInput (apiInputInvalid) when a row lies too far after its series. */
function requireReach(periods: Float64Array, parts: readonly Part[]): void {
  const ends = new Map<number, number>();
  for (const { first, length } of parts) {
    const code = seriesCode(first);
    ends.set(code, Math.max(ends.get(code) ?? Number.NEGATIVE_INFINITY, first + length));
  }
  periods.forEach((period, row) => {
    const ahead = period - (ends.get(seriesCode(period)) ?? period);
    if (!(ahead > MAX_PERIODS_AHEAD)) return;
    const message = `row ${row + 1} lies more than ${MAX_PERIODS_AHEAD} periods after the training: train the model again`;
    throw new InvalidInput(ERRORS.apiInputInvalid, { path: `[${row}]`, message });
  });
}
