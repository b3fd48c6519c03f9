/**
 * Regression: Bayesian linear regression, with both precisions by maximum evidence (MacKay 1992; updates of Tipping 2001).
 * Classification: naive Bayes with a normal distribution of each column in each class, and the classes' shares of the rows as
 * priors. Parameters: `maxIterations` of the precisions, `smoothing`.
 *
 * Memory: for regression a centered copy of the matrix, and twice the square of its columns; for classification two numbers a
 * column and class.
 */
import { ALGORITHMS, ERRORS, InvalidInput } from "@agatha/contracts";
import { requireBoundedMagnitude } from "../../numeric/linear-algebra/check-finite.js";
import { createYielder } from "../../numeric/yield-to-event-loop.js";
import type { UnweightedAlgorithm } from "../base/with-class-weights.js";
import { createGlmModel, decodeModel } from "../glm/model.js";
import { fitBayesianRidge } from "./bayesian-ridge.js";
import { fitNaiveBayes, isNaiveBayes, loadNaiveBayes } from "./naive-bayes.js";

export const bys: UnweightedAlgorithm<"BYS"> = {
  name: "BYS",
  modelTypes: ALGORITHMS.BYS.modelTypes,
  additive: true,
  encoding: { missing: "impute", scale: "standard" },
  load: (bytes) => (isNaiveBayes(bytes) ? loadNaiveBayes(bytes) : createGlmModel(decodeModel(bytes))),
  async fit(x, target, params, context) {
    if (x.nrow === 0)
      throw new InvalidInput(ERRORS.modelTrainingFailed, { path: "columns", message: "BYS needs at least one row to learn from" });
    requireBoundedMagnitude(x, "BYS");
    if (target.kind === "class") return fitNaiveBayes(x, target, params.smoothing, createYielder(context));
    if (target.kind !== "number") throw new Error("BYS needs a target");
    const { coefficients, converged } = await fitBayesianRidge(x, target.values, params.maxIterations, createYielder(context));
    if (!converged) context.warnNotConverged?.(`BYS had not converged after ${params.maxIterations} iterations: allow more`);
    return createGlmModel({ labels: 0, classes: new Int32Array(0), width: x.ncol, coefficients });
  },
};
