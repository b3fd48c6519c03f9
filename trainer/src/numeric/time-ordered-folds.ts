/** Folds of rows in order of time, whose held-out rows come after their training rows. */
import { FOLD_COUNT, type Fold, LEAVE_ONE_OUT_BELOW, type Split } from "./assign-folds.js";

/** An earlier origin has less training data than the final model. */
const ROLLING_ORIGIN_BELOW = 200;

/**
 * Splits time-ordered rows, so that training rows always come before held-out rows. The latest fifth is held out. With few rows
 * each of FOLD_COUNT parts is held out in turn, after all earlier rows; with very few rows the later half, row by row. The rows
 * of a period stay together.
 */
export function splitTimeSeries(nrow: number, periods?: Int32Array): Split {
  const rollingOrigin = (starts: number[]): Split => ({ method: "rolling_origin", folds: expandingWindows(starts, nrow, periods) });
  if (nrow < LEAVE_ONE_OUT_BELOW) return rollingOrigin(Array.from({ length: nrow - (nrow >> 1) }, (_, i) => (nrow >> 1) + i));
  if (nrow < ROLLING_ORIGIN_BELOW) return { method: "rolling_origin", folds: rollingOriginFolds(nrow, periods) };
  return { method: "latest", folds: expandingWindows([nrow - Math.ceil(nrow / FOLD_COUNT)], nrow, periods) };
}

/** Parts of the latest rows that are held out in turn. One part would show only one change. */
const LATEST_PARTS = 2;

/**
 * Splits the rows of a table in order of time. Each of the latest two fifths is held out after all earlier rows: errors grow with the
 * distance in time, so a part is about as long as what is usually asked for. Very few rows are held out as those of a series. As many
 * folds as are asked for are parts of the later half.
 */
export function splitLaterRows(nrow: number, periods: Int32Array, folds?: number): Split {
  if (folds !== undefined) return { method: "rolling_origin", folds: expandingWindows(startsInLaterHalf(nrow, periods, folds), nrow) };
  if (nrow < LEAVE_ONE_OUT_BELOW) return splitTimeSeries(nrow, periods);
  const starts = Array.from({ length: LATEST_PARTS }, (_, part) => nrow - Math.ceil(((LATEST_PARTS - part) * nrow) / FOLD_COUNT));
  return { method: "rolling_origin", folds: expandingWindows(starts, nrow, periods) };
}

/**
 * Returns the first rows of so many parts of about the same size, or as many as there are periods. The first part begins with the first
 * period of the later half; where less than a fifth of the rows would be left, with the period before, unless that comes after less than
 * a fifth.
 */
function startsInLaterHalf(nrow: number, periods: Int32Array, count: number): number[] {
  const half = nrow - (nrow >> 1);
  const ofPeriods = Array.from(periods.keys()).filter((row) => row > 0 && periods[row] !== periods[row - 1]);
  // A single period cannot stay together.
  const starts = ofPeriods.length > 0 ? ofPeriods : Array.from(periods.keys()).slice(1);
  const isFifth = (rows: number) => rows >= nrow / FOLD_COUNT;
  const from =
    starts.find((start) => start >= half && isFifth(nrow - start)) ??
    starts.findLast((start) => start < half && isFifth(start)) ??
    starts.find((start) => start >= half) ??
    starts[starts.length - 1];
  return partStarts(starts.slice(starts.indexOf(from)), nrow, count);
}

/** Chooses so many of the starts of periods, or all, so that the parts between them are of about the same size. The first is chosen. */
function partStarts(starts: readonly number[], nrow: number, count: number): number[] {
  const chosen: number[] = [];
  let at = 0;
  for (let left = Math.min(count, starts.length); left > 0; left--) {
    chosen.push(starts[at]);
    const end = starts[at] + (nrow - starts[at]) / left;
    const next = starts.findLastIndex((start) => start <= end);
    at = Math.min(Math.max(next, at + 1), starts.length - left + 1);
  }
  return chosen;
}

/** Divides time-ordered rows into parts of about the same size. Each part but the first is held out once, after all earlier rows. */
export function rollingOriginFolds(nrow: number, periods?: Int32Array): Fold[] {
  const parts = Math.min(FOLD_COUNT, nrow - 1) + 1;
  const starts = Array.from({ length: parts - 1 }, (_, f) => Math.floor(((f + 1) * nrow) / parts));
  return expandingWindows(starts, nrow, periods);
}

/** Returns a fold for each start: it holds out the rows to the next start, and trains on all earlier rows. */
function expandingWindows(starts: readonly number[], nrow: number, periods?: Int32Array): Fold[] {
  const atPeriods = moveToPeriods(starts, periods).filter((start) => start > 0);
  // A single period cannot stay together.
  const used = atPeriods.length > 0 ? atPeriods : starts;
  return used.map((from, f) => {
    const rows = Int32Array.from(Array(used[f + 1] ?? nrow).keys());
    return { train: rows.subarray(0, from), heldOut: rows.subarray(from) };
  });
}

/** Returns the first rows of at most `count` blocks of about the same size. */
export function blockStarts(nrow: number, count: number, periods: Int32Array): number[] {
  const blocks = Math.min(count, nrow);
  const starts = Array.from({ length: blocks }, (_, block) => Math.floor((block * nrow) / blocks));
  const atPeriods = moveToPeriods(starts, periods);
  return atPeriods.length > 1 ? atPeriods : starts;
}

/** Moves each row to the first row of its period. */
function moveToPeriods(rows: readonly number[], periods?: Int32Array): number[] {
  return [...new Set(rows.map((row) => periods?.indexOf(periods[row]) ?? row))];
}

/**
 * Models of later rows need a past of some length: from half of the rows on. A linear model of a few rows with more inputs than rows
 * errs by several times the height of a series that grows. If the last period alone has more than half of the rows, a shorter past
 * has to do.
 */
export function withLongPast(split: Split, nrow: number): Split {
  const folds = split.folds.filter(({ train }) => train.length >= nrow >> 1);
  return { ...split, folds: folds.length > 0 ? folds : split.folds.slice(-1) };
}
