import { softmax } from "../../numeric/softmax.js";
import type { SupervisedTarget } from "../../numeric/trees/supervised-target.js";

/** A loss to boost. Margins are output by output: that of row i for output k is `margins[k * nrow + i]`. */
export interface Loss {
  /** Number of outputs, each with a tree a round. */
  readonly outputs: number;
  /** Start value of each output's margin. */
  readonly base: Float64Array;
  /** Writes first and second derivatives with respect to each margin: those of margin p at 2p and 2p + 1. */
  computeDerivatives(margins: Float64Array, derivatives: Float64Array): void;
}

/** Least second derivative. It keeps a node's weight above zero (as in XGBoost). */
const MIN_HESSIAN = 1e-16;

/** Returns squared loss for standardised numbers, logistic loss for two classes and softmax loss for more. */
export function createLoss(target: SupervisedTarget): Loss {
  if (target.kind === "number") return squaredLoss(target.values);
  return target.labels.length === 2 ? logisticLoss(target.codes) : softmaxLoss(target.codes, target.labels.length);
}

/** Half the squared error of standardised values, so that parameters do not depend on the unit. */
function squaredLoss(standardised: Float64Array): Loss {
  return {
    outputs: 1,
    base: new Float64Array(1),
    computeDerivatives(margins, derivatives) {
      for (let i = 0; i < standardised.length; i++) {
        derivatives[2 * i] = margins[i] - standardised[i];
        derivatives[2 * i + 1] = 1;
      }
    },
  };
}

function logisticLoss(codes: Int32Array): Loss {
  const share = codes.reduce((sum, code) => sum + code, 0) / codes.length;
  return {
    outputs: 1,
    base: Float64Array.of(Math.log(share / (1 - share))),
    computeDerivatives(margins, derivatives) {
      for (let i = 0; i < codes.length; i++) {
        const p = 1 / (1 + Math.exp(-margins[i]));
        derivatives[2 * i] = p - codes[i];
        derivatives[2 * i + 1] = Math.max(p * (1 - p), MIN_HESSIAN);
      }
    },
  };
}

/**
 * Cross-entropy of the softmax. Second derivatives are doubled as in XGBoost, which bounds the full matrix of the softmax. A
 * label without rows stays at 0.
 */
function softmaxLoss(codes: Int32Array, labels: number): Loss {
  const counts = new Float64Array(labels);
  for (const code of codes) counts[code]++;
  const powers = new Float64Array(labels);
  const nrow = codes.length;
  return {
    outputs: labels,
    base: counts.map((count) => Math.log(count / nrow)),
    computeDerivatives(margins, derivatives) {
      for (let i = 0; i < nrow; i++) {
        softmax(margins, i, nrow, powers);
        for (let k = 0; k < labels; k++) {
          const p = powers[k];
          const at = 2 * (k * nrow + i);
          derivatives[at] = codes[i] === k ? p - 1 : p;
          derivatives[at + 1] = Math.max(2 * p * (1 - p), MIN_HESSIAN);
        }
      }
    },
  };
}
