import type { Matrix } from "../../numeric/matrix.js";
import type { Forest } from "../../numeric/trees/forest.js";
import { ForestExplainer, type LeafValue } from "../../numeric/trees/tree-shap.js";
import type { Attribution } from "./algorithm.js";

/** What is explained of a row: the sum of the leaves' values, as `value` counts them, and `constant`. */
export interface ForestOutput {
  value: LeafValue;
  constant: number;
}

/** Made when it is first asked for: predictions alone need no explainer. `outputOf` says for each row's class what to explain. */
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
