import type { Matrix } from "../../numeric/matrix.js";
import type { Forest } from "../../numeric/trees/forest.js";
import { ForestExplainer, type LeafValue } from "../../numeric/trees/tree-shap.js";
import type { Attribution } from "./algorithm.js";

/** Explained output of a row: the sum over its leaves of `value`, plus `constant`. */
export interface ForestOutput {
  value: LeafValue;
  constant: number;
}

/**
 * Returns a function that explains a forest. It builds the explainer on its first call, because predictions alone need none.
 * `outputOf` returns the output to explain for a row's class.
 */
export function createForestExplanation(
  forest: Forest,
  of: Attribution["of"],
  outputOf: (label: number) => ForestOutput,
): (x: Matrix, classes: Int32Array) => Attribution {
  let explainer: ForestExplainer | undefined;
  return (x, classes) => {
    explainer ??= new ForestExplainer(forest);
    const base = new Float64Array(x.nrow);
    const contributions = new Float64Array(x.nrow * forest.ncol);
    for (let i = 0; i < x.nrow; i++) {
      const { value, constant } = outputOf(classes[i]);
      base[i] = constant + explainer.explain(x, i, value, contributions.subarray(i * forest.ncol, (i + 1) * forest.ncol));
    }
    return { of, method: "tree", base, contributions };
  };
}
