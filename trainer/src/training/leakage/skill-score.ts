import type { Column } from "../../data/tables/table.js";
import { bisectLeft } from "../../numeric/bisect.js";
import type { Target } from "../../numeric/matrix.js";
import type { SplitDesign } from "../../numeric/split.js";

/** Least number of rows; with fewer rows, no column has skill. */
const MIN_ROWS = 30;

/**
 * Returns the skill of a single column relative to the baseline: 1 is perfect, 0 no better. The baseline is the mean or majority of
 * the predicted rows themselves: that of the training rows may be far from all of them for a single extreme target. Every other row is
 * a training row, and its target is stored by the column's value: the mean target, or the most frequent class. The remaining rows
 * are predicted. A number between two known values is interpolated, or takes the class of the nearer value. Numbers beyond the
 * known values are not predicted. Where rows belong together, every other group is one of training rows; of rows in order of time,
 * the earlier half is.
 */
export function skillScore(column: Column, target: Target, design?: SplitDesign): number {
  const values = column.type === "s" ? Float64Array.from(column.codes, (code) => (code < 0 ? Number.NaN : code)) : column.values;
  if (target.kind === "none" || values.length < MIN_ROWS) return 0;
  const between = column.type === "s" ? "nothing" : target.kind === "number" ? "interpolation" : "nearest";
  const isTraining = trainingHalf(values.length, design);
  const lookup = fitLookup(values, target, isTraining);
  const rows: number[] = [];
  let error = 0;
  for (let row = 0; row < values.length; row++) {
    if (isTraining(row)) continue;
    const predicted = predictLookup(lookup, values[row], between);
    if (predicted === undefined) continue;
    rows.push(row);
    error += predictionError(target, row, predicted);
  }
  const baseline = trivialGuess(target, rows);
  const baselineError = rows.reduce((sum, row) => sum + predictionError(target, row, baseline), 0);
  return baselineError > 0 ? 1 - error / baselineError : 0;
}

/** Returns the mean target of the rows, or their most frequent class. */
function trivialGuess(target: Exclude<Target, { kind: "none" }>, rows: readonly number[]): number {
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
  predictions: number[];
  ofMissing: number;
  overall: number;
}

function trainingHalf(nrow: number, design?: SplitDesign): (row: number) => boolean {
  if (design?.rows === "time") return (row) => row < nrow / 2;
  return design?.rows === "groups" ? (row) => design.groups[row] % 2 === 0 : (row) => row % 2 === 0;
}

function fitLookup(values: Float64Array, target: Exclude<Target, { kind: "none" }>, isTraining: (row: number) => boolean): LookupModel {
  const rows = Array.from(values.keys()).filter(isTraining);
  const byValue = new Map<number, number[]>();
  for (const row of rows) {
    const same = byValue.get(values[row]);
    if (same) same.push(row);
    else byValue.set(values[row], [row]);
  }
  const predictFrom = (of: readonly number[]) => trivialGuess(target, of);
  const overall = predictFrom(rows);
  const missing = byValue.get(Number.NaN);
  const at = Float64Array.from(byValue.keys()).filter(Number.isFinite).sort();
  return {
    at,
    predictions: Array.from(at, (value) => predictFrom(byValue.get(value) ?? rows)),
    ofMissing: missing ? predictFrom(missing) : overall,
    overall,
  };
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

function meanOf(values: Float64Array, rows: readonly number[]): number {
  return rows.reduce((sum, row) => sum + values[row], 0) / rows.length;
}

function mostFrequent(codes: Int32Array, rows: readonly number[]): number {
  const counts = new Map<number, number>();
  for (const row of rows) counts.set(codes[row], (counts.get(codes[row]) ?? 0) + 1);
  return [...counts].reduce((best, next) => (next[1] > best[1] ? next : best), [-1, 0])[0];
}
