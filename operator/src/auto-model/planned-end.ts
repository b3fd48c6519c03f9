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
import { type AutoModelRanking, rankTrainedModels } from "./child-models.js";
import { autoModelConditions } from "./conditions.js";
import { type ObservedState, presentRows, rowCount, type SearchInput } from "./observed-state.js";
import { methodsNotTried } from "./search-stages.js";
import { selectableModels } from "./selectable-models.js";
import { isOfStage } from "./slots.js";

/** Returns the plan at the end: it names the best model, drops ensembles that are not better, and enables models as requested. */
export function planFinished({ autoModel, type, observed, status }: SearchInput, all: AutoModelTrial[], clock: Clock): Plan<"AutoModel"> {
  const selectable = selectableModels(all, observed.childModels, presentRows(observed.readiness));
  const kept = dropUnhelpfulEnsembles(selectable, { autoModel, type }, observed);
  const lines = [...kept, ...all.filter((line) => !selectable.includes(line))];
  const ranked = rankTrainedModels(kept, { autoModel, type });
  const [best] = ranked;
  const models = rankedFirst(ranked, lines);
  if (!best) return planFailed(autoModel, { ...status, models }, failureReason(autoModel, lines, observed), clock);
  const notTried = methodsNotTried({ autoModel, type, rowCount: rowCount(observed.readiness) }, lines);
  const choice = choiceOf(best, kept, { autoModel, type }, observed);
  const { actions, outcome } = planEnabling(autoModel.spec.enabling, ranked, observed.childModels, observed);
  const leftOut = autoModel.spec.columns ? [] : (observed.excludedColumns.get(best.name) ?? []);
  const ended: AutoModelStatus = {
    ...status,
    models: models.map((line) => ({
      ...line,
      ...(choice?.tied.includes(line.name) && { tied: true }),
      ...(observed.cutShort.has(line.name) && { endedEarly: "cut_short" }),
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

/** Returns what the choice of the best among the trained models tells, those among them that are dropped. */
function choiceOf(
  best: AutoModelTrial,
  lines: readonly AutoModelTrial[],
  { autoModel: { spec }, type }: AutoModelRanking,
  { resamples, forecastErrors, childModels }: ObservedState,
) {
  const candidates = lines.flatMap(({ name, heldOutRows = 0, indicators = {} }) => {
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
  lines: readonly AutoModelTrial[],
  ranking: AutoModelRanking,
  { childModels, isInUse }: ObservedState,
): AutoModelTrial[] {
  const isCombined = (line: AutoModelTrial) => isOfStage(line, "ensemble", "stacked");
  const single = lines.filter((line) => !isCombined(line));
  const isUnhelpful = (line: AutoModelTrial) => isCombined(line) && rankTrainedModels([...single, line], ranking)[0] !== line;
  return lines.map((line) => {
    const member = childModels.get(line.name);
    return isUnhelpful(line) && !(member && isInUse(member)) ? { ...line, dropped: true } : line;
  });
}

function failureReason(
  autoModel: Resource<"AutoModel">,
  lines: readonly AutoModelTrial[],
  { childModels }: ObservedState,
): { reason: string; message: string } {
  if (isCancelled(autoModel)) return statusFailure("Cancelled", "The automatic training was cancelled before any model was trained.");
  const ends = lines.flatMap(({ name }) => childModels.get(name)?.status ?? []);
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

/** Returns the ranked models first, then the others as they were. */
export function rankedFirst(ranked: readonly AutoModelTrial[], lines: readonly AutoModelTrial[]): AutoModelTrial[] {
  return [...ranked, ...lines.filter((line) => !ranked.includes(line))];
}

/** Returns the deletions of the models that the end dropped. */
export function deleteDroppedActions({ models = [] }: AutoModelStatus, { childModels, isInUse }: ObservedState): Action[] {
  return models.flatMap(({ name, dropped }): Action[] => {
    const member = dropped ? childModels.get(name) : undefined;
    if (!member || member.metadata.deletionTimestamp !== undefined || isInUse(member)) return [];
    return [{ do: "delete-model", name, uid: member.metadata.uid }];
  });
}
