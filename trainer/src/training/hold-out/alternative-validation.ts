import { isSupervised, type ModelInfo } from "@agatha/contracts";
import { takeRows } from "../../data/tables/table.js";
import { metricUncertainty } from "../../evaluation/bootstrap.js";
import { weightedMetrics } from "../../evaluation/metrics/compute-metrics.js";
import type { WeightedMetrics } from "../../evaluation/metrics/weights.js";
import type { FitContext } from "../../numeric/fit-context.js";
import { type Splitter, takeSplitter } from "../../numeric/split.js";
import { FOLD_STREAMS } from "../context/random-streams.js";
import { takeTarget } from "../plan/target.js";
import type { ResolvedValidation, TrainingSet } from "../plan/training-set.js";
import { type CrossValidation, crossValidate } from "./cross-validate.js";
import { unitsOfHeldOutRows } from "./metric-uncertainty.js";
import { predictHeldOut } from "./predict-held-out.js";
import { calibrateHeldOut } from "./uncertainty.js";

/** Validation of the same recipe for the rows that the training set's validation is not about. */
interface AlternativeValidation {
  rows: "random" | "groups";
  heldOutRows: Int32Array;
  figures: WeightedMetrics;
}

/**
 * Returns the held-out figures of the same recipe for the rows that the validation is not about. These are random rows if whole groups
 * or the latest rows are held out, and rows of new groups if random rows are held out. The figures show what this model is worth for
 * such rows. A model that is made for known groups may be better for them: it may also learn from the columns that name the group,
 * which a model for new groups leaves out. Probabilities are calibrated on these rows. Returns undefined if rows have neither groups
 * nor a time.
 */
export async function validateAlternative(
  trainingSet: TrainingSet,
  crossValidation: CrossValidation,
  context: FitContext,
): Promise<AlternativeValidation | undefined> {
  const { validation, plan, table } = trainingSet;
  const splitter = validation && alternativeSplitter(validation);
  if (!splitter || !isSupervised(plan.type)) return undefined;
  const recipe = crossValidation.folds[0].plan;
  const other = await crossValidate({ ...trainingSet, plan: recipe, validation: { splitter } }, context);
  const prediction = predictHeldOut(other, takeRows(table, other.heldOutRows));
  const { heldOutRows } = other;
  const target = takeTarget(trainingSet.target, heldOutRows);
  const random = context.random.fork(FOLD_STREAMS.calibration);
  const { probabilities: calibrated } = calibrateHeldOut(target, prediction, random, takeSplitter(splitter, heldOutRows));
  return { rows: splitter.rows, heldOutRows, figures: weightedMetrics(plan.type, { prediction, target, calibrated }, context.random) };
}

/** Returns the figures with their intervals, for which rows are drawn together as for the held-out figures. */
export function describeAlternative(
  trainingSet: TrainingSet,
  { rows, heldOutRows, figures }: AlternativeValidation,
): ModelInfo["validation"]["other"] {
  const { intervals } = metricUncertainty({ model: figures }, heldOutRows.length, unitsOfHeldOutRows(trainingSet, heldOutRows));
  return { rows, heldOutRows: heldOutRows.length, indicators: figures(), intervals };
}

function alternativeSplitter({ splitter, groups }: ResolvedValidation): Exclude<Splitter, { rows: "time" }> | undefined {
  if (splitter.rows !== "random") return { rows: "random" };
  return groups && { rows: "groups", groups };
}
