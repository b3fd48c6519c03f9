import { type Job, type JobFailure, NOT_WRITABLE_EXIT_CODE, NOT_WRITABLE_MESSAGE } from "@agatha/contracts";
import { TRAINER_CONTAINER } from "./kubernetes-job-manifest.js";
import {
  type ContainerState,
  type ContainerStateTerminated,
  DEADLINE_ANNOTATION,
  ENDED_ANNOTATION,
  findTrueCondition,
  type KubernetesJob,
  type KubernetesPod,
  MEMORY_ANNOTATION,
  MEMORY_BOUND_ANNOTATION,
} from "./kubernetes-job-types.js";

/** V8 aborts (SIGABRT) when its heap is full. Exit code 137 with the reason OOMKilled comes from the kernel. */
const SIGABRT_EXIT_CODE = 134;

/** Returns the state of a job from the Job and its remaining pods. Pure function. */
export function toJob(job: KubernetesJob, pods: KubernetesPod[]): Job {
  const { name } = job.metadata;
  const latest = latestPod(pods);
  const run = terminatedState(latest);
  const startedAt = run?.startedAt ?? trainerState(latest)?.running?.startedAt;
  const started = startedAt === undefined ? {} : { startedAt };
  const complete = findTrueCondition(job.status?.conditions, "Complete");
  if (complete) {
    const finishedAt = job.status?.completionTime ?? complete.lastTransitionTime;
    return {
      name,
      phase: "succeeded",
      startedAt: startedAt ?? job.status?.startTime ?? job.metadata.creationTimestamp,
      ...(finishedAt && { finishedAt }),
    };
  }
  const failed = findTrueCondition(job.status?.conditions, "Failed");
  const ended = job.metadata.annotations?.[ENDED_ANNOTATION];
  if (failed || (ended !== undefined && job.spec.suspend)) {
    const finishedAt = run?.finishedAt ?? failed?.lastTransitionTime ?? job.metadata.creationTimestamp;
    return { name, phase: "failed", ...jobFailure(job, latest), ...started, finishedAt };
  }
  if ((job.status?.ready ?? 0) > 0) return { name, phase: "running", ...started };
  return { name, phase: "queued", ...waitingReason(job, latest) };
}

/** Returns why a job does not run yet: it is suspended, its pod finds no node, or the pod's container cannot start. */
function waitingReason(job: KubernetesJob, pod: KubernetesPod | undefined): { reason?: string; message?: string } {
  if (job.spec.suspend) return { reason: "Suspended", message: "The job is suspended: its queue has not admitted it yet." };
  const unscheduled = pod?.status?.conditions?.find(({ type, status }) => type === "PodScheduled" && status === "False");
  const waiting = trainerState(pod)?.waiting;
  // The node reports nothing more while it prepares a container.
  const { reason, message = waiting && "The job's pod is being started." } = waiting ?? unscheduled ?? {};
  return { ...(reason !== undefined && { reason }), ...(message !== undefined && { message }) };
}

/** Returns the newest pod. Pure function. */
export function latestPod(pods: KubernetesPod[]): KubernetesPod | undefined {
  return [...pods].sort((a, b) => a.metadata.creationTimestamp.localeCompare(b.metadata.creationTimestamp)).at(-1);
}

/** Returns the state of the trainer's container. A pod template may add others. */
function trainerState(pod: KubernetesPod | undefined): ContainerState | undefined {
  return pod?.status?.containerStatuses?.find(({ name }) => name === TRAINER_CONTAINER)?.state;
}

function terminatedState(pod: KubernetesPod | undefined): ContainerStateTerminated | undefined {
  return trainerState(pod)?.terminated;
}

function jobFailure(job: KubernetesJob, pod: KubernetesPod | undefined): { failure: JobFailure; message: string } {
  const { annotations = {} } = job.metadata;
  if (annotations[ENDED_ANNOTATION] !== undefined) return { failure: "Cancelled", message: "The job was cancelled" };
  const run = terminatedState(pod);
  if (run?.reason === "OOMKilled" || isHeapOutOfMemory(run)) {
    const bound = annotations[MEMORY_BOUND_ANNOTATION] === undefined ? "" : ", the most that the administrator allows";
    return { failure: "OutOfMemory", message: `The job needed more than ${annotations[MEMORY_ANNOTATION]} MiB of memory${bound}` };
  }
  const condition = findTrueCondition(job.status?.conditions, "Failed");
  if (pod?.status?.reason === "DeadlineExceeded" || condition?.reason === "DeadlineExceeded") {
    const late = pod && notStartedInTime(pod, Number(annotations[DEADLINE_ANNOTATION]));
    if (late !== undefined) return { failure: "NotStarted", message: late };
    return { failure: "DeadlineExceeded", message: `The job ran longer than ${annotations[DEADLINE_ANNOTATION]} s` };
  }
  // The kubelet sets no condition on a pod that filled a volume or its ephemeral storage. The pods may be absent: a drain deletes them.
  const isDisrupted = pod?.status?.reason === "Evicted" || findTrueCondition(pod?.status?.conditions, "DisruptionTarget");
  if (isDisrupted || condition?.reason === "BackoffLimitExceeded") {
    return { failure: "Evicted", message: pod?.status?.message ?? "The job was taken off its node again and again" };
  }
  if (run?.exitCode === NOT_WRITABLE_EXIT_CODE) return { failure: "NotWritable", message: NOT_WRITABLE_MESSAGE };
  if (run) return { failure: "Error", message: `The job ended with exit code ${run.exitCode}` };
  return { failure: "Error", message: condition?.message ?? "The job failed, and its pod is gone" };
}

/**
 * Returns why the trainer did not run for half of its deadline, which the kubelet counts from before it pulls the image; undefined if
 * it did. The kubelet gives a container that never ran an end without a start.
 */
function notStartedInTime(pod: KubernetesPod, deadline: number): string | undefined {
  const { running, terminated, waiting } = trainerState(pod) ?? {};
  const startedAt = running?.startedAt ?? terminated?.startedAt;
  if (startedAt) {
    const seconds = Math.round((Date.parse(startedAt) - Date.parse(pod.status?.startTime ?? startedAt)) / 1000);
    return seconds > deadline / 2
      ? `The job's pod took ${seconds} s of its ${deadline} s to start: its image or a volume was slow`
      : undefined;
  }
  const { reason, message } = waiting ?? {};
  const cause =
    reason === undefined ? "its image could not be pulled, or a volume or secret is missing" : [reason, message].filter(Boolean).join(": ");
  return `The job's pod did not start within ${deadline} s: ${cause}`;
}

/** The termination message contains the last output. */
function isHeapOutOfMemory(run: ContainerStateTerminated | undefined): boolean {
  return run?.exitCode === SIGABRT_EXIT_CODE || /heap out of memory|ERR_WORKER_OUT_OF_MEMORY/.test(run?.message ?? "");
}
