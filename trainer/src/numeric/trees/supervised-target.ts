import { ERRORS, InvalidInput } from "@agatha/contracts";
import type { Matrix, Target } from "../matrix.js";

export type SupervisedTarget = Extract<Target, { kind: "number" | "class" }>;

/**
 * Throws InvalidInput when there are no columns or rows, when the target is missing or has numbers that are infinite or missing,
 * or when every row has the same class.
 */
export function requireSupervisedTarget(x: Matrix, target: Target): asserts target is SupervisedTarget {
  if (x.ncol === 0) throw new InvalidInput(ERRORS.noColumnsLeft, { path: "columns", message: "Choose at least one column to learn from" });
  if (x.nrow === 0)
    throw new InvalidInput(ERRORS.modelTrainingFailed, {
      path: "response",
      message: "No row has a value in the target; fill it in some rows",
    });
  if (target.kind === "none")
    throw new InvalidInput(ERRORS.responseNotFound, { path: "response", message: "Choose the column that is to be predicted" });
  if (target.kind === "number" && !target.values.every(Number.isFinite)) {
    throw new InvalidInput(ERRORS.responseType, {
      path: "response",
      message: "The target has infinite or missing values; leave those rows out or correct them",
    });
  }
  if (target.kind === "class" && target.codes.every((code) => code === target.codes[0])) {
    throw new InvalidInput(ERRORS.responseType, {
      path: "response",
      message: `Every row has the same class${classNameOf(target)}; choose a target with at least two classes, or add rows of another one`,
    });
  }
}

function classNameOf(target: Extract<Target, { kind: "class" }>): string {
  const label = target.labels[target.codes[0]];
  return label === undefined ? "" : ` (${label})`;
}
