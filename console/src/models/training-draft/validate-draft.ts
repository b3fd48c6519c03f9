/** Problems of the fields that a model and an automatic training share. Pure. */
import { isClassWeight, isTimeSeries, modelTypeOf, type TrainingDraft } from "./draft.js";
import type { TrainingContext } from "./request.js";
import { areResponseLimitsValid } from "./response-limits.js";
import { type TimeSeriesProblems, validateTimeSeries } from "./time-series.js";
import { type ValidationProblem, validationProblem } from "./validation-options.js";

export interface TrainingDraftProblems {
  target?: "targetNeeded";
  columns?: "columnsNeeded";
  series?: TimeSeriesProblems;
  rows?: ValidationProblem;
  errorCosts?: "weightRule";
  responseLimits?: "limitsRule";
}

/** Returns the problem of each field but the columns, which the forms offer differently. `hasLags` is false for forecasters. */
export function validateTrainingDraft(
  draft: TrainingDraft,
  { choices, ...facts }: TrainingContext,
  hasLags = true,
): Omit<TrainingDraftProblems, "columns"> {
  const problems: TrainingDraftProblems = {};
  if (draft.goal === "predict" && draft.target === null) problems.target = "targetNeeded";
  const series = validateDraftTimeSeries(draft, hasLags);
  if (series) problems.series = series;
  const rows = validationProblem(draft, choices, facts);
  if (rows) problems.rows = rows;
  if (!areErrorCostsValid(draft)) problems.errorCosts = "weightRule";
  if (!areResponseLimitsValid(draft)) problems.responseLimits = "limitsRule";
  return problems;
}

/** Returns true unless a classification has a class weight that is not valid. */
function areErrorCostsValid(draft: TrainingDraft): boolean {
  const { by, weights } = draft.errorCosts;
  return by !== "weights" || modelTypeOf(draft) !== "CLASSIFICATION" || Object.values(weights).every(isClassWeight);
}

/** Returns the problems of the time series; undefined without problems. */
function validateDraftTimeSeries(draft: TrainingDraft, hasLags: boolean): TimeSeriesProblems | undefined {
  if (!isTimeSeries(draft)) return undefined;
  if (draft.goal === "predict") return validateTimeSeries(draft.series, hasLags);
  return draft.series.time === null ? { time: "timeNeeded" } : undefined;
}
