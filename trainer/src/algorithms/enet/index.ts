/**
 * Elastic net (Zou and Hastie 2005): least squares for regression and (multinomial) logistic regression for classification, with
 * a penalty on the absolute values and the squares of the coefficients. The size of the penalty and its L1 ratio are chosen
 * together by 5-fold cross-validation within the training rows, by the mean squared error or the log-likelihood of the held-out
 * rows. Few rows are divided into folds several times. The fit uses coordinate descent (Friedman, Hastie and Tibshirani 2010).
 *
 * Memory beside the matrix x (n × p) for k classes: another n × p and 7 p² for regression; 5 n × p, 15 n × (k + 2) and 6 k p² for
 * classification. Each further division of few rows, at most four, takes as much again.
 */
import { ALGORITHMS } from "@agatha/contracts";
import type { UnweightedAlgorithm } from "../base/with-class-weights.js";
import { createGlmModel, decodeModel } from "../glm/model.js";
import { fitOnPath } from "./fit-path.js";

/** From mostly squares, which keeps correlated columns together, to mostly absolute values, which drops columns. */
const L1_RATIOS = [0.1, 0.5, 0.9];

export const enet: UnweightedAlgorithm<"enet"> = {
  name: "enet",
  modelTypes: ALGORITHMS.enet.modelTypes,
  additive: true,
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
