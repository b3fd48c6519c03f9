/** Series that are too short for a forecast of their own, end before the others, or have another rhythm than the table. */
import type { ModelWarning } from "@agatha/contracts";
import { MIN_PERIODS, MIN_SPARSE_STEP } from "../../algorithms/base/forecaster.js";
import type { Periods } from "../../data/time-series/periods.js";
import { periodInSeries } from "../../numeric/series/series-places.js";
import { knownSpans, seriesOfShortPast } from "./known-spans.js";
import { tooFewPeriods } from "./usable-entries.js";

const MAX_NAMED = 5;

const SPARSE_PERIODS: ModelWarning = {
  code: "periods_sparse",
  message:
    "About half of the periods or fewer have a value, and those between count as gaps: if nothing happened in them, train again with periods without rows counted as 0, or aggregate to longer periods, such as weeks",
};

/**
 * Returns the warnings about series by their known responses. Forecasters need MIN_PERIODS of each series, and the inputs of models of
 * lags reach back `past` periods.
 */
export function seriesSpanWarnings(periods: Periods, response: string, past?: number): ModelWarning[] {
  const names = periods.series;
  const known = knownSpans(periods, response);
  const spans = known.map(({ count, first, last }, code) => ({
    name: names?.[code] ?? "",
    count,
    step: count < MIN_PERIODS ? 1 : (periods.index[last] - periods.index[first]) / (count - 1),
    last: count > 0 ? periodInSeries(periods.index[last]) : Number.NEGATIVE_INFINITY,
  }));
  if (!names) return spans.some(({ step }) => step >= MIN_SPARSE_STEP) ? [SPARSE_PERIODS] : [];
  const latest = spans.reduce((most, { last }) => Math.max(most, last), Number.NEGATIVE_INFINITY);
  const short = past === undefined ? spans.filter(({ count }) => count < MIN_PERIODS) : [];
  const shortPast = past === undefined ? [] : seriesOfShortPast(periods, known, past).map((code) => spans[code]);
  const sparse = spans.filter(({ step }) => step >= MIN_SPARSE_STEP);
  const behind = spans.filter(({ last }) => last < latest && Number.isFinite(last));
  return [
    ...warningAbout("series_short", short, (count, listed) => {
      const [has, them] = count === 1 ? ["has", "it"] : ["have", "them"];
      return `${count} series ${has} fewer than ${MIN_PERIODS} periods, and there is no forecast of ${them}: ${listed}`;
    }),
    ...warningAbout("series_past_short", shortPast, (count, listed) => {
      const [has, its, forecast] = count === 1 ? ["has", "its", "forecast has"] : ["have", "their", "forecasts have"];
      return `${count} series ${has} fewer than the ${past} periods that the inputs reach back: ${its} first value stands in for those before, and ${its} ${forecast} no interval: ${listed}`;
    }),
    ...warningAbout("series_behind", behind, (count, listed) => {
      const begins = count === 1 ? "ends before the others, and its forecast begins" : "end before the others, and their forecasts begin";
      return `${count} series ${begins} at that time: leave out what is discontinued, and add values that are missing: ${listed}`;
    }),
    ...warningAbout("series_sparse", sparse, (count, listed) => {
      const has = count === 1 ? "has" : "have";
      return `${count} series ${has} a value in about half of the periods or fewer, and the periods between count as gaps: train series of another rhythm, such as weeks beside days, by themselves; if nothing happened in these periods, train again with periods without rows counted as 0: ${listed}`;
    }),
  ];
}

/**
 * Returns a warning about the series that a detector cannot judge: none of their columns has MIN_PERIODS values in the entries that it
 * learns from. Throws InvalidInput (modelTrainingFailed) if it can judge none.
 */
export function unjudgedSeriesWarnings(periods: Periods, learned: Int32Array): ModelWarning[] {
  const isLearned = new Uint8Array(periods.index.length);
  for (const entry of learned) isLearned[entry] = 1;
  const spans = periods.columns.map(({ name }) => knownSpans(periods, name, (entry) => isLearned[entry] === 1));
  const besides = learned.length < periods.index.length ? " besides known anomalies" : "";
  const series = (periods.series ?? [""]).map((name, code) => ({ name, count: Math.max(...spans.map((each) => each[code].count)) }));
  const most = series.reduce((largest, { count }) => Math.max(largest, count), 0);
  if (most < MIN_PERIODS) throw tooFewPeriods(most, besides);
  const short = series.filter(({ count }) => count < MIN_PERIODS);
  return warningAbout("series_unjudged", short, (count, listed) => {
    const [has, its] = count === 1 ? ["has", "its"] : ["have", "their"];
    return `${count} series ${has} fewer than ${MIN_PERIODS} periods${besides}, and ${its} rows are not judged: ${listed}`;
  });
}

/** Returns a warning that names some of the series; none without any. */
export function warningAbout(
  code: ModelWarning["code"],
  series: readonly { name: string }[],
  message: (count: number, listed: string) => string,
): ModelWarning[] {
  if (series.length === 0) return [];
  const more = series.length > MAX_NAMED ? ", …" : "";
  const listed = `${series
    .slice(0, MAX_NAMED)
    .map(({ name }) => name)
    .join(", ")}${more}`;
  return [{ code, values: { count: series.length, names: listed }, message: message(series.length, listed) }];
}
