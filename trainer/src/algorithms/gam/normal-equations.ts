import type { YieldToEventLoop } from "../../numeric/yield-to-event-loop.js";
import { weightedCrossProducts, weightedFactorSums } from "./basis-sums.js";
import { multiply, multiplyTransposed } from "./dense-matrix.js";
import type { Term } from "./design.js";
import { VALUES_PER_KNOT } from "./spline.js";

/** Weighted least squares in sufficient statistics, with the intercept eliminated. All are means over the rows. */
export interface NormalEquations {
  rows: number;
  /** Number of coefficients. */
  coefficientCount: number;
  /** coefficientCount × coefficientCount, both triangles. */
  gram: Float64Array;
  rightHandSide: Float64Array;
  /** Weighted mean square of the target around its mean. */
  targetMeanSquare: number;
  /** Returns the intercept for the coefficients. */
  intercept(coefficients: Float64Array): number;
}

/** Returns where each term's coefficients start, and the number of all coefficients. */
export function termOffsets(terms: readonly Term[]): { starts: number[]; size: number } {
  let size = 0;
  const starts = terms.map(({ width }) => {
    size += width;
    return size - width;
  });
  return { starts, size };
}

export async function normalEquations(
  terms: readonly Term[],
  weights: Float64Array,
  target: Float64Array,
  yieldToEventLoop: YieldToEventLoop,
): Promise<NormalEquations> {
  const rows = weights.length;
  const { starts, size: coefficientCount } = termOffsets(terms);
  const weighted = target.map((value, i) => weights[i] * value);
  let [total, totalY, square] = [0, 0, 0];
  for (let i = 0; i < rows; i++) {
    total += weights[i];
    totalY += weighted[i];
    square += weighted[i] * target[i];
  }
  const sums = new Float64Array(coefficientCount);
  const rightHandSide = new Float64Array(coefficientCount);
  const gram = new Float64Array(coefficientCount * coefficientCount);
  for (const [a, term] of terms.entries()) {
    sums.set(weightedCoordinates(term, weights), starts[a]);
    rightHandSide.set(weightedCoordinates(term, weighted), starts[a]);
    for (let b = 0; b <= a; b++) {
      const block = crossProductBlock(term, terms[b], weights);
      for (let i = 0; i < term.width; i++) {
        for (let j = 0; j < terms[b].width; j++) {
          gram[(starts[a] + i) * coefficientCount + starts[b] + j] = block[i * terms[b].width + j];
          gram[(starts[b] + j) * coefficientCount + starts[a] + i] = block[i * terms[b].width + j];
        }
      }
      const pending = yieldToEventLoop();
      if (pending) await pending;
    }
  }
  for (let i = 0; i < coefficientCount; i++) {
    for (let j = 0; j < coefficientCount; j++)
      gram[i * coefficientCount + j] = (gram[i * coefficientCount + j] - (sums[i] * sums[j]) / total) / rows;
    rightHandSide[i] = (rightHandSide[i] - (sums[i] * totalY) / total) / rows;
  }
  return {
    rows,
    coefficientCount,
    gram,
    rightHandSide,
    targetMeanSquare: (square - (totalY * totalY) / total) / rows,
    intercept: (coefficients) => (totalY - coefficients.reduce((sum, value, j) => sum + value * sums[j], 0)) / total,
  };
}

function knotValueCount({ spline }: Term): number {
  return VALUES_PER_KNOT * spline.knots.length;
}

/** Returns Σ weight · coordinate over the rows. */
function weightedCoordinates(term: Term, weights: Float64Array): Float64Array {
  return multiplyTransposed(term.knotTransform, weightedFactorSums(term.rows, knotValueCount(term), weights), knotValueCount(term));
}

function crossProductBlock(a: Term, b: Term, weights: Float64Array): Float64Array {
  const sums = weightedCrossProducts([a.rows, knotValueCount(a)], [b.rows, knotValueCount(b)], weights);
  return multiplyTransposed(a.knotTransform, multiply(sums, b.knotTransform, knotValueCount(b)), knotValueCount(a));
}
