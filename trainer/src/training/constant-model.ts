import { ERRORS, InvalidInput, type ModelType } from "@agatha/contracts";
import type { FittedModel } from "../algorithms/base/algorithm.js";
import { predictBaseline } from "../evaluation/baseline.js";
import type { Target } from "../numeric/matrix.js";

/** Whether there is anything to be told apart. */
export function hasVariation(target: Target): boolean {
  if (target.kind === "none") return true;
  const values: Float64Array | Int32Array = target.kind === "number" ? target.values : target.codes;
  return values.some((value) => value !== values[0]);
}

/**
 * The only thing to say where a few rows happen to be all alike, as in a fold without the one row of a class: the trivial
 * answer. It is for trials alone: a model to be served is refused, with the place in the request.
 */
export function constantModel(task: ModelType, target: Target, path: string): FittedModel {
  const refuse = () => {
    throw new InvalidInput(ERRORS.noColumnsLeft, {
      path: `${path}.columns`,
      message: "none of the columns varies and can be used: choose other columns",
    });
  };
  return {
    predict({ nrow }) {
      if (task === "OCC") return { scores: new Float64Array(nrow) };
      return task === "CLUSTERING" ? { clusters: new Int32Array(nrow) } : predictBaseline(target, nrow);
    },
    toOnnx: refuse,
    save: refuse,
  };
}
