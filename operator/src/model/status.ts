/** Status of a Model at each stage of its training. */
import type { ModelStatus } from "@agatha/contracts";
import type { DatasetReadiness } from "../dataset/readiness.js";
import { statusFailure } from "../status/condition-messages.js";
import type { Attempts } from "../tasks/attempts.js";
import type { TaskDecision } from "../tasks/decide-task.js";

/**
 * Returns the status without fields of an earlier training. It keeps the start time of the current one, which has the same
 * fingerprint.
 */
export function withoutTaskFields(status: ModelStatus, fingerprint: string): ModelStatus {
  const goesOn = status.fingerprint === fingerprint && status.phase === "fitting";
  const { task: _task, attempts: _attempts, reason: _reason, message: _message, startedAt, finishedAt: _finished, ...rest } = status;
  return { ...rest, ...(goesOn && startedAt !== undefined && { startedAt }), fingerprint };
}

/** Returns the status of a running or starting training, with the task's id. */
export function trainingStatus(status: ModelStatus, attempts: Attempts, id: string, readiness: DatasetReadiness): ModelStatus {
  const number = Number(id.slice(id.lastIndexOf("-") + 1));
  return {
    ...status,
    phase: "fitting",
    task: id,
    attempts: number,
    ...jobStartTime(attempts),
    ...tableFingerprints(attempts, readiness),
  };
}

/** Returns when the job of the last attempt started to run; it may have been queued. */
function jobStartTime({ latest }: Attempts): Pick<ModelStatus, "startedAt"> {
  return latest?.job?.startedAt === undefined ? {} : { startedAt: latest.job.startedAt };
}

/** Returns the table's fingerprints if the dataset still has the table that the last attempt uses. */
function tableFingerprints(
  { latest }: Attempts,
  { dataset }: DatasetReadiness,
): Pick<ModelStatus, "datasetFingerprint" | "rowsFingerprint"> {
  const { table, whole } = dataset?.status ?? {};
  const used = latest?.task.input.kind === "train" ? latest.task.input.table : table?.key;
  const present = [table, whole].find((each) => each?.key === used);
  return present ? { datasetFingerprint: present.fingerprint, rowsFingerprint: present.rowsFingerprint } : {};
}

/** Returns the status of a training that has failed permanently. */
export function failedStatus(
  status: ModelStatus,
  attempts: Attempts,
  finishedAt: string,
  why: { reason: string; message: string },
): ModelStatus {
  return {
    ...status,
    phase: "fitting_fail",
    ...jobStartTime(attempts),
    finishedAt,
    ...statusFailure(why.reason, why.message),
  };
}

/** Returns the status of a successful training, with its outputs. */
export function succeededStatus(
  status: ModelStatus,
  attempts: Attempts,
  { output, number, finishedAt }: Extract<TaskDecision<"train">, { do: "finish" }>,
  readiness: DatasetReadiness,
): ModelStatus {
  const { artifact, info, predictions, indicators, trainIndicators, baseline, heldOutRows, heldOutBy } = output;
  const { intervals, baselineIntervals, baselineDifferences } = output;
  return {
    ...status,
    phase: "success",
    attempts: number,
    // For a deleted job that was never seen running, only the time of its task is known.
    startedAt: jobStartTime(attempts).startedAt ?? status.startedAt ?? attempts.firstCreatedAt,
    finishedAt,
    indicators,
    trainIndicators,
    baseline,
    heldOutRows,
    heldOutBy,
    intervals,
    baselineIntervals,
    baselineDifferences,
    artifact: { ...artifact, info, predictions },
    ...tableFingerprints(attempts, readiness),
  };
}
