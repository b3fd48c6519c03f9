/**
 * The DOBIN basis (Kandanaarachchi and Hyndman 2021, "Dimension Reduction for Outlier Detection Using DOBIN", Journal of
 * Computational and Graphical Statistics 30(1), as in CRAN's dobin 1.0.4). Columns are scaled to 0 … 1. The squared differences
 * between each row and its nearest neighbours are computed column by column. Pairs whose sum is above the 95 % quantile are kept;
 * most of them contain an outlier. The next vector points along the sum of these differences, and the search continues in its
 * orthogonal complement. With fewer rows than columns it starts from the rows' principal axes.
 *
 * One addition is ours. With more columns than MAX_KD_TREE_COLUMNS no tree makes the search faster, and the work grows with the
 * square of the rows. Then the basis comes from at most MAX_ROWS rows, drawn at random.
 */
import { type Matrix, takeMatrixRows } from "../matrix.js";
import { MAX_KD_TREE_COLUMNS } from "../neighbours/kd-tree.js";
import { type Points, pointsOf } from "../points.js";
import { type Random, sampleWithoutReplacement } from "../random.js";
import type { YieldToEventLoop } from "../yield-to-event-loop.js";
import type { Basis } from "./basis.js";
import { indexPairs } from "./index-pairs.js";
import { matrixPairs } from "./matrix-pairs.js";
import type { NeighbourPairs } from "./neighbour-pairs.js";
import { principalAxes } from "./principal-axes.js";

export const MAX_ROWS = 2000;
/** Least mean squared difference. Smaller ones are rounding errors of columns that span 0 … 1. */
const MIN_MEAN_DIFFERENCE = 1e-24;

/** Returns the first `most` vectors. Needs at least one row. */
export async function dobinBasis(x: Matrix, maxVectors: number, random: Random, yieldToEventLoop: YieldToEventLoop): Promise<Basis> {
  const { center, spans } = columnRanges(x);
  const sample = minMaxScaled(x.ncol > MAX_KD_TREE_COLUMNS ? sampleRows(x, random) : x, center, spans);
  const search = await startSearch(sample, yieldToEventLoop);
  const count = Math.min(maxVectors, search.axes.length);
  const basisVectors: Float64Array[] = [];
  while (basisVectors.length < count && search.axes.length > 1) {
    const difference = await search.pairs.nextDifference(search.points, basisVectors.length);
    const summed = yieldToEventLoop();
    if (summed) await summed;
    if (!difference || difference.norm / difference.pairs < MIN_MEAN_DIFFERENCE) break;
    basisVectors.push(linearCombination(search.axes, difference.direction));
    deflate(search, basisVectors.length - 1, difference.direction);
    const pending = yieldToEventLoop(basisVectors.length / count);
    if (pending) await pending;
  }
  // The remaining axes are the last vector or, if no pairs differ any more, any orthogonal vectors.
  const vectors = [...basisVectors, ...search.axes].slice(0, count);
  const directions = Float64Array.from(vectors.flatMap((vector) => Array.from(vector, (part, j) => (spans[j] > 0 ? part / spans[j] : 0))));
  return { center, directions };
}

interface BasisSearch {
  /** Coordinates along the axes. Those of earlier axes stay in front and are ignored. */
  points: Points;
  /** Axes orthogonal to all vectors found. */
  axes: Float64Array[];
  pairs: NeighbourPairs;
}

async function startSearch(sample: Matrix, yieldToEventLoop: YieldToEventLoop): Promise<BasisSearch> {
  const points = pointsOf(sample);
  const unit = (j: number) => Float64Array.from({ length: sample.ncol }, (_, at) => (at === j ? 1 : 0));
  const fewRows = sample.nrow > 1 && sample.nrow < sample.ncol;
  const axes = fewRows ? (await principalAxes(sample, yieldToEventLoop)).vectors : sample.columns.map((_, j) => unit(j));
  const projected = fewRows ? projectPoints(points, axes) : points;
  const pairs =
    projected.width > MAX_KD_TREE_COLUMNS ? await matrixPairs(projected, yieldToEventLoop) : indexPairs(projected.count, yieldToEventLoop);
  return { points: projected, axes: axes.length > 0 ? axes : sample.columns.map((_, j) => unit(j)), pairs };
}

function projectPoints({ count, width, values }: Points, axes: readonly Float64Array[]): Points {
  const projected = new Float64Array(count * axes.length);
  for (let i = 0; i < count; i++) {
    for (let a = 0; a < axes.length; a++) {
      let sum = 0;
      for (let j = 0; j < width; j++) sum += values[i * width + j] * axes[a][j];
      projected[i * axes.length + a] = sum;
    }
  }
  return { count, width: axes.length, values: projected };
}

function linearCombination(axes: readonly Float64Array[], weights: Float64Array): Float64Array {
  const sum = new Float64Array(axes[0].length);
  axes.forEach((axis, a) => {
    for (let j = 0; j < sum.length; j++) sum[j] += weights[a] * axis[j];
  });
  return sum;
}

/**
 * Reflects axes and coordinates so that the first axis becomes the direction, then drops it (Householder 1958). Coordinates from
 * position `from` on are those of the axes. No component of the direction is negative.
 */
function deflate(search: BasisSearch, from: number, direction: Float64Array): void {
  const { points, axes } = search;
  const [first] = axes;
  const along = linearCombination(axes, direction);
  const scale = 1 + direction[0];
  search.axes = axes.slice(1).map((axis, a) => axis.map((part, j) => part - (direction[a + 1] * (first[j] + along[j])) / scale));
  for (let i = 0; i < points.count; i++) {
    const own = i * points.width + from;
    let sum = points.values[own];
    for (let a = 0; a < axes.length; a++) sum += direction[a] * points.values[own + a];
    for (let a = 1; a < axes.length; a++) points.values[own + a] -= (direction[a] * sum) / scale;
  }
}

function columnRanges(x: Matrix): { center: Float64Array; spans: Float64Array } {
  const extremes = x.columns.map((column) =>
    column.reduce(([low, high], value) => [Math.min(low, value), Math.max(high, value)], [column[0], column[0]]),
  );
  return { center: Float64Array.from(extremes, ([low]) => low), spans: Float64Array.from(extremes, ([low, high]) => high - low) };
}

function minMaxScaled(x: Matrix, center: Float64Array, spans: Float64Array): Matrix {
  const columns = x.columns.map((column, j) => column.map((value) => (spans[j] > 0 ? (value - center[j]) / spans[j] : 0)));
  return { ...x, columns };
}

/** Returns all rows, or MAX_ROWS of them drawn without replacement, in their order. */
function sampleRows(x: Matrix, random: Random): Matrix {
  if (x.nrow <= MAX_ROWS) return x;
  return takeMatrixRows(x, sampleWithoutReplacement(x.nrow, MAX_ROWS, random).sort());
}
