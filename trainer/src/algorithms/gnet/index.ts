/**
 * GNET, the elastic net of glmnet (Friedman, Hastie and Tibshirani 2010, R package glmnet). The L1 ratio alpha is given. The fit
 * follows a path of penalties by coordinate descent, down from the penalty at which every coefficient is 0. The penalty is chosen
 * as cv.glmnet does: by 5-fold cross-validation (repeated if rows are few) and, if wanted, the one-standard-error rule. Least
 * squares for regression, (multinomial) logistic regression for classification.
 *
 * Memory beside the matrix x (n × p) for k classes: another n × p and 7 p² for regression; 5 n × p, 15 n × (k + 2) and 6 k p² for
 * classification. Each further division of few rows, at most four, takes as much again.
 */
import { ALGORITHMS } from "@agatha/contracts";
import type { UnweightedAlgorithm } from "../base/with-class-weights.js";
import { fitOnPath } from "../enet/fit-path.js";
import { createGlmModel, decodeModel } from "../glm/model.js";

export const gnet: UnweightedAlgorithm<"GNET"> = {
  name: "GNET",
  modelTypes: ALGORITHMS.GNET.modelTypes,
  additive: true,
  encoding: { missing: "impute", scale: "standard" },
  load: (bytes) => createGlmModel(decodeModel(bytes)),
  fit: (x, target, { alpha, penalties, smallestPenalty, standardErrors, maxIterations }, context) =>
    fitOnPath(
      x,
      target,
      { algorithm: "GNET", l1Ratios: [alpha], penalties, minPenaltyRatio: smallestPenalty, standardErrors, maxIterations },
      context,
    ),
};
