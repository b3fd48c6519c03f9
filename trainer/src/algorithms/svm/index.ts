/**
 * Support vector machine (Cortes and Vapnik 1995), its dual solved by pairs of rows (Fan, Chen and Lin 2005). Numbers:
 * ε-regression of the standardised target, so that `cost` and `epsilon` mean the same in every unit. Classes: C-SVC, one
 * machine for each pair of classes. Parameters: `cost`, `epsilon` (numbers), `kernel`, `kernelGamma`, `classBalance` (classes),
 * `tolerance`, `maxIterations`.
 *
 * Probabilities: a sigmoid of each pair's decision (Platt 2000, by Lin, Lin and Weng 2007) and, of several classes, the
 * pairwise coupling of Wu, Lin and Weng (2004). The sigmoid learns from decisions out of fold: three times a third of the
 * rows is left out and the machine goes on from the one that saw all rows to the optimum of the others, to a
 * tolerance of 0.01. That is real cross-validation at a fraction of a fit each; the fit's time has it in. With `classBalance` the
 * probabilities too are those of classes that are weighed so.
 *
 * Memory: the matrix twice at 4 bytes a number, and kernel rows, of which at most 100 MB a thread are kept.
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
  tasks: ALGORITHMS.SVM.tasks,
  encoding: { missing: "impute", scale: "standard" },
  load: (bytes) => (unpackSections(bytes).settings.labels === 0 ? loadRegressionModel(bytes) : loadClassificationModel(bytes)),
  async fit(x, target, params, context) {
    requireSupervisedTarget(x, target);
    requireFinite(x, "SVM");
    return target.kind === "number" ? fitRegression(x, target.values, params, context) : fitClassification(x, target, params, context);
  },
};
