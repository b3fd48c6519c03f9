import type { Rest } from "../../numeric/coordinate-descent/descend.js";
import { product, transposedTimes } from "./dense.js";
import type { Term } from "./design.js";
import { PER_KNOT } from "./spline.js";
import { crossProducts, sumsOf } from "./sums.js";

/** Weighted least squares without the rows, the intercept taken out: all means over rows. */
export interface Moments {
  rows: number;
  /** Coefficients. */
  size: number;
  /** size × size, all of it filled. */
  gram: Float64Array;
  moment: Float64Array;
  /** Of the target. */
  square: number;
  /** The intercept that goes with coefficients. */
  intercept(coefficients: Float64Array): number;
}

/** Where each term's coefficients begin, and how many there are altogether. */
export function placesOf(terms: readonly Term[]): { starts: number[]; size: number } {
  let size = 0;
  const starts = terms.map(({ width }) => {
    size += width;
    return size - width;
  });
  return { starts, size };
}

export async function momentsOf(terms: readonly Term[], weights: Float64Array, target: Float64Array, rest: Rest): Promise<Moments> {
  const rows = weights.length;
  const { starts, size } = placesOf(terms);
  const weighted = target.map((value, i) => weights[i] * value);
  let [total, totalY, square] = [0, 0, 0];
  for (let i = 0; i < rows; i++) {
    total += weights[i];
    totalY += weighted[i];
    square += weighted[i] * target[i];
  }
  const sums = new Float64Array(size);
  const moment = new Float64Array(size);
  const gram = new Float64Array(size * size);
  for (const [a, term] of terms.entries()) {
    sums.set(coordinates(term, weights), starts[a]);
    moment.set(coordinates(term, weighted), starts[a]);
    for (let b = 0; b <= a; b++) {
      const block = blockOf(term, terms[b], weights);
      for (let i = 0; i < term.width; i++) {
        for (let j = 0; j < terms[b].width; j++) {
          gram[(starts[a] + i) * size + starts[b] + j] = block[i * terms[b].width + j];
          gram[(starts[b] + j) * size + starts[a] + i] = block[i * terms[b].width + j];
        }
      }
      const resting = rest();
      if (resting) await resting;
    }
  }
  for (let i = 0; i < size; i++) {
    for (let j = 0; j < size; j++) gram[i * size + j] = (gram[i * size + j] - (sums[i] * sums[j]) / total) / rows;
    moment[i] = (moment[i] - (sums[i] * totalY) / total) / rows;
  }
  return {
    rows,
    size,
    gram,
    moment,
    square: (square - (totalY * totalY) / total) / rows,
    intercept: (coefficients) => (totalY - coefficients.reduce((sum, value, j) => sum + value * sums[j], 0)) / total,
  };
}

function sizeOf({ spline }: Term): number {
  return PER_KNOT * spline.knots.length;
}

/** Σ weight · coordinate over the rows. */
function coordinates(term: Term, weights: Float64Array): Float64Array {
  return transposedTimes(term.toKnots, sumsOf(term.rows, sizeOf(term), weights), sizeOf(term));
}

function blockOf(a: Term, b: Term, weights: Float64Array): Float64Array {
  const sums = crossProducts([a.rows, sizeOf(a)], [b.rows, sizeOf(b)], weights);
  return transposedTimes(a.toKnots, product(sums, b.toKnots, sizeOf(b)), sizeOf(a));
}
