/**
 * Support vector machine (Cortes and Vapnik 1995). The dual is solved by pairs of rows (Fan, Chen and Lin 2005). Regression:
 * ε-SVR of the standardised target, so that `cost` and `epsilon` do not depend on its unit. Classification: C-SVC, one machine
 * for each pair of classes. Parameters: `cost`, `epsilon` (regression), `kernel`, `kernelGamma`, `classBalance` (classification),
 * `tolerance`, `maxIterations`.
 *
 * Probabilities: a sigmoid of each pair's decision (Platt 2000, by Lin, Lin and Weng 2007) and, with several classes, the
 * pairwise coupling of Wu, Lin and Weng (2004). The sigmoid is fitted to out-of-fold decisions. Three times a third of the rows
 * is left out, and the machine that saw all rows continues to the optimum of the others, to a tolerance of 0.01. That is true
 * cross-validation, each fold at a fraction of a fit; the fit's time includes it. With `classBalance` the probabilities too are
 * those of the weighted classes.
 *
 * Memory: the matrix twice at 4 bytes a number, and a cache of kernel rows: at most 100 MB a thread, 200 MB for regression.
 */
import { ALGORITHMS } from "@agatha/contracts";
import { requireFinite } from "../../numeric/linear-algebra/check-finite.js";
import { unpackSections } from "../../numeric/sections.js";
import { requireSupervisedTarget } from "../../numeric/trees/supervised-target.js";
import type { Algorithm } from "../base/algorithm.js";
import { fitClassification, loadClassificationModel } from "./classification.js";
import { fitRegression, loadRegressionModel } from "./regression.js";

export const svm: Algorithm<"SVM"> = {
  name: "SVM",
  modelTypes: ALGORITHMS.SVM.modelTypes,
  encoding: { missing: "impute", scale: "standard" },
  load: (bytes) => (unpackSections(bytes).settings.labels === 0 ? loadRegressionModel(bytes) : loadClassificationModel(bytes)),
  async fit(x, target, params, context) {
    requireSupervisedTarget(x, target);
    requireFinite(x, "SVM");
    return target.kind === "number" ? fitRegression(x, target.values, params, context) : fitClassification(x, target, params, context);
  },
};
