import { type FileFault, type Job, type JobFailure, type TaskKind, type TaskOutput, taskOutputs } from "@agatha/contracts";
import { type Backoff, backoffMs } from "@agatha/contracts/ports/timers";
import type { Attempt } from "./attempts.js";

/** Decision about the current step. */
export type TaskDecision<K extends TaskKind> =
  /** `failure`: why the previous attempt broke off. `failures`: number of failed attempts that count. */
  | { do: "start"; number: number; failures: number; failure?: JobFailure }
  /** The task is written, but there is no job. */
  | { do: "launch"; number: number }
  | { do: "watch"; number: number }
  /** The platform failed; the next try is due in `ms`. */
  | { do: "pause"; number: number; ms: number; failure: JobFailure }
  | { do: "finish"; number: number; output: TaskOutput<K>; finishedAt: string }
  | { do: "fail"; number: number; reason: string; message: string; fault?: FileFault | undefined; finishedAt: string };

interface RetryPolicy {
  /** Attempts that could not save something do not count. */
  maxAttempts: number;
  backoff: Backoff;
}

/** Three attempts that fail, with delays of about ten and twenty seconds. */
const DEFAULT_RETRY_POLICY: RetryPolicy = { maxAttempts: 3, backoff: { baseMs: 10_000, capMs: 120_000 } };

/** Messages for users after the last failed attempt. That of OutOfMemory comes after the limit, which the runner tells. */
export const JOB_FAILURE_MESSAGES = {
  OutOfMemory: "Raise the memory limit, or use fewer rows or columns.",
  DeadlineExceeded: "The job took longer than its limit. Raise the time limit, or use fewer rows, columns or a smaller model.",
  Evicted: "The job was evicted from its node again and again. Ask the administrator for more room, then create it anew.",
  NotStarted:
    "The job's pod did not start in time, again and again. Ask the administrator, who finds the cause in the pod's events, then create it anew.",
  Cancelled: "The job was ended from outside again and again. Create it anew, or ask the administrator.",
  Error: "The job broke off again and again. Create it anew; if that does not help, the administrator finds the cause in the log.",
} as const satisfies Record<Exclude<JobFailure, "NotWritable">, string>;

/** Reason of work whose jobs were ended from outside. Cancelled is the reason of work that its user cancelled. */
export const ENDED_FROM_OUTSIDE = "EndedFromOutside";

/** Delay of an attempt after one that could not save something. There is no last attempt: the work continues when there is room. */
const NOT_WRITABLE_RETRY_MS = 15_000;

/** Returns the next action for the observed attempt. Pure function. */
export function decideTask<K extends TaskKind>(
  kind: K,
  latest: Attempt | undefined,
  now: number,
  policy = DEFAULT_RETRY_POLICY,
): TaskDecision<K> {
  if (!latest) return { do: "start", number: 1, failures: 0 };
  const { number, task, job } = latest;
  const { result } = task;
  if (result?.status === "fail") {
    const { reason, message, detail, finishedAt } = result;
    return { do: "fail", number, reason, message, fault: detail[0]?.fault, finishedAt };
  }
  if (result) {
    const output = taskOutputs[kind].safeParse(result.output);
    if (output.success) return { do: "finish", number, output: output.data as TaskOutput<K>, finishedAt: result.finishedAt };
    return afterFailure(latest, { failure: "Error", finishedAt: result.finishedAt }, now, policy);
  }
  if (!job) return { do: "launch", number };
  if (job.phase === "queued" || job.phase === "running") return { do: "watch", number };
  return afterFailure(latest, job, now, policy);
}

function afterFailure(
  { number, task }: Attempt,
  job: Pick<Job, "failure" | "finishedAt" | "message">,
  now: number,
  policy: RetryPolicy,
): TaskDecision<never> {
  // A job that succeeded without a result counts as failed.
  const failure = job.failure ?? "Error";
  const elapsedMs = job.finishedAt === undefined ? Number.POSITIVE_INFINITY : now - Date.parse(job.finishedAt);
  const before = task.failures ?? number - 1;
  const sinceStartMs = now - Date.parse(task.createdAt);
  const pauseOrStart = (failures: number, delayMs: number): TaskDecision<never> => {
    const ms = delayMs - pausedMs({ elapsedMs, sinceStartMs }, delayMs);
    return ms > 0 ? { do: "pause", number, ms, failure } : { do: "start", number: number + 1, failures, failure };
  };
  if (failure === "NotWritable") return pauseOrStart(before, NOT_WRITABLE_RETRY_MS);
  const failures = before + 1;
  // Another attempt would take as long and fail in the same way.
  if (failures >= policy.maxAttempts || failure === "DeadlineExceeded") {
    return {
      do: "fail",
      number,
      reason: failure === "Cancelled" ? ENDED_FROM_OUTSIDE : failure,
      message: failureMessage(failure, job.message),
      finishedAt: job.finishedAt ?? new Date(now).toISOString(),
    };
  }
  return pauseOrStart(
    failures,
    backoffMs(policy.backoff, failures, () => 0),
  );
}

/** The limit may be lower than the one that the user set: the administrator bounds it. */
function failureMessage(failure: keyof typeof JOB_FAILURE_MESSAGES, cause = "The job needed more memory than its limit"): string {
  const message = JOB_FAILURE_MESSAGES[failure];
  return failure === "OutOfMemory" ? `${cause}. ${message}` : message;
}

/**
 * Returns how much of the delay is over. The clock of the job's node may be ahead of this one, which may also have been set back since.
 * If the job ends later than now by more than the delay, the time since the attempt began counts, so that attempts that fail at once
 * are still apart. If by less, the pause becomes longer, by no more than twice the delay.
 */
function pausedMs({ elapsedMs, sinceStartMs }: { elapsedMs: number; sinceStartMs: number }, delayMs: number): number {
  return Math.abs(elapsedMs <= -delayMs ? sinceStartMs : elapsedMs);
}
