import { isSupervised, type ModelInfo } from "@agatha/contracts";
import { takeRows } from "../../data/tables/table.js";
import { computeMetrics } from "../../evaluation/metrics/compute-metrics.js";
import type { FitContext } from "../../numeric/fit-context.js";
import { takeTarget } from "../plan/target.js";
import type { RowDesign, TrainingSet } from "../plan/training-set.js";
import { type CrossValidation, crossValidate, predictHeldOut } from "./cross-validate.js";

/**
 * Returns the held-out metrics of the same recipe for the rows that the validation is not about: random rows where whole groups or
 * the latest rows are held out, and rows of new groups where random rows are. Returns undefined where rows have neither groups nor a
 * time.
 */
export async function otherRowsMetrics(
  trainingSet: TrainingSet,
  crossValidation: CrossValidation,
  context: FitContext,
): Promise<ModelInfo["validation"]["other"]> {
  const { validation, plan, table } = trainingSet;
  const design = validation && otherDesign(validation);
  if (!design || !isSupervised(plan.type)) return undefined;
  const recipe = crossValidation.folds[0].plan;
  const other = await crossValidate({ ...trainingSet, plan: recipe, validation: { design } }, context);
  const { prediction } = predictHeldOut(other, takeRows(table, other.heldOutRows));
  const target = takeTarget(trainingSet.target, other.heldOutRows);
  return {
    rows: design.rows,
    heldOutRows: other.heldOutRows.length,
    indicators: computeMetrics(plan.type, { prediction, target }, context.random),
  };
}

function otherDesign({ design, groups }: RowDesign): Exclude<RowDesign["design"], { rows: "time" }> | undefined {
  if (design.rows !== "random") return { rows: "random" };
  return groups && { rows: "groups", groups };
}
