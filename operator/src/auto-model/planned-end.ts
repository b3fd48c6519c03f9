/** The end of an automatic training: the best model, its figure, the models that are dropped and enabled, or why there is none. */
import {
  type AutoModelStatus,
  type AutoModelTrial,
  type Clock,
  choiceAmongModels,
  chosenRankBy,
  ERRORS,
  isCancelled,
  isoTime,
  type Resource,
  seriesNameColumns,
  trainingEnd,
} from "@agatha/contracts";
import { planEnabling } from "../enabling/plan.js";
import type { Action, Plan } from "../plan/action.js";
import { statusFailure } from "../status/condition-messages.js";
import { rankTrials } from "./child-models.js";
import { autoModelConditions } from "./conditions.js";
import type { ObservedState } from "./observed-state.js";
import type { Search, SearchProgress } from "./search.js";
import { methodsNotTried } from "./search-stages.js";
import { selectableTrials } from "./selectable-trials.js";
import { isOfStage } from "./slots.js";

/** Returns the plan at the end: it names the best model, drops ensembles that are not better, and enables models as requested. */
export function planFinished(progress: SearchProgress, clock: Clock): Plan<"AutoModel"> {
  const { autoModel, observed } = progress;
  const { status } = autoModel;
  const selectable = selectableTrials(progress.trials, observed);
  const kept = dropUnhelpfulEnsembles(selectable, progress, observed);
  const trials = [...kept, ...progress.trials.filter((trial) => !selectable.includes(trial))];
  const ranked = rankTrials(kept, progress);
  const [best] = ranked;
  const models = rankedFirst(ranked, trials);
  if (!best) return planFailed(autoModel, { ...status, models }, failureReason(autoModel, trials, observed), clock);
  const notTried = methodsNotTried(progress, trials);
  const choice = choiceOf(best, kept, progress, observed);
  const { actions, outcome } = planEnabling(autoModel.spec.enabling, ranked, observed.childModels, observed);
  const leftOut = autoModel.spec.columns ? [] : (observed.excludedColumns.get(best.name) ?? []);
  const ended: AutoModelStatus = {
    ...status,
    models: models.map((trial) => ({
      ...trial,
      ...(choice?.tied.includes(trial.name) && { tied: true }),
      ...(observed.cutShort.has(trial.name) && { endedEarly: "cut_short" }),
    })),
    ...(choice && expectedOf(choice)),
    phase: "fitting_finished",
    bestModel: best.name,
    finishedAt: isoTime(clock),
    ...(leftOut.length > 0 && { leftOut }),
    ...(notTried.length > 0 && { notTried }),
  };
  return { actions, status: autoModelConditions(autoModel, ended, clock, { enabling: outcome }) };
}

/**
 * Returns the ties and the corrected figure of the best of the trained models. The choice was among all of them, also those that are
 * dropped.
 */
function choiceOf(
  best: AutoModelTrial,
  trials: readonly AutoModelTrial[],
  { autoModel: { spec }, type }: Search,
  { resamples, forecastErrors, childModels }: ObservedState,
) {
  const candidates = trials.flatMap(({ name, heldOutRows = 0, indicators = {} }) => {
    const own = resamples.get(name);
    const { intervals } = childModels.get(name)?.status ?? {};
    return own ? [{ name, heldOutRows, indicators, intervals, resamples: own, forecastErrors: forecastErrors.get(name) }] : [];
  });
  return choiceAmongModels(type, {
    best: best.name,
    candidates,
    rankBy: chosenRankBy(spec, type),
    series: spec.timeSeries !== undefined,
    hasSeveralSeries: seriesNameColumns(spec.timeSeries).length > 0,
  });
}

function expectedOf({
  indicator,
  expected,
  interval,
  models,
}: NonNullable<ReturnType<typeof choiceOf>>): Pick<AutoModelStatus, "expected"> {
  return expected === undefined ? {} : { expected: { indicator, value: expected, ...(interval && { interval }), models } };
}

/** Drops each ensemble that is not better than every single model, unless somebody uses it. */
function dropUnhelpfulEnsembles(
  trials: readonly AutoModelTrial[],
  search: Search,
  { childModels, isInUse }: ObservedState,
): AutoModelTrial[] {
  const isCombined = (trial: AutoModelTrial) => isOfStage(trial, "ensemble", "stacked");
  const single = trials.filter((trial) => !isCombined(trial));
  const isUnhelpful = (trial: AutoModelTrial) => isCombined(trial) && rankTrials([...single, trial], search)[0] !== trial;
  return trials.map((trial) => {
    const model = childModels.get(trial.name);
    return isUnhelpful(trial) && !(model && isInUse(model)) ? { ...trial, dropped: true } : trial;
  });
}

function failureReason(
  autoModel: Resource<"AutoModel">,
  trials: readonly AutoModelTrial[],
  { childModels }: ObservedState,
): { reason: string; message: string } {
  if (isCancelled(autoModel)) return statusFailure("Cancelled", "The automatic training was cancelled before any model was trained.");
  const ends = trials.flatMap(({ name }) => childModels.get(name)?.status ?? []);
  const failed = ends.find(({ reason, message }) => message && trainingEnd(reason) === "failed");
  if (failed?.message) return statusFailure(ERRORS.autoModelTrainingFailed, failed.message);
  const late = ends.find(({ reason }) => reason === "DeadlineExceeded");
  if (late?.message) return statusFailure("DeadlineExceeded", late.message);
  if (ends.length > 0 && ends.every(({ reason }) => trainingEnd(reason) === "cancelled"))
    return statusFailure("ModelsCancelled", "Each model was cancelled before it was trained.");
  return statusFailure(
    "TimeLimitReached",
    "No model was trained within the time limit. Raise it, or use fewer rows, columns or AUTO_MINIMUM.",
  );
}

/** Returns the plan of an automatic training that ended without a model. The end that an earlier status has stays. */
export function planFailed(
  autoModel: Resource<"AutoModel">,
  status: AutoModelStatus,
  { reason, message }: { reason: string; message: string },
  clock: Clock,
): Plan<"AutoModel"> {
  const { phase, type, finishedAt } = autoModel.status ?? {};
  const known = phase === "fitting_fail" && type === undefined ? finishedAt : undefined;
  const ended: AutoModelStatus = { ...status, phase: "fitting_fail", reason, message, finishedAt: known ?? isoTime(clock) };
  return { actions: [], status: autoModelConditions(autoModel, ended, clock) };
}

/** Returns the ranked trials first, then the others as they were. */
export function rankedFirst(ranked: readonly AutoModelTrial[], trials: readonly AutoModelTrial[]): AutoModelTrial[] {
  return [...ranked, ...trials.filter((trial) => !ranked.includes(trial))];
}

/** Returns the deletions of the models that the end dropped. */
export function deleteDroppedActions({ models = [] }: AutoModelStatus, { childModels, isInUse }: ObservedState): Action[] {
  return models.flatMap(({ name, dropped }): Action[] => {
    const model = dropped ? childModels.get(name) : undefined;
    if (!model || model.metadata.deletionTimestamp !== undefined || isInUse(model)) return [];
    return [{ do: "delete-model", name, uid: model.metadata.uid }];
  });
}
