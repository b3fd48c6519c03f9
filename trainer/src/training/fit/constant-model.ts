import { ERRORS, InvalidInput, type ModelType } from "@agatha/contracts";
import type { FittedModel } from "../../algorithms/base/algorithm.js";
import { predictBaseline } from "../../evaluation/baseline.js";
import type { Target } from "../../numeric/matrix.js";

/** Returns true if the target has at least two values, or if there is no target. */
export function hasVariation(target: Target): boolean {
  if (target.kind === "none") return true;
  const values: Float64Array | Int32Array = target.kind === "number" ? target.values : target.codes;
  return values.some((value) => value !== values[0]);
}

/**
 * Returns a model that predicts the baseline. A fold needs it when its few rows are all alike, as without the only row of a
 * class. It cannot be saved: a served model that would need it is refused, with the path in the request.
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
