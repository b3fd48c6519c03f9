/**
 * Elastic net (Zou and Hastie 2005): least squares for numbers, (multinomial) logistic regression for classes, with a penalty
 * on absolute values and squares of the coefficients. Its size and its mixing of both are chosen together by 5-fold
 * cross-validation within the rows given, by the mean squared error or the log-likelihood of the rows held out; few rows
 * are divided into folds several times. Fitted by coordinate descent (Friedman, Hastie and Tibshirani 2010).
 *
 * Memory beside the matrix x (n × p) for k classes: another n × p and 7 p² for numbers; 5 n × p, 12 n × k and 6 k p² for
 * classes. Further divisions of few rows, at the most four, take as much again each.
 */
import { ALGORITHMS } from "@agatha/contracts";
import type { UnweightedAlgorithm } from "../base/with-class-weights.js";
import { createGlmModel, decodeModel } from "../glm/model.js";
import { fitOnPath } from "./fit-path.js";

/** From mostly squares, which keeps columns that tell the same together, to mostly absolute values, which drops columns. */
export const L1_RATIOS = [0.1, 0.5, 0.9];

export const enet: UnweightedAlgorithm<"enet"> = {
  name: "enet",
  tasks: ALGORITHMS.enet.tasks,
  encoding: { missing: "impute", scale: "standard" },
  load: (bytes) => createGlmModel(decodeModel(bytes)),
  fit: (x, target, { penalties, smallestPenalty, maxIterations }, context) =>
    fitOnPath(
      x,
      target,
      { algorithm: "enet", l1Ratios: L1_RATIOS, penalties, minPenaltyRatio: smallestPenalty, standardErrors: 0, maxIterations },
      context,
    ),
};
