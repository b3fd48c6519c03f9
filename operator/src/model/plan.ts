import {
  CANCEL_ANNOTATION,
  type Clock,
  isoTime,
  type ModelStatus,
  type Resource,
  samplingInUse,
  type TaskInput,
  tableWith,
} from "@agatha/contracts";
import type { Action, Kept, Plan } from "../work/action.js";
import type { Attempts } from "../work/attempts.js";
import { fingerprintOf, taskStem } from "../work/fingerprint.js";
import { metadataActions } from "../work/metadata.js";
import { LOOK_AGAIN_MS } from "../work/moves.js";
import { nextMove } from "../work/next-move.js";
import { failure, retryMessage } from "../work/report.js";
import { modelConditions } from "./conditions.js";
import { type Footing, footingOf } from "./footing.js";
import { clearWork, ended, finished, working } from "./status.js";

export interface ModelNeed {
  /** Digest of what is to be trained, and with what means. */
  fingerprint: string;
  /** What the names of the attempts begin with; none when the model is finished or has failed for good. */
  stem: string | undefined;
}

/** Pure: whether the model is still to be trained. A finished one never is again, whatever became of its job. */
export function modelNeed(model: Resource<"Model">): ModelNeed {
  const { spec, status = {} } = model;
  const fingerprint = fingerprintOf([spec.datasetRef, trainedOn(model), spec.resources]);
  const failed = (status.phase === "fitting_fail" || status.phase === "fail") && status.fingerprint === fingerprint;
  const over = failed || status.phase === "success";
  return { fingerprint, stem: over ? undefined : taskStem(model, "train", fingerprint) };
}

function trainedOn({ spec }: Resource<"Model">): Extract<TaskInput, { kind: "train" }>["model"] {
  const { type, response, columns, layers, timeSeries, semilabel, maxFpr, seed, leaveOutLeaks, tuning, extraction } = spec;
  return { type, response, columns, layers, timeSeries, semilabel, maxFpr, seed, leaveOutLeaks, tuning, extraction };
}

/** Pure: what is to be done, and the status that says so. `dataset` is what the model's reference leads to. */
export function planModel(
  model: Resource<"Model">,
  dataset: Resource<"Dataset"> | undefined,
  attempts: Attempts,
  clock: Clock,
): Plan<"Model"> {
  const { fingerprint, stem } = modelNeed(model);
  const footing = footingOf(model, dataset);
  const actions = [...metadataActions(model, footing.dataset), ...sweepActions(model, attempts)];
  const before: ModelStatus = { ...model.status, observedGeneration: model.metadata.generation };
  if (stem === undefined) return { actions, status: modelConditions(model, before, clock) };
  const status = clearWork(before, fingerprint);
  const plan = planTraining({ model, footing, attempts, stem, status }, clock);
  return { ...plan, actions: [...actions, ...plan.actions], status: modelConditions(model, plan.status, clock) };
}

interface Training {
  model: Resource<"Model">;
  footing: Footing;
  attempts: Attempts;
  stem: string;
  status: ModelStatus;
}

function planTraining({ model, footing, attempts, stem, status }: Training, clock: Clock): Plan<"Model"> {
  const now = isoTime(clock);
  const move = nextMove("train", attempts.latest, clock.now());
  const id = `${stem}${move.number}`;
  if (isCancelled(model) && move.do !== "finish" && move.do !== "fail") {
    const actions: Action[] = attempts.latest ? [{ do: "cancel", id: attempts.latest.task.id }] : [];
    return { actions, status: ended(status, attempts, now, failure("Cancelled", "The training was cancelled.")) };
  }
  if (move.do === "start") {
    if (footing.is === "failed") return { actions: [], status: ended(status, attempts, now, footing) };
    const input = footing.is === "ready" ? trainInput(model, footing.dataset) : undefined;
    if (!input) return { actions: [], status: { ...status, phase: "init" }, requeueAfter: LOOK_AGAIN_MS };
    const actions: Action[] = [{ do: "start", id, at: now, input, limits: model.spec.resources }];
    return { actions, status: working(status, attempts, id, footing), requeueAfter: LOOK_AGAIN_MS };
  }
  if (move.do === "finish") return { actions: [], status: finished(status, attempts, move, footing) };
  if (move.do === "fail") {
    return {
      actions: [],
      status: { ...ended(status, attempts, move.finishedAt, failure(move.reason, move.message)), attempts: move.number },
    };
  }
  const actions: Action[] = move.do === "launch" ? [{ do: "launch", id, limits: model.spec.resources }] : [];
  const present = working(status, attempts, id, footing);
  if (move.do === "pause") return { actions: [], status: { ...present, message: retryMessage(move) }, requeueAfter: move.ms };
  return { actions, status: present, requeueAfter: LOOK_AGAIN_MS };
}

/** Undefined while the table with the rows that the model learns from is not there. */
function trainInput(model: Resource<"Model">, dataset: Resource<"Dataset">): TaskInput | undefined {
  const inUse = samplingInUse(dataset.spec, dataset.status?.totalRows ?? 0);
  // A random sample of a time series has no rhythm.
  const sampling = model.spec.timeSeries && inUse === "random" ? "raw" : inUse;
  const table = tableWith(dataset, sampling);
  if (!table) return undefined;
  return {
    kind: "train",
    table: table.key,
    tableDocument: table.document,
    sampling,
    timezone: dataset.spec.timezone,
    model: trainedOn(model),
    threads: Math.max(1, Math.floor(model.spec.resources.cpus)),
  };
}

function isCancelled({ metadata }: Resource<"Model">): boolean {
  return metadata.annotations?.[CANCEL_ANNOTATION] === "true";
}

function sweepActions({ status }: Resource<"Model">, { latest, leftovers }: Attempts): Action[] {
  if (leftovers.length === 0) return [];
  const folder = (key: string) => key.slice(0, key.lastIndexOf("/"));
  const { artifact } = status ?? {};
  const keep: Kept = {
    objects: [...(artifact ? [folder(artifact.key), folder(artifact.predictions)] : []), ...(latest ? [latest.task.outputPrefix] : [])],
    documents: [...(artifact ? [artifact.info] : []), ...(latest ? [latest.task.id] : [])],
  };
  return [{ do: "sweep", tasks: leftovers.map(({ id }) => id), keep }];
}
