import { type Column, isMissing, takeColumnRows } from "../../data/tables/table.js";
import { bisectLeft } from "../../numeric/bisect.js";
import { countingSort } from "../../numeric/counting-sort.js";
import type { Target } from "../../numeric/matrix.js";
import { rowsWhere } from "../../numeric/rows-where.js";
import { type Splitter, takeSplitter } from "../../numeric/split.js";
import { takeNumbers } from "../../numeric/take-numbers.js";
import { takeTarget } from "../plan/target.js";

/** Least number of rows; with fewer rows, no column has skill. */
const MIN_ROWS = 30;

/**
 * Returns the skill of a single column relative to the baseline: 1 is perfect, 0 no better. The baseline is the mean or majority of
 * the predicted rows themselves: that of the training rows may be far from all of them for a single extreme target. Every other row is
 * a training row, and its target is stored by the column's value: the mean target, or the most frequent class. The remaining rows are
 * predicted. A number between two known values is interpolated, or takes the class of the nearer value. Numbers beyond the known
 * values are not predicted. If rows belong together, every other group is for training; if rows are in order of time, the earlier half
 * is.
 */
export function skillScore(column: Column, target: Target, splitter?: Splitter): number {
  const values = column.type === "s" ? Float64Array.from(column.codes, (code) => (code < 0 ? Number.NaN : code)) : column.values;
  if (target.kind === "none" || values.length < MIN_ROWS) return 0;
  const between = column.type === "s" ? "nothing" : target.kind === "number" ? "interpolation" : "nearest";
  const isTraining = trainingHalf(values.length, splitter);
  const lookup = fitLookup(values, target, isTraining);
  let error = 0;
  const rows = rowsWhere(values.length, (row) => {
    if (isTraining(row)) return false;
    const predicted = predictLookup(lookup, values[row], between);
    if (predicted === undefined) return false;
    error += predictionError(target, row, predicted);
    return true;
  });
  const baseline = trivialGuess(target, rows);
  let baselineError = 0;
  for (let i = 0; i < rows.length; i++) baselineError += predictionError(target, rows[i], baseline);
  return baselineError > 0 ? 1 - error / baselineError : 0;
}

/** Least share of the rows that have a value, where these alone count, and fewest of them that are not of their most frequent class. */
const MIN_SHARE_WITH_VALUE = 0.1;
const MIN_OTHER_CLASSES = 10;

/**
 * Returns the skill of a column with gaps in the rows that have a value of it, as of a second measurement of the target that was made of
 * every other part. Returns 0 for a column without gaps.
 */
export function skillWhereItHasValue(column: Column, target: Target, splitter?: Splitter): number {
  const nrow = column.type === "s" ? column.codes.length : column.values.length;
  const rows = rowsWhere(nrow, (row) => !isMissing(column, row));
  if (target.kind === "none" || rows.length === nrow || rows.length < MIN_SHARE_WITH_VALUE * nrow) return 0;
  const ofRows = takeTarget(target, rows);
  if (ofRows.kind === "class" && countOtherClasses(ofRows.codes) < MIN_OTHER_CLASSES) return 0;
  return skillScore(takeColumnRows(column, rows), ofRows, splitter && takeSplitter(splitter, rows));
}

/** Returns the number of rows that are not of the most frequent class. */
function countOtherClasses(codes: Int32Array): number {
  const all = Int32Array.from(codes.keys());
  const most = mostFrequent(codes, all);
  return codes.filter((code) => code !== most).length;
}

/** Returns the mean target of the rows, or their most frequent class. */
function trivialGuess(target: Exclude<Target, { kind: "none" }>, rows: Int32Array): number {
  return target.kind === "number" ? meanOf(target.values, rows) : mostFrequent(target.codes, rows);
}

/** Returns the squared error for numbers, 1 for a wrong class. */
function predictionError(target: Exclude<Target, { kind: "none" }>, row: number, predicted: number): number {
  if (target.kind === "number") return (target.values[row] - predicted) ** 2;
  return target.codes[row] === predicted ? 0 : 1;
}

interface LookupModel {
  /** Values of the column, ascending. */
  at: Float64Array;
  /** Prediction for each of these values. */
  predictions: Float64Array;
  ofMissing: number;
  overall: number;
}

function trainingHalf(nrow: number, splitter?: Splitter): (row: number) => boolean {
  if (splitter?.rows === "time") return (row) => row < nrow / 2;
  return splitter?.rows === "groups" ? (row) => splitter.groups[row] % 2 === 0 : (row) => row % 2 === 0;
}

function fitLookup(values: Float64Array, target: Exclude<Target, { kind: "none" }>, isTraining: (row: number) => boolean): LookupModel {
  const rows = rowsWhere(values.length, isTraining);
  const overall = trivialGuess(target, rows);
  const missing = rowsWhere(values.length, (row) => isTraining(row) && Number.isNaN(values[row]));
  const present = rowsWhere(values.length, (row) => isTraining(row) && Number.isFinite(values[row]));
  const at = distinctSorted(takeNumbers(values, present).sort());
  const placeOf = new Int32Array(values.length);
  for (let i = 0; i < present.length; i++) placeOf[present[i]] = bisectLeft(at, values[present[i]]);
  const byValue = countingSort(present, (row) => placeOf[row], at.length);
  const predictions = new Float64Array(at.length);
  for (let place = 0, from = 0; place < at.length; place++) {
    let to = from + 1;
    while (to < byValue.length && placeOf[byValue[to]] === place) to++;
    predictions[place] = trivialGuess(target, byValue.subarray(from, to));
    from = to;
  }
  return { at, predictions, ofMissing: missing.length > 0 ? trivialGuess(target, missing) : overall, overall };
}

function predictLookup(
  { at, predictions, ofMissing, overall }: LookupModel,
  value: number,
  between: "nothing" | "interpolation" | "nearest",
): number | undefined {
  if (!Number.isFinite(value)) return ofMissing;
  const above = bisectLeft(at, value);
  if (at[above] === value) return predictions[above];
  if (between === "nothing" || at.length === 0) return overall;
  if (above === 0 || above === at.length) return undefined;
  const share = (value - at[above - 1]) / (at[above] - at[above - 1]);
  if (between === "nearest") return predictions[share < 0.5 ? above - 1 : above];
  return predictions[above - 1] + share * (predictions[above] - predictions[above - 1]);
}

/** Returns the ascending values without repetition. */
function distinctSorted(sorted: Float64Array): Float64Array {
  let count = 0;
  for (let i = 0; i < sorted.length; i++) if (i === 0 || sorted[i] !== sorted[i - 1]) sorted[count++] = sorted[i];
  return sorted.subarray(0, count);
}

function meanOf(values: Float64Array, rows: Int32Array): number {
  let sum = 0;
  for (let i = 0; i < rows.length; i++) sum += values[rows[i]];
  return sum / rows.length;
}

/** Returns the class of the most rows; of several, the one that comes first. */
function mostFrequent(codes: Int32Array, rows: Int32Array): number {
  if (rows.length === 1) return codes[rows[0]];
  const counts = new Map<number, number>();
  for (const row of rows) counts.set(codes[row], (counts.get(codes[row]) ?? 0) + 1);
  return [...counts].reduce((best, next) => (next[1] > best[1] ? next : best), [-1, 0])[0];
}
