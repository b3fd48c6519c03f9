/**
 * GNET, the elastic net as glmnet fits it (Friedman, Hastie and Tibshirani 2010, R package glmnet): the mixing, alpha, is given, the
 * model follows a path of penalties by coordinate descent, from the one at which no column counts down, and the place on the
 * path is chosen as cv.glmnet does, by 5-fold cross-validation (of few rows several times over) and if wanted the one-standard-error
 * rule. Least squares for numbers, (multinomial) logistic regression for classes.
 *
 * Memory beside the matrix x (n × p) for k classes: another n × p and 7 p² for numbers; 5 n × p, 12 n × k and 6 k p² for
 * classes. Further divisions of few rows, at the most four, take as much again each.
 */
import { ALGORITHMS } from "@agatha/contracts";
import type { UnweightedAlgorithm } from "../base/with-class-weights.js";
import { fitOnPath } from "../enet/fit-path.js";
import { createGlmModel, decodeModel } from "../glm/model.js";

export const gnet: UnweightedAlgorithm<"GNET"> = {
  name: "GNET",
  tasks: ALGORITHMS.GNET.tasks,
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
