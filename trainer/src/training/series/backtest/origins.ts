import { periodInSeries, seriesCode } from "../../../numeric/series/series-places.js";
import type { FoldModel } from "../../hold-out/cross-validate.js";
import type { SeriesTrainingSet } from "../../plan/training-set.js";

/** Largest number of predictions to measure forecasts. With long horizons, not every held-out row begins a forecast. */
const MAX_PREDICTIONS = 50_000;
/** Largest number of forecasts of a forecaster, each of which runs over the whole series. */
const MAX_SERIES_RUNS = 120;
const RUNS_PER_SERIES = 6;

/** Returns the held-out rows that forecasts begin at: evenly apart in each series, as many as are asked for or there is time for. */
export function chooseOrigins(folds: readonly FoldModel[], series: SeriesTrainingSet): Set<number> {
  const { periods, entries, cutoffs, horizon, forecasts } = series;
  const codeOf = (row: number) => seriesCode(periods.index[entries[row]]);
  const rows = folds.flatMap(({ heldOut }) => Array.from(heldOut)).sort((a, b) => codeOf(a) - codeOf(b) || a - b);
  const count = periods.series?.length ?? 1;
  const runs = forecasts ? Math.max(MAX_SERIES_RUNS, RUNS_PER_SERIES * count) : Number.POSITIVE_INFINITY;
  const most = Math.min(rows.length, MAX_PREDICTIONS / horizon, cutoffs === undefined ? runs : cutoffs * count);
  return new Set(evenly(rows, Math.max(1, Math.floor(most))));
}

/** Returns the number of periods from the first to the last of any series, which is the same for all models of the data. */
export function periodCount({ periods }: SeriesTrainingSet): number {
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const index of periods.index) {
    const period = periodInSeries(index);
    if (period < first) first = period;
    if (period > last) last = period;
  }
  return Math.max(0, last - first + 1);
}

/** Returns so many of the elements, evenly apart; all of fewer. */
export function evenly<T>(list: readonly T[], count: number): T[] {
  return list.length <= count ? [...list] : Array.from({ length: count }, (_, i) => list[Math.floor(((i + 0.5) * list.length) / count)]);
}

/** Returns the periods that forecasts of all series of a hierarchy begin at: evenly apart. */
export function choosePeriods(folds: readonly FoldModel[], series: SeriesTrainingSet): number[] {
  const { periods, cutoffs, horizon } = series;
  const count = periods.series?.length ?? 1;
  const most = Math.min(cutoffs ?? Math.max(RUNS_PER_SERIES, Math.floor(MAX_SERIES_RUNS / count)), MAX_PREDICTIONS / (horizon * count));
  const all = [...new Set(folds.flatMap(({ heldOut }) => Array.from(heldOut, (row) => periodOfRow(row, series))))];
  return evenly(all, Math.max(1, Math.floor(most)));
}

/** Returns the held-out rows of each of the periods, without those that have none. */
export function rowsOfPeriods({ heldOut }: FoldModel, wanted: readonly number[], series: SeriesTrainingSet): Int32Array[] {
  return wanted.map((period) => heldOut.filter((row) => periodOfRow(row, series) === period)).filter(({ length }) => length > 0);
}

/** Returns the period of a row, numbered within its series. */
export const periodOfRow = (row: number, { periods, entries }: SeriesTrainingSet): number => periodInSeries(periods.index[entries[row]]);
