import { ERRORS, InvalidInput, type ModelWarning } from "@agatha/contracts";
import { LEAVE_ONE_OUT_BELOW } from "../../numeric/assign-folds.js";
import type { FitContext } from "../../numeric/fit-context.js";
import { TUNING_STREAMS } from "../context/random-streams.js";
import type { CrossValidation, PlanSearch } from "../hold-out/cross-validate.js";
import type { ModelRequest } from "../plan/plan.js";
import type { TrainingSet } from "../plan/training-set.js";
import { planSearchSpace } from "./search-space.js";
import { type TuningResult, tune } from "./tune.js";

interface Tuner {
  /** Searches for a fold's settings on the fold's own training rows. */
  searchForFold: PlanSearch;
  /** Returns the final model's settings: the result of the single held-out fit, or a search on all rows if there are several folds. */
  searchForFinalModel(crossValidation: CrossValidation, context: FitContext): Promise<TuningResult>;
}

/**
 * Creates a tuner. Returns undefined when the request has no tuning or there are too few rows. Throws InvalidInput
 * (modelTrainingFailed) when no parameter is open.
 */
export function createTuner(request: ModelRequest, trainingSet: TrainingSet): Tuner | undefined {
  const { tuning } = request;
  if (!tuning) return undefined;
  const space = planSearchSpace(trainingSet.plan, request);
  if (space.size === 0) {
    const message = "no parameter of these algorithms is left to search for: leave tuning out, or leave parameters open";
    throw new InvalidInput(ERRORS.modelTrainingFailed, { path: "tuning", message });
  }
  if (trainingSet.table.nrow < LEAVE_ONE_OUT_BELOW) return undefined;
  const results: TuningResult[] = [];
  const search = (rows: Int32Array, context: FitContext, seconds: number) =>
    tune(trainingSet, { rows, space }, { ...tuning, seconds }, { ...context, random: context.random.fork(TUNING_STREAMS.search) });
  /** Several folds and the final model share the time. */
  const secondsEach = (foldCount: number) => (foldCount === 1 ? tuning.seconds : tuning.seconds / (foldCount + 1));
  return {
    async searchForFold(rows, context, foldCount) {
      const tuned = await search(rows, context, secondsEach(foldCount));
      results.push(tuned);
      return tuned.plan;
    },
    async searchForFinalModel({ folds }, context) {
      const [only] = results;
      if (folds.length === 1 && only) return only;
      return await search(Int32Array.from(trainingSet.datasetRows.keys()), context, secondsEach(folds.length));
    },
  };
}

/** Returns a warning if a search was asked for and there are too few rows for one. */
export function tuningWarnings({ tuning }: ModelRequest, nrow: number): ModelWarning[] {
  if (!tuning || nrow >= LEAVE_ONE_OUT_BELOW) return [];
  return [{ code: "few_rows", message: `${nrow} rows are too few to search for settings: those asked for were used` }];
}
