import {
  CANCEL_REASON_ANNOTATION,
  type Clock,
  fieldsOf,
  isCancelled,
  isMarkedDeleted,
  isoTime,
  isStopReason,
  type ModelStatus,
  modelRecipe,
  type Resource,
  type StopReason,
  samplingForModels,
  searchWithinDeadline,
  type TaskInput,
  tableForSampling,
} from "@agatha/contracts";
import { fingerprintOf } from "@agatha/contracts/tasks/fingerprint";
import type { DatasetReadiness } from "../dataset/readiness.js";
import type { RetainedOutputs } from "../lifecycle/garbage-collection.js";
import type { Action, Plan } from "../plan/action.js";
import { metadataActions } from "../plan/metadata-actions.js";
import { hasModelFailed } from "../plan/model-actions.js";
import { taskNamePrefix } from "../runtime/fingerprint.js";
import { statusFailure } from "../status/condition-messages.js";
import type { Attempts } from "../tasks/attempts.js";
import { decideTask, ENDED_FROM_OUTSIDE, type TaskDecision } from "../tasks/decide-task.js";
import { isRetryRequested, seenRetry } from "../tasks/retries.js";
import { retryMessage } from "../tasks/retry-message.js";
import { REQUEUE_AFTER_MS, taskActions } from "../tasks/task-actions.js";
import type { ApiRefusal } from "./api-refusal.js";
import { type ModelProgress, modelConditions } from "./conditions.js";
import { failedStatus, succeededStatus, trainingStatus, withoutTaskFields } from "./status.js";

interface PendingTraining {
  /** Digest of the training's specification and resources. */
  fingerprint: string;
  /** Common prefix of the attempts' names; undefined if the model is finished or has failed permanently. */
  taskNamePrefix: string | undefined;
}

/**
 * Returns whether training is pending. A finished model is never trained again, whatever becomes of its job. A failed model is trained
 * again if its spec, its dataset or a request gives cause and it is not in the trash. Pure function.
 */
export function pendingTraining(model: Resource<"Model">, readiness: DatasetReadiness): PendingTraining {
  const { spec, status = {} } = model;
  const fingerprint = fingerprintOf([spec.datasetRef, trainingSpec(model), spec.resources]);
  const isDue = !isMarkedDeleted(model) && (status.fingerprint !== fingerprint || isDueAgain(model, readiness));
  const over = (hasModelFailed(model) && !isDue) || status.phase === "success";
  return { fingerprint, taskNamePrefix: over ? undefined : taskNamePrefix(model, "train", fingerprint) };
}

/** Returns true if a failed training has cause for a new try. */
function isDueAgain(model: Resource<"Model">, readiness: DatasetReadiness): boolean {
  const { reason, attempts, datasetFingerprint } = model.status ?? {};
  if (isStopReason(reason)) return !isCancelled(model);
  // If it failed without an attempt, the cause was its dataset, whose present state decides.
  if (attempts === undefined || isRetryRequested(model)) return true;
  const table = readiness.is === "ready" ? readiness.dataset.status?.table?.fingerprint : undefined;
  return table !== undefined && datasetFingerprint !== undefined && table !== datasetFingerprint;
}

function trainingSpec({ spec }: Resource<"Model">): Extract<TaskInput, { kind: "train" }>["model"] {
  return { ...fieldsOf(modelRecipe, spec), extraction: spec.extraction };
}

/** State that a plan of a model depends on. */
interface ObservedModel {
  readiness: DatasetReadiness;
  pending: PendingTraining;
  attempts: Attempts;
  /** Why the enabled API answers nobody. */
  refusal?: ApiRefusal | undefined;
}

/** Returns the actions to take and the new status. Pure function. */
export function planModel(model: Resource<"Model">, { readiness, pending, attempts, refusal }: ObservedModel, clock: Clock): Plan<"Model"> {
  const { fingerprint, taskNamePrefix } = pending;
  const actions = [...metadataActions(model, readiness.dataset), ...garbageCollectionActions(model, attempts)];
  const before: ModelStatus = { ...model.status, observedGeneration: model.metadata.generation, ...seenRetry(model) };
  const datasetLoss = datasetLossOf(readiness);
  if (taskNamePrefix === undefined) return { actions, status: modelConditions(model, before, clock, { datasetLoss, refusal }) };
  const status = withoutTaskFields(before, fingerprint);
  const plan = planTraining({ model, readiness, attempts, taskNamePrefix, status }, clock);
  const progress = { waiting: readiness.is === "waiting" ? readiness : undefined, job: attempts.latest?.job, datasetLoss, refusal };
  return { ...plan, actions: [...actions, ...plan.actions], status: modelConditions(model, plan.status, clock, progress) };
}

/** A model that still has its owner goes with it: Kubernetes deletes it. */
function datasetLossOf({ is, dataset }: DatasetReadiness): ModelProgress["datasetLoss"] {
  if (dataset) return isMarkedDeleted(dataset) ? "inTrash" : undefined;
  return is === "waiting" ? "missing" : undefined;
}

interface TrainingPlanInput {
  model: Resource<"Model">;
  readiness: DatasetReadiness;
  attempts: Attempts;
  taskNamePrefix: string;
  status: ModelStatus;
}

function planTraining(given: TrainingPlanInput, clock: Clock): Plan<"Model"> {
  const { model, readiness, attempts, taskNamePrefix, status } = given;
  const now = isoTime(clock);
  const decision = decideTask("train", attempts.latest, clock.now());
  const id = `${taskNamePrefix}${decision.number}`;
  if (isCancelled(model) && isUndecided(decision)) {
    const actions: Action[] = attempts.latest ? [{ do: "cancel", id: attempts.latest.task.id }] : [];
    return { actions, status: failedStatus(status, attempts, now, stopFailure(model)) };
  }
  if (decision.do === "start" && readiness.is === "failed") {
    const before = hasModelFailed(model) && model.status?.attempts === undefined ? model.status?.finishedAt : undefined;
    return { actions: [], status: failedStatus(status, attempts, before ?? now, readiness) };
  }
  const input = readiness.is === "ready" ? trainTaskInput(model, readiness.dataset) : undefined;
  if (decision.do === "start" && !input) return { actions: [], status: { ...status, phase: "init" }, requeueAfter: REQUEUE_AFTER_MS };
  const work = taskActions(decision, id, model.spec.resources, () => {
    if (!input) throw new Error("a task is started only when its input is ready");
    return { at: now, input };
  });
  return { ...work, status: statusAfterDecision(given, decision, id) };
}

function statusAfterDecision({ readiness, attempts, status }: TrainingPlanInput, decision: TaskDecision<"train">, id: string): ModelStatus {
  if (decision.do === "finish") return succeededStatus(status, attempts, decision, readiness);
  if (decision.do === "fail") {
    const failure = statusFailure(decision.reason, decision.message);
    return { ...failedStatus(status, attempts, decision.finishedAt, failure), attempts: decision.number };
  }
  return { ...trainingStatus(status, attempts, id, readiness), ...retryMessage(decision) };
}

/** Returns true if the training has no result. The operator itself ends the job of a cancelled training from outside. */
function isUndecided(decision: TaskDecision<"train">): boolean {
  return decision.do === "fail" ? decision.reason === ENDED_FROM_OUTSIDE : decision.do !== "finish";
}

const STOP_MESSAGES: Record<StopReason, string> = {
  Cancelled: "The training was cancelled.",
  TimeLimitReached: "The time limit of the automatic training was reached before the model was trained.",
  AutoModelCancelled: "The automatic training was cancelled before the model was trained.",
};

/** Returns why the training of a model that is not to be trained on was stopped. */
function stopFailure({ metadata }: Resource<"Model">): { reason: string; message: string } {
  const given = metadata.annotations?.[CANCEL_REASON_ANNOTATION];
  const reason = isStopReason(given) ? given : "Cancelled";
  return statusFailure(reason, STOP_MESSAGES[reason]);
}

/** Returns undefined until the table with the rows for training exists. */
function trainTaskInput(model: Resource<"Model">, dataset: Resource<"Dataset">): TaskInput | undefined {
  const sampling = samplingForModels(dataset.spec, dataset.status?.totalRows ?? 0, [model.spec]);
  const table = tableForSampling(dataset, sampling);
  if (!table) return undefined;
  return {
    kind: "train",
    table: table.key,
    tableDocument: table.document,
    sampling,
    timezone: dataset.spec.timezone,
    model: { ...trainingSpec(model), tuning: searchWithinDeadline(model.spec) },
  };
}

function garbageCollectionActions({ status }: Resource<"Model">, { latest, obsoleteTasks }: Attempts): Action[] {
  if (obsoleteTasks.length === 0) return [];
  const folder = (key: string) => key.slice(0, key.lastIndexOf("/"));
  const { artifact } = status ?? {};
  const keep: RetainedOutputs = {
    objects: [...(artifact ? [folder(artifact.key), folder(artifact.predictions)] : []), ...(latest ? [latest.task.outputPrefix] : [])],
    documents: [...(artifact ? [artifact.info] : []), ...(latest ? [latest.task.id] : [])],
  };
  return [{ do: "sweep", tasks: obsoleteTasks.map(({ id }) => id), keep }];
}
