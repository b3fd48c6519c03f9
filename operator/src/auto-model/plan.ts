import {
  type AutoModelStatus,
  type AutoModelTrial,
  type Clock,
  type CodedProblem,
  choiceAmongModels,
  chosenRankBy,
  ERRORS,
  type FigureResamples,
  type ForecastErrorUnits,
  isCancelled,
  isMarkedDeleted,
  isoTime,
  type ModelTuning,
  type ModelType,
  type Resource,
  seriesNameColumns,
  titleOf,
  trainingEnd,
} from "@agatha/contracts";
import type { DatasetReadiness } from "../dataset/readiness.js";
import { type EnablingInput, planEnabling } from "../enabling/plan.js";
import type { Action, Plan } from "../plan/action.js";
import { metadataActions } from "../plan/metadata-actions.js";
import { hasModelFailed, isTrainingFinished } from "../plan/model-actions.js";
import { statusFailure } from "../status/condition-messages.js";
import { isRetryRequested, seenRetry } from "../tasks/retries.js";
import { REQUEUE_AFTER_MS } from "../tasks/task-actions.js";
import { type AutoModelRanking, childModelName, modelLines, modelsToRetry, newChildModel, rankTrainedModels } from "./child-models.js";
import { autoModelConditions } from "./conditions.js";
import type { SearchProgress } from "./search-progress.js";
import { methodsNotTried, nextPlannedModels, possibleSlots, slotsWithoutTimeLimit } from "./search-stages.js";
import { markEarlierRows, selectableModels } from "./selectable-models.js";
import { isOfStage } from "./slots.js";

/** State besides the automatic training itself that a plan depends on. */
export interface ObservedState extends EnablingInput {
  readiness: DatasetReadiness;
  /** Type of the models, or the problem with the request; undefined until the dataset's columns are known. */
  modelType: ModelType | CodedProblem | undefined;
  /** Whether the logarithm of the response is worth a try. */
  logResponse: boolean;
  /** Models of the automatic training by name. */
  childModels: ReadonlyMap<string, Resource<"Model">>;
  /** Whether somebody uses the model, which then is not dropped. */
  isInUse(model: Resource<"Model">): boolean;
  tunedSettings: ReadonlyMap<string, ModelTuning["settings"]>;
  /** Names of the models whose tuning ran out of time. */
  cutShort: ReadonlySet<string>;
  /** Figures on resamples of the held-out rows, by the model's name. */
  resamples: ReadonlyMap<string, FigureResamples>;
  /** Errors of forecasts that compare them, by the model's name. */
  forecastErrors: ReadonlyMap<string, ForecastErrorUnits>;
  /** Columns that a trained model left out, by the model's name. */
  excludedColumns: ReadonlyMap<string, NonNullable<AutoModelStatus["leftOut"]>>;
}

/** Returns the actions for an automatic training, and its new status. A finished automatic training does not change. Pure function. */
export function planAutoModel(autoModel: Resource<"AutoModel">, seen: ObservedState, clock: Clock): Plan<"AutoModel"> {
  const metadata = metadataActions(autoModel, seen.readiness.dataset);
  const { actions, status, requeueAfter } = planSearch(autoModel, seen, clock);
  const seenNow = { observedGeneration: autoModel.metadata.generation, ...seenRetry(autoModel) };
  return { actions: [...metadata, ...actions], status: { ...status, ...seenNow }, requeueAfter };
}

function planSearch(autoModel: Resource<"AutoModel">, observed: ObservedState, clock: Clock): Plan<"AutoModel"> {
  const { status: before = {} } = autoModel;
  const over = before.phase === "fitting_finished" || (before.phase === "fitting_fail" && !triesAgain(autoModel, observed));
  if (over) return { actions: deleteDroppedActions(before, observed), status: before };
  const status = before.phase === "fitting_fail" ? statusOfNewTry(before, observed, clock) : before;
  const begun = status.type !== undefined;
  const processing: AutoModelStatus = { ...status, phase: "fitting_processing" };
  if (!begun && isCancelled(autoModel))
    return planFailed(autoModel, processing, statusFailure("Cancelled", "The automatic training was cancelled."), clock);
  if (!begun && observed.readiness.is === "failed") return planFailed(autoModel, processing, observed.readiness, clock);
  if (!begun && (observed.readiness.is === "waiting" || observed.modelType === undefined)) {
    const waiting = observed.readiness.is === "waiting" ? observed.readiness : undefined;
    return { actions: [], status: autoModelConditions(autoModel, processing, clock, { waiting }), requeueAfter: REQUEUE_AFTER_MS };
  }
  const type = status.type ?? observed.modelType!;
  if (typeof type !== "string") return planFailed(autoModel, processing, statusFailure(type.code, `${type.path}: ${type.message}`), clock);
  const running: AutoModelStatus = { ...processing, type, ...(observed.logResponse && { logResponse: true }) };
  return planRunningSearch({ autoModel: { ...autoModel, status: running }, type, observed, status: running }, clock);
}

/** Returns true if a failed automatic training has cause to try again. One in the trash has none until it is restored. */
function triesAgain(autoModel: Resource<"AutoModel">, { childModels }: ObservedState): boolean {
  const { metadata, status = {} } = autoModel;
  if (isMarkedDeleted(autoModel)) return false;
  if (status.reason === "Cancelled") return !isCancelled(autoModel);
  // Before its first model it failed for its dataset, and the dataset's present state decides.
  if (status.type === undefined || isRetryRequested(autoModel)) return true;
  // A model that failed goes on by itself when its dataset changes.
  const goesOn = (status.models ?? []).some(({ name, phase }) => {
    const model = childModels.get(name);
    return model && isTrainingFinished(phase) && phase !== "success" && !hasModelFailed(model);
  });
  return goesOn || status.observedGeneration !== metadata.generation;
}

/**
 * Returns the status without the outcome of the failed try. It keeps the names of the models that still exist. The time limit counts
 * from now if a model was begun.
 */
function statusOfNewTry(
  { type, logResponse, models = [], conditions }: AutoModelStatus,
  { childModels }: ObservedState,
  clock: Clock,
): AutoModelStatus {
  if (type === undefined) return { ...(conditions && { conditions }) };
  const present = models.filter(({ name }) => childModels.has(name));
  return {
    ...(conditions && { conditions }),
    type,
    ...(logResponse && { logResponse }),
    models: present.map(({ name, slot }) => ({ name, slot, phase: "init" })),
    isRetry: true,
    startedAt: isoTime(clock),
  };
}

interface SearchInput {
  autoModel: Resource<"AutoModel">;
  type: ModelType;
  observed: ObservedState;
  status: AutoModelStatus;
}

function planRunningSearch({ autoModel, type, observed, status }: SearchInput, clock: Clock): Plan<"AutoModel"> {
  const { limits } = autoModel.spec;
  const { childModels, tunedSettings } = observed;
  const nrow = rowCount(observed.readiness);
  const datasetTitle = observed.readiness.dataset ? titleOf(observed.readiness.dataset) : autoModel.spec.datasetRef;
  const slots = possibleSlots({ autoModel, type, rowCount: nrow });
  const rows = presentRows(observed.readiness);
  const lines = markEarlierRows(modelLines(autoModel, childModels, slots), childModels, rows);
  const startedAt = status.startedAt ?? earliestStart(childModels);
  const leftMs = 1000 * limits.seconds - (startedAt === undefined ? 0 : clock.now() - Date.parse(startedAt));
  const running = lines.filter(({ phase }) => !isTrainingFinished(phase));
  const over = isCancelled(autoModel) || leftMs <= 0;
  const progress: SearchProgress = {
    autoModel,
    type,
    rowCount: nrow,
    presentRows: rows,
    childModels,
    lines,
    tunedSettings,
    timeShareLeft: leftMs / (1000 * limits.seconds),
  };
  const room = Math.min(limits.parallel - running.length, limits.models - lines.length);
  const unlimited = isCancelled(autoModel) ? [] : slotsWithoutTimeLimit(progress);
  const wanted = nextPlannedModels(progress)
    .filter(({ slot }) => !over || unlimited.includes(slot))
    .slice(0, Math.max(0, room));
  const present: AutoModelStatus = { ...status, ...(startedAt !== undefined && { startedAt }) };
  if (running.length === 0 && wanted.length === 0) return planFinished({ autoModel, type, observed, status: present }, lines, clock);
  const actions = [
    ...retryActions(childModels, present),
    ...(over
      ? running.flatMap(({ name, slot }): Action[] => (unlimited.includes(slot) ? [] : stopAction(autoModel, childModels.get(name))))
      : []),
    ...wanted.map((each, i): Action => {
      const model = newChildModel(autoModel, type, each, { dataset: datasetTitle, number: lines.length + i + 1 });
      return { do: "create-model", model };
    }),
  ];
  const made = wanted.map(({ slot }): AutoModelTrial => ({ name: childModelName(autoModel, slot), slot, phase: "init" }));
  const ranked = rankTrainedModels(selectableModels(lines, childModels, rows), { autoModel, type });
  const models = rankedFirst(ranked, [...lines, ...made]);
  const [best] = ranked;
  return {
    actions,
    status: autoModelConditions(autoModel, { ...present, models, ...(best && { bestModel: best.name }) }, clock),
    requeueAfter: over ? REQUEUE_AFTER_MS : Math.max(1, Math.min(REQUEUE_AFTER_MS, leftMs)),
  };
}

/** Returns the plan at the end: it names the best model, drops ensembles that are not better, and enables models as requested. */
function planFinished({ autoModel, type, observed, status }: SearchInput, all: AutoModelTrial[], clock: Clock): Plan<"AutoModel"> {
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
function rankedFirst(ranked: readonly AutoModelTrial[], lines: readonly AutoModelTrial[]): AutoModelTrial[] {
  return [...ranked, ...lines.filter((line) => !ranked.includes(line))];
}

/** Returns when the first of the models began to be trained. Before that they wait for their turn. */
function earliestStart(members: ReadonlyMap<string, Resource<"Model">>): string | undefined {
  const starts = [...members.values()].flatMap(({ status }) => status?.startedAt ?? []);
  return starts.map((start) => new Date(start).toISOString()).sort()[0];
}

function rowCount({ dataset }: DatasetReadiness): number {
  return dataset?.status?.nrow ?? Number.POSITIVE_INFINITY;
}

function presentRows({ dataset }: DatasetReadiness): string | undefined {
  const table = dataset?.status?.table;
  return table?.rowsFingerprint ?? table?.fingerprint;
}

/** Returns the requests of the present try to the models that failed before it. Its start names them. */
function retryActions(members: ReadonlyMap<string, Resource<"Model">>, { startedAt: request, ...status }: AutoModelStatus): Action[] {
  if (request === undefined) return [];
  const failed = modelsToRetry(members, { ...status, startedAt: request });
  return failed.map(({ metadata: { name, uid } }): Action => ({ do: "retry-model", name, uid, request }));
}

function stopAction(autoModel: Resource<"AutoModel">, member: Resource<"Model"> | undefined): Action[] {
  if (!member || isCancelled(member)) return [];
  const reason = isCancelled(autoModel) ? "AutoModelCancelled" : "TimeLimitReached";
  return [{ do: "cancel-model", name: member.metadata.name, uid: member.metadata.uid, reason }];
}

function deleteDroppedActions({ models = [] }: AutoModelStatus, { childModels, isInUse }: ObservedState): Action[] {
  return models.flatMap(({ name, dropped }): Action[] => {
    const member = dropped ? childModels.get(name) : undefined;
    if (!member || member.metadata.deletionTimestamp !== undefined || isInUse(member)) return [];
    return [{ do: "delete-model", name, uid: member.metadata.uid }];
  });
}
