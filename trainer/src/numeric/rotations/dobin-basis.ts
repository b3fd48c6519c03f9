/**
 * The DOBIN basis (Kandanaarachchi and Hyndman 2021, "Dimension Reduction for Outlier Detection Using DOBIN", Journal of
 * Computational and Graphical Statistics 30(1), as CRAN's dobin 1.0.4 has it). Columns are brought to 0 … 1. Of the squared
 * differences between each row and its nearest neighbours, column by column, those that add up to more than their 95 %
 * quantile are kept: mostly pairs with an outlier. The next vector points along the sum of them, and the search goes on in
 * what is orthogonal to it. With fewer rows than columns it begins from the rows' principal axes.
 *
 * Ours: with more columns than NARROW, of which no tree of rows is searched faster, the basis is found from MOST_ROWS rows drawn
 * at random where there are more, since the work grows with their square.
 */
import type { Matrix } from "../matrix.js";
import { NARROW } from "../neighbours/tree.js";
import type { Pace } from "../pace.js";
import { type Points, pointsOf } from "../points.js";
import type { Random } from "../random.js";
import type { Basis } from "./basis.js";
import { type Pairs, StandingApart, squaresOf } from "./neighbour-pairs.js";
import { pairsByTree } from "./pairs-by-tree.js";
import { principalAxes } from "./principal-axes.js";

export const MOST_ROWS = 2000;
/** Mean squared differences below this are rounding errors of columns that span 0 … 1. */
const NOTHING_LEFT = 1e-24;

/** The first `most` vectors. Of one row at least. */
export async function dobinBasis(x: Matrix, most: number, random: Random, pace: Pace): Promise<Basis> {
  const { center, spans } = extentOf(x);
  const sample = scaled(x.ncol > NARROW ? drawn(x, random) : x, center, spans);
  const search = await startSearch(sample, pace);
  const wanted = Math.min(most, search.axes.length);
  const found: Float64Array[] = [];
  while (found.length < wanted && search.axes.length > 1) {
    const towards = await search.pairs.difference(search.points, found.length);
    if (!towards || towards.size / towards.pairs < NOTHING_LEFT) break;
    found.push(combined(search.axes, towards.direction));
    turnAway(search, found.length - 1, towards.direction);
    if (pace.due()) await pace.rest(found.length / wanted);
  }
  // What is left is the last vector, or, where nothing stands apart any more, any orthogonal ones.
  const vectors = [...found, ...search.axes].slice(0, wanted);
  const directions = Float64Array.from(vectors.flatMap((vector) => Array.from(vector, (part, j) => (spans[j] > 0 ? part / spans[j] : 0))));
  return { center, directions };
}

interface Search {
  /** Coordinates along the axes; those of axes that were left behind stay in front, and count no more. */
  points: Points;
  /** Orthogonal to all vectors found. */
  axes: Float64Array[];
  pairs: Pairs;
}

async function startSearch(sample: Matrix, pace: Pace): Promise<Search> {
  const points = pointsOf(sample);
  const unit = (j: number) => Float64Array.from({ length: sample.ncol }, (_, at) => (at === j ? 1 : 0));
  const few = sample.nrow > 1 && sample.nrow < sample.ncol;
  const axes = few ? (await principalAxes(sample, pace)).vectors : sample.columns.map((_, j) => unit(j));
  const turned = few ? along(points, axes) : points;
  const pairs = turned.width > NARROW ? new StandingApart(await squaresOf(turned, pace), turned.count) : pairsByTree(turned.count, pace);
  return { points: turned, axes: axes.length > 0 ? axes : sample.columns.map((_, j) => unit(j)), pairs };
}

function along({ count, width, values }: Points, axes: readonly Float64Array[]): Points {
  const turned = new Float64Array(count * axes.length);
  for (let i = 0; i < count; i++) {
    for (let a = 0; a < axes.length; a++) {
      let sum = 0;
      for (let j = 0; j < width; j++) sum += values[i * width + j] * axes[a][j];
      turned[i * axes.length + a] = sum;
    }
  }
  return { count, width: axes.length, values: turned };
}

function combined(axes: readonly Float64Array[], weights: Float64Array): Float64Array {
  const sum = new Float64Array(axes[0].length);
  axes.forEach((axis, a) => {
    for (let j = 0; j < sum.length; j++) sum[j] += weights[a] * axis[j];
  });
  return sum;
}

/**
 * Reflects axes and coordinates so that the first axis becomes the direction, and leaves it behind (Householder 1958).
 * Coordinates from position `from` on are those of the axes. The direction has no negative part.
 */
function turnAway(search: Search, from: number, direction: Float64Array): void {
  const { points, axes } = search;
  const [first] = axes;
  const along = combined(axes, direction);
  const scale = 1 + direction[0];
  search.axes = axes.slice(1).map((axis, a) => axis.map((part, j) => part - (direction[a + 1] * (first[j] + along[j])) / scale));
  for (let i = 0; i < points.count; i++) {
    const own = i * points.width + from;
    let sum = points.values[own];
    for (let a = 0; a < axes.length; a++) sum += direction[a] * points.values[own + a];
    for (let a = 1; a < axes.length; a++) points.values[own + a] -= (direction[a] * sum) / scale;
  }
}

function extentOf(x: Matrix): { center: Float64Array; spans: Float64Array } {
  const extremes = x.columns.map((column) =>
    column.reduce(([low, high], value) => [Math.min(low, value), Math.max(high, value)], [column[0], column[0]]),
  );
  return { center: Float64Array.from(extremes, ([low]) => low), spans: Float64Array.from(extremes, ([low, high]) => high - low) };
}

function scaled(x: Matrix, center: Float64Array, spans: Float64Array): Matrix {
  const columns = x.columns.map((column, j) => column.map((value) => (spans[j] > 0 ? (value - center[j]) / spans[j] : 0)));
  return { ...x, columns };
}

/** All rows, or MOST_ROWS of them without repetition, in their order. */
function drawn(x: Matrix, random: Random): Matrix {
  if (x.nrow <= MOST_ROWS) return x;
  const order = Int32Array.from({ length: x.nrow }, (_, i) => i);
  for (let i = 0; i < MOST_ROWS; i++) {
    const j = i + random.int(x.nrow - i);
    [order[i], order[j]] = [order[j], order[i]];
  }
  const rows = order.slice(0, MOST_ROWS).sort();
  return { nrow: rows.length, ncol: x.ncol, columns: x.columns.map((column) => Float64Array.from(rows, (row) => column[row])) };
}
