import { meansOf } from "../linear-algebra/center.js";
import { centeredGram } from "../linear-algebra/gram.js";
import { symmetricEigen } from "../linear-algebra/symmetric-eigen.js";
import { addScaled, concatenate, dot } from "../linear-algebra/vectors.js";
import type { Matrix } from "../matrix.js";
import type { Points } from "../points.js";
import type { YieldToEventLoop } from "../yield-to-event-loop.js";
import { clippedPoints, createIndex, kdTreeOrder, MAX_KD_TREE_COLUMNS, writeClippedPoints, writePermuted } from "./kd-tree.js";
import type { NeighbourIndex } from "./neighbour-index.js";

/** Most points of many columns that are compared with each query, since a tree takes longer to build than it would save. */
const MAX_COMPARED_POINTS = 2048;
/** Most columns for which a rotation saves more than it costs. */
const MAX_ROTATED_COLUMNS = 64;
/** Rows of the sample that gives the axes. No more rows than these keep their columns, since a rotation would take longer than it saves. */
const SAMPLE_ROWS = 1000;
/** Rows of the sample that gives the effective dimension. */
const DIMENSION_SAMPLE_ROWS = 50;
/** Added to each variance, as a share of the greatest. */
const MIN_VARIANCE_SHARE = 1e-9;
/** Number of leading axes that may split the points. */
const SPLIT_AXES = 8;

interface BuiltIndex {
  /** Creates the index on the first call, since rows that are only stored need no search. It holds the rows until then. */
  index(): NeighbourIndex;
  /** Row at each place of the index. */
  order: Int32Array;
}

/**
 * Builds a k-d tree along the principal axes of the rows, or an index of all points if there are many columns and the points are few
 * or their effective dimension is too high for a tree. A search finds at most that many neighbours around a point.
 */
export async function buildIndex(x: Matrix, neighbours: number, yieldToEventLoop: YieldToEventLoop): Promise<BuiltIndex> {
  const size = { count: x.nrow, width: x.ncol, neighbours };
  if (x.ncol > MAX_KD_TREE_COLUMNS && (x.nrow <= MAX_COMPARED_POINTS || effectiveDimension(x) > MAX_KD_TREE_COLUMNS)) {
    return { index: once(() => createIndex(size, writeClippedPoints(x))), order: new Int32Array(x.nrow).map((_, i) => i) };
  }
  const axes = await principalAxesOf(x, yieldToEventLoop);
  const places = clippedPoints(x);
  const order = await kdTreeOrder(axes.length > 0 ? projectRows(x, axes) : places, yieldToEventLoop);
  return { index: once(() => createIndex(size, writePermuted(places, order), axes)), order };
}

function once<T>(make: () => T): () => T {
  let value: T | undefined;
  return () => {
    value ??= make();
    return value;
  };
}

/**
 * Returns the principal axes, one after the other, by decreasing variance; empty if there are too few rows or too many columns, or
 * their squares are too large.
 */
async function principalAxesOf({ nrow, ncol, columns }: Matrix, yieldToEventLoop: YieldToEventLoop): Promise<Float64Array> {
  if (ncol < 2 || ncol > MAX_ROTATED_COLUMNS || nrow <= SAMPLE_ROWS) return new Float64Array(0);
  const step = Math.ceil(nrow / SAMPLE_ROWS);
  const sampled = columns.map((column) => everyNth(column, step));
  const gram = await centeredGram(sampled, meansOf(sampled), () => yieldToEventLoop(0));
  // Axes without variance are needed too: new points may vary along them.
  let maxVariance = 0;
  for (let j = 0; j < ncol; j++) maxVariance = Math.max(maxVariance, gram[j * ncol + j]);
  for (let j = 0; j < ncol; j++) gram[j * ncol + j] += MIN_VARIANCE_SHARE * maxVariance;
  if (!gram.every(Number.isFinite)) return new Float64Array(0);
  const { vectors } = await symmetricEigen(gram, ncol, yieldToEventLoop);
  return concatenate(vectors.length === ncol ? vectors : []);
}

/**
 * Returns the effective dimension, the number of directions of equal variance that would have the same (Σλ)² ÷ Σλ² of the
 * covariance. It uses products of a sample of the rows: Σλ is the mean square of the centered rows, and Σλ² the mean squared
 * product of two different ones.
 */
function effectiveDimension(x: Matrix): number {
  const rows = sampleOfRows(x, Math.ceil(x.nrow / DIMENSION_SAMPLE_ROWS));
  let ownSquares = 0;
  let products = 0;
  rows.forEach((row, i) => {
    ownSquares += dot(row, row);
    for (let k = 0; k < i; k++) products += dot(row, rows[k]) ** 2;
  });
  const count = rows.length;
  return (ownSquares / count) ** 2 / (products / ((count * (count - 1)) / 2));
}

/** Returns every nth row, less the mean of these. */
function sampleOfRows({ nrow, ncol, columns }: Matrix, n: number): Float64Array[] {
  const rows = Array.from({ length: Math.ceil(nrow / n) }, () => new Float64Array(ncol));
  columns.forEach((column, j) => {
    let sum = 0;
    for (let i = 0; i < rows.length; i++) sum += column[i * n];
    const mean = sum / rows.length;
    for (let i = 0; i < rows.length; i++) rows[i][j] = column[i * n] - mean;
  });
  return rows;
}

function everyNth(values: Float64Array, n: number): Float64Array {
  const sampled = new Float64Array(Math.ceil(values.length / n));
  for (let i = 0; i < sampled.length; i++) sampled[i] = values[i * n];
  return sampled;
}

/** Adds four columns times their factors to y, one after the other: rounding is the same as of four calls of addScaled. */
function addFourScaled(y: Float64Array, [timesA, timesB, timesC, timesD]: Float64Array, [a, b, c, d]: readonly Float64Array[]): void {
  for (let i = 0; i < y.length; i++) y[i] = y[i] + timesA * a[i] + timesB * b[i] + timesC * c[i] + timesD * d[i];
}

/** Returns the rows' coordinates along the first axes. */
function projectRows({ nrow, ncol, columns }: Matrix, axes: Float64Array): Points {
  const width = Math.min(SPLIT_AXES, ncol);
  const values = new Float64Array(nrow * width);
  const coordinates = new Float64Array(nrow);
  const whole = ncol - (ncol % 4);
  for (let axis = 0; axis < width; axis++) {
    coordinates.fill(0);
    const factors = axes.subarray(axis * ncol, (axis + 1) * ncol);
    for (let j = 0; j < whole; j += 4) addFourScaled(coordinates, factors.subarray(j, j + 4), columns.slice(j, j + 4));
    for (let j = whole; j < ncol; j++) addScaled(coordinates, factors[j], columns[j]);
    for (let i = 0; i < nrow; i++) values[i * width + axis] = coordinates[i];
  }
  return { count: nrow, width, values };
}
