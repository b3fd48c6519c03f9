import type { Job, JobFailure } from "@agatha/contracts";
import {
  DEADLINE_ANNOTATION,
  ENDED_ANNOTATION,
  isTrue,
  MEMORY_ANNOTATION,
  type WireJob,
  type WirePod,
  type WireTerminated,
} from "./kubernetes-job-wire.js";

/** V8 aborts (SIGABRT) when its heap is full; 137 with the reason OOMKilled is the kernel's. */
const ABORTED = 134;

/** Pure: a job as callers see it, from the Job and the pods that there still are of it. */
export function jobOf(job: WireJob, pods: WirePod[]): Job {
  const { name } = job.metadata;
  const latest = latestOf(pods);
  const run = terminatedOf(latest);
  const startedAt = run?.startedAt ?? latest?.status?.containerStatuses?.[0]?.state?.running?.startedAt;
  const started = startedAt === undefined ? {} : { startedAt };
  const complete = isTrue(job.status?.conditions, "Complete");
  if (complete) {
    const finishedAt = job.status?.completionTime ?? complete.lastTransitionTime;
    return {
      name,
      phase: "succeeded",
      startedAt: startedAt ?? job.status?.startTime ?? job.metadata.creationTimestamp,
      ...(finishedAt && { finishedAt }),
    };
  }
  const failed = isTrue(job.status?.conditions, "Failed");
  const ended = job.metadata.annotations?.[ENDED_ANNOTATION];
  if (failed || (ended !== undefined && job.spec.suspend)) {
    const finishedAt = run?.finishedAt ?? failed?.lastTransitionTime ?? job.metadata.creationTimestamp;
    return { name, phase: "failed", ...failureOfJob(job, latest), ...started, finishedAt };
  }
  return (job.status?.ready ?? 0) > 0 ? { name, phase: "running", ...started } : { name, phase: "queued" };
}

/** Pure: the pod that was made last. */
export function latestOf(pods: WirePod[]): WirePod | undefined {
  return [...pods].sort((a, b) => a.metadata.creationTimestamp.localeCompare(b.metadata.creationTimestamp)).at(-1);
}

function terminatedOf(pod: WirePod | undefined): WireTerminated | undefined {
  return pod?.status?.containerStatuses?.[0]?.state?.terminated;
}

function failureOfJob(job: WireJob, pod: WirePod | undefined): { failure: JobFailure; message: string } {
  const { annotations = {} } = job.metadata;
  if (annotations[ENDED_ANNOTATION] !== undefined) return { failure: "Cancelled", message: "The job was cancelled" };
  const run = terminatedOf(pod);
  if (run?.reason === "OOMKilled" || isHeapFull(run)) {
    return { failure: "OutOfMemory", message: `The job needed more than ${annotations[MEMORY_ANNOTATION]} MiB of memory` };
  }
  const condition = isTrue(job.status?.conditions, "Failed");
  if (pod?.status?.reason === "DeadlineExceeded" || condition?.reason === "DeadlineExceeded") {
    return { failure: "DeadlineExceeded", message: `The job ran longer than ${annotations[DEADLINE_ANNOTATION]} s` };
  }
  // Its pods may be gone: those that a drain deletes are.
  if (isTrue(pod?.status?.conditions, "DisruptionTarget") || condition?.reason === "BackoffLimitExceeded") {
    return { failure: "Evicted", message: pod?.status?.message ?? "The job was taken off its node again and again" };
  }
  if (run) return { failure: "Error", message: `The job ended with exit code ${run.exitCode}` };
  return { failure: "Error", message: condition?.message ?? "The job failed, and its pod is gone" };
}

/** The termination message holds what was printed last. */
function isHeapFull(run: WireTerminated | undefined): boolean {
  return run?.exitCode === ABORTED || /heap out of memory|ERR_WORKER_OUT_OF_MEMORY/.test(run?.message ?? "");
}
