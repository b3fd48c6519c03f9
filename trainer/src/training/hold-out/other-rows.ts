import { isSupervised, type ModelInfo } from "@agatha/contracts";
import { takeRows } from "../../data/tables/table.js";
import { computeMetrics } from "../../evaluation/metrics/compute-metrics.js";
import type { FitContext } from "../../numeric/fit-context.js";
import { takeTarget } from "../plan/target.js";
import type { RowDesign, TrainingSet } from "../plan/training-set.js";
import { type CrossValidation, crossValidate, predictHeldOut } from "./cross-validate.js";

/**
 * Returns the held-out metrics of the same recipe for the rows that the validation is not about: rows of known groups where whole
 * groups are held out, and rows of new groups where random rows are. Returns undefined where rows have no groups.
 */
export async function otherRowsMetrics(
  trainingSet: TrainingSet,
  crossValidation: CrossValidation,
  context: FitContext,
): Promise<ModelInfo["validation"]["other"]> {
  const { validation, plan, table } = trainingSet;
  if (!validation?.groups || !isSupervised(plan.type)) return undefined;
  const isAboutGroups = validation.design.rows === "groups";
  const design: RowDesign["design"] = isAboutGroups ? { rows: "random" } : { rows: "groups", groups: validation.groups };
  const recipe = crossValidation.folds[0].plan;
  const other = await crossValidate({ ...trainingSet, plan: recipe, validation: { design } }, context);
  const { prediction } = predictHeldOut(other, takeRows(table, other.heldOutRows));
  const target = takeTarget(trainingSet.target, other.heldOutRows);
  return {
    rows: isAboutGroups ? "random" : "groups",
    heldOutRows: other.heldOutRows.length,
    indicators: computeMetrics(plan.type, { prediction, target }, context.random),
  };
}
