import type { Matrix } from "../../numeric/matrix.js";
import type { YieldToEventLoop } from "../../numeric/yield-to-event-loop.js";
import { createDesignOperator } from "./design-operator.js";

/**
 * Penalised negative log-likelihood of (multinomial) logistic regression, as in scikit-learn's LogisticRegression with C = 1 /
 * ridge: Σ −log p(class of row) + ridge / 2 · Σ b², with free intercepts. The last of k classes is the reference, whose
 * coefficients are 0. With more than two classes, the penalty is that of the k sets of coefficients shifted to a sum of 0. The
 * symmetric form has its minimum there, so the choice of the reference does not matter. With two classes the penalty is the plain
 * square, as is usual.
 *
 * Coefficients: a block for each class but the last, the intercept first.
 */
export interface Objective {
  readonly blocks: number;
  /** Number of coefficients in a block. */
  readonly width: number;
  /** A column of ones, then the columns of x. */
  readonly design: readonly Float64Array[];
  /** Returns the loss at the coefficients. Keeps the probabilities there for `gradient`. */
  loss(coefficients: Float64Array): number;
  /** Returns the gradient at the coefficients of the last call of `loss`. */
  gradient(coefficients: Float64Array): Float64Array;
  /** Probability of each class but the last, for each row, at the coefficients of the last call of `loss`. */
  readonly probabilities: readonly Float64Array[];
  /** Returns Σ weight · xⱼ · xₖ over the rows for each pair of columns of the design with k ≤ j: lower triangle only. */
  weightedGram(weight: Float64Array, yieldToEventLoop: YieldToEventLoop): Promise<Float64Array>;
  /** Returns the second derivative of the penalty between a coefficient of block a and the same one of block b. */
  penaltyCurvature(a: number, b: number): number;
}

/** Codes are 0 … classes−1; each class has a row. */
export function createObjective(x: Matrix, codes: Int32Array, classes: number, ridge: number): Objective {
  const blocks = classes - 1;
  const design = [new Float64Array(x.nrow).fill(1), ...x.columns];
  const width = design.length;
  const probabilities = Array.from({ length: blocks }, () => new Float64Array(x.nrow));
  const residuals = Array.from({ length: blocks }, () => new Float64Array(x.nrow));
  const products = createDesignOperator(design, blocks);
  const shared = blocks === 1 ? 0 : 1 / classes;
  const penaltyCurvature = (a: number, b: number) => ridge * ((a === b ? 1 : 0) - shared);

  /** Returns the derivative of the penalty with respect to coefficient j of block a. */
  const penaltySlope = (coefficients: Float64Array, a: number, j: number) => {
    let sum = 0;
    for (let b = 0; b < blocks; b++) sum += coefficients[b * width + j];
    return ridge * (coefficients[a * width + j] - shared * sum);
  };

  return {
    blocks,
    width,
    design,
    probabilities,
    weightedGram: products.weightedGram,
    penaltyCurvature,
    loss(coefficients) {
      products.multiply(coefficients, probabilities);
      let loss = blocks === 1 ? logisticLoss(probabilities[0], codes) : softmaxLoss(probabilities, codes);
      for (let a = 0; a < blocks; a++) {
        for (let j = 1; j < width; j++) loss += (coefficients[a * width + j] * penaltySlope(coefficients, a, j)) / 2;
      }
      return loss;
    },
    gradient(coefficients) {
      residuals.forEach((residual, a) => {
        for (let i = 0; i < residual.length; i++) residual[i] = probabilities[a][i] - (codes[i] === a ? 1 : 0);
      });
      const gradient = products.multiplyTransposed(residuals);
      for (let a = 0; a < blocks; a++) {
        for (let j = 1; j < width; j++) gradient[a * width + j] += penaltySlope(coefficients, a, j);
      }
      return gradient;
    },
  };
}

/** Replaces logits against the last class by probabilities in place. Returns Σ −log p(class of row). */
function softmaxLoss(logits: readonly Float64Array[], codes: Int32Array): number {
  const blocks = logits.length;
  let loss = 0;
  for (let i = 0; i < codes.length; i++) {
    let highest = 0;
    for (let a = 0; a < blocks; a++) if (logits[a][i] > highest) highest = logits[a][i];
    const own = codes[i] < blocks ? logits[codes[i]][i] : 0;
    let sum = Math.exp(-highest);
    for (let a = 0; a < blocks; a++) {
      const e = Math.exp(logits[a][i] - highest);
      logits[a][i] = e;
      sum += e;
    }
    for (let a = 0; a < blocks; a++) logits[a][i] /= sum;
    loss += Math.log(sum) + highest - own;
  }
  return loss;
}

/** Does the same for two classes, with one exponential a row instead of two. */
function logisticLoss(logits: Float64Array, codes: Int32Array): number {
  let loss = 0;
  for (let i = 0; i < codes.length; i++) {
    const z = logits[i];
    const e = Math.exp(z > 0 ? -z : z);
    logits[i] = (z > 0 ? 1 : e) / (1 + e);
    loss += Math.log(1 + e) + Math.max(z, 0) - (codes[i] === 0 ? z : 0);
  }
  return loss;
}

/** Returns the starting point: coefficients of 0, and intercepts that give each class its share of the rows. */
export function interceptOnlyStart(objective: Objective, codes: Int32Array): Float64Array {
  const counts = new Float64Array(objective.blocks + 1);
  for (const code of codes) counts[code]++;
  const coefficients = new Float64Array(objective.blocks * objective.width);
  for (let a = 0; a < objective.blocks; a++) coefficients[a * objective.width] = Math.log(counts[a] / counts[objective.blocks]);
  return coefficients;
}
