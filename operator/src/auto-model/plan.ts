import {
  type AutoModelStatus,
  type AutoModelTrial,
  type Clock,
  isCancelled,
  isMarkedDeleted,
  isoTime,
  type ModelType,
  type Resource,
  titleOf,
} from "@agatha/contracts";
import type { Action, Plan } from "../plan/action.js";
import { metadataActions } from "../plan/metadata-actions.js";
import { hasModelFailed, isTrainingFinished } from "../plan/model-actions.js";
import { statusFailure } from "../status/condition-messages.js";
import { isRetryRequested, seenRetry } from "../tasks/retries.js";
import { REQUEUE_AFTER_MS } from "../tasks/task-actions.js";
import { childModelName, modelsToRetry, newChildModel, rankTrials, trialsOf } from "./child-models.js";
import { autoModelConditions } from "./conditions.js";
import { type ObservedState, rowCount } from "./observed-state.js";
import { deleteDroppedActions, planFailed, planFinished, rankedFirst } from "./planned-end.js";
import type { RunningAutoModel, SearchProgress } from "./search.js";
import { nextPlannedModels, possibleSlots, slotsWithoutTimeLimit } from "./search-stages.js";
import { markIncomparable, selectableTrials } from "./selectable-trials.js";

/** Returns the actions for an automatic training, and its new status. A finished automatic training does not change. Pure function. */
export function planAutoModel(autoModel: Resource<"AutoModel">, seen: ObservedState, clock: Clock): Plan<"AutoModel"> {
  const metadata = metadataActions(autoModel, seen.readiness.dataset);
  const { actions, status, requeueAfter } = planSearch(autoModel, seen, clock);
  // A failed one in the trash sees a change of its spec once it is restored.
  const isPaused = autoModel.status?.phase === "fitting_fail" && isMarkedDeleted(autoModel);
  const seenNow = { ...(!isPaused && { observedGeneration: autoModel.metadata.generation }), ...seenRetry(autoModel) };
  return { actions: [...metadata, ...actions], status: { ...status, ...seenNow }, requeueAfter };
}

function planSearch(autoModel: Resource<"AutoModel">, observed: ObservedState, clock: Clock): Plan<"AutoModel"> {
  const { status: before = {} } = autoModel;
  const over = before.phase === "fitting_finished" || (before.phase === "fitting_fail" && !isDueAgain(autoModel, observed));
  if (over) return { actions: deleteDroppedActions(before, observed), status: withPresentTrials(autoModel, observed) };
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
  const startedAt = status.startedAt ?? earliestStart(observed.childModels);
  const running: AutoModelStatus = {
    ...processing,
    type,
    ...(observed.logResponse && { logResponse: true }),
    ...(startedAt !== undefined && { startedAt }),
  };
  return planRunning({ ...autoModel, status: running }, type, observed, clock);
}

/**
 * Returns the status of an automatic training that is over. It may be over because Kubernetes refused a model; the models that were
 * begun before are still in training.
 */
function withPresentTrials(autoModel: Resource<"AutoModel">, { childModels }: ObservedState): AutoModelStatus {
  const { status = {} } = autoModel;
  return { ...status, ...(status.models && { models: trialsOf(autoModel, childModels, []) }) };
}

/**
 * Returns true if a failed automatic training has cause to try again. An automatic training in the trash has no cause until it is
 * restored.
 */
function isDueAgain(autoModel: Resource<"AutoModel">, { childModels }: ObservedState): boolean {
  const { metadata, status = {} } = autoModel;
  if (isMarkedDeleted(autoModel)) return false;
  if (status.reason === "Cancelled") return !isCancelled(autoModel);
  // If it failed before its first model, the cause was its dataset, whose present state decides.
  if (status.type === undefined || isRetryRequested(autoModel)) return true;
  // A failed model tries again by itself when its dataset changes.
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

function planRunning(autoModel: RunningAutoModel, type: ModelType, observed: ObservedState, clock: Clock): Plan<"AutoModel"> {
  const { spec, status } = autoModel;
  const { limits } = spec;
  const { childModels } = observed;
  const datasetTitle = observed.readiness.dataset ? titleOf(observed.readiness.dataset) : spec.datasetRef;
  const search = { autoModel, type, rowCount: rowCount(observed.readiness) };
  const trials = markIncomparable(trialsOf(autoModel, childModels, possibleSlots(search)), observed);
  const leftMs = 1000 * limits.seconds - (status.startedAt === undefined ? 0 : clock.now() - Date.parse(status.startedAt));
  const running = trials.filter(({ phase }) => !isTrainingFinished(phase));
  const over = isCancelled(autoModel) || leftMs <= 0;
  const progress: SearchProgress = { ...search, observed, trials, timeShareLeft: leftMs / (1000 * limits.seconds) };
  const room = Math.min(limits.parallel - running.length, limits.models - trials.length);
  const unlimited = isCancelled(autoModel) ? [] : slotsWithoutTimeLimit(search);
  const wanted = nextPlannedModels(progress)
    .filter(({ slot }) => !over || unlimited.includes(slot))
    .slice(0, Math.max(0, room));
  if (running.length === 0 && wanted.length === 0) return planFinished(progress, clock);
  const actions = [
    ...retryActions(childModels, status),
    ...(over
      ? running.flatMap(({ name, slot }): Action[] => (unlimited.includes(slot) ? [] : stopAction(autoModel, childModels.get(name))))
      : []),
    ...wanted.map((each, i): Action => {
      const model = newChildModel(autoModel, type, each, { dataset: datasetTitle, number: trials.length + i + 1 });
      return { do: "create-model", model };
    }),
  ];
  const made = wanted.map(({ slot }): AutoModelTrial => ({ name: childModelName(autoModel, slot), slot, phase: "init" }));
  const ranked = rankTrials(selectableTrials(trials, observed), search);
  const models = rankedFirst(ranked, [...trials, ...made]);
  const [best] = ranked;
  return {
    actions,
    status: autoModelConditions(autoModel, { ...status, models, ...(best && { bestModel: best.name }) }, clock),
    requeueAfter: over ? REQUEUE_AFTER_MS : Math.max(1, Math.min(REQUEUE_AFTER_MS, leftMs)),
  };
}

/** Returns when the first of the models began to be trained. Before that they wait for their turn. */
function earliestStart(childModels: ReadonlyMap<string, Resource<"Model">>): string | undefined {
  const starts = [...childModels.values()].flatMap(({ status }) => status?.startedAt ?? []);
  return starts.map((start) => new Date(start).toISOString()).sort()[0];
}

/**
 * Returns the requests of the current try to train the models again that failed before it. The value of the requests is the start of
 * the try.
 */
function retryActions(childModels: ReadonlyMap<string, Resource<"Model">>, { startedAt: request, ...status }: AutoModelStatus): Action[] {
  if (request === undefined) return [];
  const failed = modelsToRetry(childModels, { ...status, startedAt: request });
  return failed.map(({ metadata: { name, uid } }): Action => ({ do: "retry-model", name, uid, request }));
}

function stopAction(autoModel: Resource<"AutoModel">, model: Resource<"Model"> | undefined): Action[] {
  if (!model || isCancelled(model)) return [];
  const reason = isCancelled(autoModel) ? "AutoModelCancelled" : "TimeLimitReached";
  return [{ do: "cancel-model", name: model.metadata.name, uid: model.metadata.uid, reason }];
}
