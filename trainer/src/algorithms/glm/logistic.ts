import type { Matrix } from "../../numeric/matrix.js";
import type { YieldToEventLoop } from "../../numeric/yield-to-event-loop.js";
import { createLikelihoodKernel, type Evaluation } from "./likelihood-kernel.js";

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
  /** Returns the loss and its gradient at the coefficients. */
  evaluate(coefficients: Float64Array): Point;
  /** Returns the probability of each class but the last for each row, at the coefficients of the last call of `evaluate`. */
  probabilities(): Float64Array[];
  /**
   * Returns Σ weight · xⱼ · xₖ over the rows for each pair of columns of the design with k ≤ j: lower triangle only. The design is a
   * column of ones, then the columns of x. Without weights each weight is 1.
   */
  weightedGram(weight: Float64Array | undefined, yieldToEventLoop: YieldToEventLoop): Promise<Float64Array>;
  /** Returns the second derivative of the penalty between a coefficient of block a and the same one of block b. */
  penaltyCurvature(a: number, b: number): number;
}

/** Coefficients with the loss and its gradient there. */
export interface Point extends Evaluation {
  coefficients: Float64Array;
}

/** Codes are 0 … classes−1; each class has a row. */
export function createObjective(x: Matrix, codes: Int32Array, classes: number, ridge: number): Objective {
  const blocks = classes - 1;
  const columns = [new Float64Array(x.nrow).fill(1), ...x.columns];
  const width = columns.length;
  const kernel = createLikelihoodKernel({ columns, codes, classes });
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
    probabilities: () => Array.from({ length: blocks }, (_, a) => kernel.probabilities(a)),
    weightedGram: kernel.weightedGram,
    penaltyCurvature,
    evaluate(coefficients) {
      const point = { coefficients, ...kernel.evaluate(coefficients) };
      for (let a = 0; a < blocks; a++) {
        for (let j = 1; j < width; j++) {
          const slope = penaltySlope(coefficients, a, j);
          point.loss += (coefficients[a * width + j] * slope) / 2;
          point.gradient[a * width + j] += slope;
        }
      }
      return point;
    },
  };
}

/** Evaluates the starting point: coefficients of 0, and intercepts that give each class its share of the rows. */
export function interceptOnlyStart(objective: Objective, codes: Int32Array): Point {
  const counts = new Float64Array(objective.blocks + 1);
  for (const code of codes) counts[code]++;
  const coefficients = new Float64Array(objective.blocks * objective.width);
  for (let a = 0; a < objective.blocks; a++) coefficients[a * objective.width] = Math.log(counts[a] / counts[objective.blocks]);
  return objective.evaluate(coefficients);
}
