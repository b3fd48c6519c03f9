/** Why a job has no pod yet, as its queue or the job controller tells it. */
import type { Job } from "@agatha/contracts";
import type { HttpRequest } from "../kubernetes/connection.js";
import { findTrueCondition, type KubernetesCondition, type KubernetesJob, QUEUE_LABEL } from "./kubernetes-job-types.js";

type WaitingReason = Pick<Job, "reason" | "message">;

export interface QueueReader {
  namespace: string;
  /** Returns undefined if there is no such object. */
  ask<T>(call: HttpRequest): Promise<T | undefined>;
}

interface List<T> {
  items: T[];
}
interface Workload {
  status?: { conditions?: KubernetesCondition[] };
}
interface CoreEvent {
  reason: string;
  message: string;
  lastTimestamp: string | null;
}

/** Versions of Kueue's kinds, the preferred one first: releases before 0.15 have only the last. */
const KUEUE_VERSIONS = ["v1beta2", "v1beta1"];
/** Label that Kueue sets on the Workload of a job. */
const WORKLOAD_JOB_LABEL = "kueue.x-k8s.io/job-uid";
/** Conditions of a Workload in the order of admission. The first that does not hold yet is what it waits for. */
const ADMISSION = ["QuotaReserved", "Admitted"];

/** Returns why the job waits; undefined if nobody tells a reason, or if this program may not read it. */
export async function queueReason(reader: QueueReader, job: KubernetesJob): Promise<WaitingReason | undefined> {
  return await (job.spec.suspend ? admissionReason(reader, job) : podCreationReason(reader, job)).catch(() => undefined);
}

async function admissionReason({ namespace, ask }: QueueReader, { metadata }: KubernetesJob): Promise<WaitingReason | undefined> {
  if (metadata.labels?.[QUEUE_LABEL] === undefined) return undefined;
  let workloads: List<Workload> | undefined;
  for (const version of KUEUE_VERSIONS) {
    workloads ??= await ask<List<Workload>>({
      method: "GET",
      path: `/apis/kueue.x-k8s.io/${version}/namespaces/${namespace}/workloads`,
      query: { labelSelector: `${WORKLOAD_JOB_LABEL}=${metadata.uid}` },
    });
  }
  const conditions = workloads?.items[0]?.status?.conditions ?? [];
  const evicted = findTrueCondition(conditions, "Evicted");
  const pending = ADMISSION.map((type) => conditions.find((one) => one.type === type)).find((one) => one?.status === "False");
  const { reason, message } = pending ?? evicted ?? {};
  return reason === undefined ? undefined : { reason, message: message ?? "The queue has not admitted the job yet." };
}

/** The job controller tells only by events that it may not create the pod: a ResourceQuota is used up, or admission refuses it. */
async function podCreationReason({ namespace, ask }: QueueReader, { metadata }: KubernetesJob): Promise<WaitingReason | undefined> {
  const events = await ask<List<CoreEvent>>({
    method: "GET",
    path: `/api/v1/namespaces/${namespace}/events`,
    query: { fieldSelector: `involvedObject.uid=${metadata.uid},reason=FailedCreate` },
  });
  const [latest] = [...(events?.items ?? [])].sort((a, b) => (b.lastTimestamp ?? "").localeCompare(a.lastTimestamp ?? ""));
  if (!latest) return undefined;
  return { reason: latest.message.includes("exceeded quota") ? "QuotaExceeded" : latest.reason, message: latest.message };
}
