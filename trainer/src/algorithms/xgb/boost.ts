import type { Random } from "../../numeric/random.js";
import type { Bins } from "../../numeric/trees/bins.js";
import type { Tree } from "../../numeric/trees/forest.js";
import type { YieldToEventLoop } from "../../numeric/yield-to-event-loop.js";
import type { OwnParams } from "../base/with-class-weights.js";
import { bundleFeatures } from "./feature-bundles.js";
import { TreeGrower } from "./grow.js";
import type { Loss } from "./loss.js";

interface BoostingInput {
  bins: Bins;
  loss: Loss;
  params: OwnParams<"XGB">;
  random: Random;
  yieldToEventLoop: YieldToEventLoop;
}

/** Grows one tree for each round and output, each on the residuals of the trees before it. Trees of a round are consecutive. */
export async function boost({ bins, loss, params, random, yieldToEventLoop }: BoostingInput): Promise<Tree[]> {
  const { nrow, ncol } = bins;
  const margins = new Float64Array(loss.outputs * nrow);
  for (let k = 0; k < loss.outputs; k++) margins.fill(loss.base[k], k * nrow, (k + 1) * nrow);
  const derivatives = new Float64Array(2 * margins.length);
  const grower = new TreeGrower(bins, bundleFeatures(bins), params);
  const trees: Tree[] = [];
  for (let round = 0; round < params.rounds; round++) {
    loss.computeDerivatives(margins, derivatives);
    roundDerivatives(derivatives, nrow);
    for (let k = 0; k < loss.outputs; k++) {
      const draw = random.fork(trees.length);
      const own = derivatives.subarray(2 * k * nrow, 2 * (k + 1) * nrow);
      subsampleRows(own, nrow - sampleSize(nrow, params.subsample), draw);
      const columns = sampleColumns(ncol, sampleSize(ncol, params.columnSample), draw);
      const margin = margins.subarray(k * nrow, (k + 1) * nrow);
      const onLeaf = (rows: Int32Array, answer: number) => {
        for (let i = 0; i < rows.length; i++) margin[rows[i]] += answer;
      };
      trees.push(
        await grower.grow(
          { columns, derivatives: own, onLeaf, progressBefore: trees.length / (params.rounds * loss.outputs) },
          yieldToEventLoop,
        ),
      );
    }
  }
  return trees;
}

/**
 * Rounds first and second derivatives to so few bits that sums over all rows are exact. Then a sum does not depend on the order
 * of its terms, and the difference of two sums over the same rows is zero.
 */
function roundDerivatives(derivatives: Float64Array, nrow: number): void {
  let maxGradient = 0;
  let maxHessian = 0;
  for (let p = 0; p < derivatives.length; p += 2) {
    if (derivatives[p] > maxGradient) maxGradient = derivatives[p];
    if (-derivatives[p] > maxGradient) maxGradient = -derivatives[p];
    if (derivatives[p + 1] > maxHessian) maxHessian = derivatives[p + 1];
  }
  const gradientRounding = roundingConstant(maxGradient * nrow);
  const hessianRounding = roundingConstant(maxHessian * nrow);
  for (let p = 0; p < derivatives.length; p += 2) {
    derivatives[p] = derivatives[p] + gradientRounding - gradientRounding;
    derivatives[p + 1] = derivatives[p + 1] + hessianRounding - hessianRounding;
  }
}

/** Returns a number whose addition and subtraction rounds off the bits that a double cannot hold in sums up to `most`. */
function roundingConstant(maxSum: number): number {
  return maxSum > 0 ? 1.5 * 2 ** Math.ceil(Math.log2(maxSum)) : 0;
}

function sampleSize(all: number, share: number): number {
  return Math.max(1, Math.round(all * share));
}

/** Sets the derivatives of `count` rows that are not drawn to 0. They still get the tree's leaf values. */
function subsampleRows(derivatives: Float64Array, count: number, random: Random): void {
  let left = derivatives.length / 2;
  let drop = count;
  for (let i = 0; drop > 0; i++, left--) {
    if (random.int(left) >= drop) continue;
    derivatives[2 * i] = 0;
    derivatives[2 * i + 1] = 0;
    drop--;
  }
}

/** Draws `count` of the columns, in ascending order. */
function sampleColumns(ncol: number, count: number, random: Random): Int32Array {
  const drawn = new Int32Array(count);
  let found = 0;
  for (let j = 0; found < count; j++) {
    if (count - found === ncol - j || random.int(ncol - j) < count - found) drawn[found++] = j;
  }
  return drawn;
}
