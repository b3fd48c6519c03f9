/** What the status of a Model says at each stage of its training. */
import type { ModelStatus } from "@agatha/contracts";
import type { DatasetReadiness } from "../dataset/readiness.js";
import { statusFailure } from "../status/condition-messages.js";
import type { Attempts } from "../tasks/attempts.js";
import type { TaskDecision } from "../tasks/decide-task.js";

/** The status without what an earlier training has left in it; of the present one, by its fingerprint, it keeps the start. */
export function withoutTaskFields(status: ModelStatus, fingerprint: string): ModelStatus {
  const { task: _task, attempts: _attempts, reason: _reason, message: _message, startedAt, finishedAt: _finished, ...rest } = status;
  return { ...rest, ...(status.fingerprint === fingerprint && startedAt !== undefined && { startedAt }), fingerprint };
}

/** A training that is under way, or about to be, under the task's id. */
export function trainingStatus(status: ModelStatus, attempts: Attempts, id: string, footing: DatasetReadiness): ModelStatus {
  const number = Number(id.slice(id.lastIndexOf("-") + 1));
  return {
    ...status,
    phase: "fitting",
    task: id,
    attempts: number,
    ...jobStartTime(attempts),
    ...tableFingerprint(attempts, footing),
  };
}

/** When the job of the last attempt began to run; it may have waited for its turn. */
function jobStartTime({ latest }: Attempts): Pick<ModelStatus, "startedAt"> {
  return latest?.job?.startedAt === undefined ? {} : { startedAt: latest.job.startedAt };
}

/** The table's fingerprint, as long as the dataset still has the table that the last attempt learns from. */
function tableFingerprint({ latest }: Attempts, { dataset }: DatasetReadiness): Pick<ModelStatus, "datasetFingerprint"> {
  const { table, whole } = dataset?.status ?? {};
  const used = latest?.task.input.kind === "train" ? latest.task.input.table : table?.key;
  const present = [table, whole].find((each) => each?.key === used);
  return present ? { datasetFingerprint: present.fingerprint } : {};
}

/** A training that has failed for good. */
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

/** A training that has succeeded, with what it put out. */
export function succeededStatus(
  status: ModelStatus,
  attempts: Attempts,
  { output, number, finishedAt }: Extract<TaskDecision<"train">, { do: "finish" }>,
  footing: DatasetReadiness,
): ModelStatus {
  const { artifact, info, predictions, indicators, trainIndicators, baseline, heldOutRows } = output;
  return {
    ...status,
    phase: "success",
    attempts: number,
    // Of a job that is gone, and that was never seen running, only the time of its task is known.
    startedAt: jobStartTime(attempts).startedAt ?? status.startedAt ?? attempts.firstCreatedAt,
    finishedAt,
    indicators,
    trainIndicators,
    baseline,
    heldOutRows,
    artifact: { ...artifact, info, predictions },
    ...tableFingerprint(attempts, footing),
  };
}
