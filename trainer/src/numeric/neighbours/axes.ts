import { centre, meansOf } from "../linear-algebra/centre.js";
import { eigenOf } from "../linear-algebra/eigen.js";
import { centredGram } from "../linear-algebra/gram.js";
import { addScaled, dot } from "../linear-algebra/vectors.js";
import type { Matrix } from "../matrix.js";
import type { Pace } from "../pace.js";
import { type Points, pointsOf } from "../points.js";
import type { Tree } from "./found.js";
import { NARROW, orderByHalving, placesOf, treeOf, writeInOrder, writePlaces } from "./tree.js";

/** Columns beyond which turning costs more than it saves. */
const WIDEST = 64;
/** Rows that the axes are found from. */
const SAMPLE = 1000;
/** Rows that tell along how many axes there is to look. */
const FEW_ROWS = 50;
/** As a share of the greatest. */
const LEAST_VARIANCE = 1e-9;
/** The first axes, along which points are halved. */
const HALVED = 8;

export interface Grown {
  /** Laid out when it is first asked for: rows that are only kept need no search. Holds on to the rows until then. */
  tree(): Tree;
  /** The row at each place of the tree. */
  order: Int32Array;
}

/** A tree of the rows along their principal axes; where these are too many to halve points by, the rows as they come. */
export async function growTree(x: Matrix, pace: Pace): Promise<Grown> {
  const size = { count: x.nrow, width: x.ncol };
  if (x.ncol > NARROW && dimensionOf(x) > NARROW) {
    return { tree: once(() => treeOf(size, writePlaces(x))), order: new Int32Array(x.nrow).map((_, i) => i) };
  }
  const axes = await axesOf(x, pace);
  const places = placesOf(x);
  const order = await orderByHalving(axes.length > 0 ? along(x, axes) : places, pace);
  return { tree: once(() => treeOf(size, writeInOrder(places, order), axes)), order };
}

function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/** Axis after axis, the one along which the rows vary most first; none where columns are too many or their squares too large. */
async function axesOf({ nrow, ncol, columns }: Matrix, pace: Pace): Promise<Float64Array> {
  if (ncol < 2 || ncol > WIDEST) return new Float64Array(0);
  const step = Math.ceil(nrow / SAMPLE);
  const sampled = columns.map((column) => everyNth(column, step));
  const gram = await centredGram(sampled, meansOf(sampled), () => (pace.due() ? pace.rest(0) : undefined));
  // Axes along which the rows do not vary are wanted too: new points may.
  let most = 0;
  for (let j = 0; j < ncol; j++) most = Math.max(most, gram[j * ncol + j]);
  for (let j = 0; j < ncol; j++) gram[j * ncol + j] += LEAST_VARIANCE * most;
  if (!gram.every(Number.isFinite)) return new Float64Array(0);
  const { vectors } = await eigenOf(gram, ncol, pace);
  return Float64Array.from(vectors.length === ncol ? vectors.flatMap((vector) => [...vector]) : []);
}

/**
 * As many directions of equal variance would have as much: (Σλ)² ÷ Σλ² of the covariance, by products of a part of the rows.
 * Σλ is the mean of the centred rows' squares, and Σλ² the mean square of the product of two different ones.
 */
function dimensionOf({ nrow, ncol, columns }: Matrix): number {
  const step = Math.ceil(nrow / FEW_ROWS);
  const rows = pointsOf({ nrow: Math.ceil(nrow / step), ncol, columns: centre(columns.map((column) => everyNth(column, step))).columns });
  const { count } = rows;
  const row = (i: number) => rows.values.subarray(i * ncol, (i + 1) * ncol);
  let ownSquares = 0;
  let products = 0;
  for (let i = 0; i < count; i++) {
    const one = row(i);
    ownSquares += dot(one, one);
    for (let k = 0; k < i; k++) products += dot(one, row(k)) ** 2;
  }
  return (ownSquares / count) ** 2 / (products / ((count * (count - 1)) / 2));
}

function everyNth(values: Float64Array, n: number): Float64Array {
  const some = new Float64Array(Math.ceil(values.length / n));
  for (let i = 0; i < some.length; i++) some[i] = values[i * n];
  return some;
}

/** The rows along the first axes. */
function along({ nrow, ncol, columns }: Matrix, axes: Float64Array): Points {
  const width = Math.min(HALVED, ncol);
  const values = new Float64Array(nrow * width);
  const one = new Float64Array(nrow);
  for (let axis = 0; axis < width; axis++) {
    one.fill(0);
    for (let j = 0; j < ncol; j++) addScaled(one, axes[axis * ncol + j], columns[j]);
    for (let i = 0; i < nrow; i++) values[i * width + axis] = one[i];
  }
  return { count: nrow, width, values };
}
