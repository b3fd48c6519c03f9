/** Fields of batch/v1 Job and v1 Pod in use, as the API server sends them. */
export interface KubernetesCondition {
  type: string;
  status: string;
  reason?: string;
  message?: string;
  lastTransitionTime?: string;
}

export interface KubernetesJob {
  metadata: {
    name: string;
    uid: string;
    resourceVersion: string;
    creationTimestamp: string;
    labels?: Record<string, string>;
    annotations?: Record<string, string>;
  };
  spec: { suspend?: boolean };
  status?: { active?: number; ready?: number; startTime?: string; completionTime?: string; conditions?: KubernetesCondition[] };
}

export interface KubernetesPod {
  metadata: { name: string; creationTimestamp: string; labels?: Record<string, string>; deletionTimestamp?: string };
  status?: {
    phase?: string;
    reason?: string;
    message?: string;
    startTime?: string;
    conditions?: KubernetesCondition[];
    containerStatuses?: {
      name: string;
      state?: ContainerState;
    }[];
  };
}

export interface ContainerState {
  waiting?: { reason?: string; message?: string };
  running?: { startedAt: string };
  terminated?: ContainerStateTerminated;
}

export interface ContainerStateTerminated {
  exitCode: number;
  signal?: number;
  reason?: string;
  message?: string;
  startedAt?: string;
  finishedAt?: string;
}

/** The job controller sets it on each pod. */
export const JOB_NAME_LABEL = "batch.kubernetes.io/job-name";
/** Labels of all jobs of the product and their pods. */
export const JOB_LABELS = { "app.kubernetes.io/component": "trainer", "app.kubernetes.io/part-of": "agatha" } as const;
export const JOB_LABEL_SELECTOR = Object.entries(JOB_LABELS)
  .map(([name, value]) => `${name}=${value}`)
  .join(",");
/** Kueue's label (kueue.sigs.k8s.io, "Run a Kubernetes Job"). */
export const QUEUE_LABEL = "kueue.x-k8s.io/queue-name";
/**
 * Annotations of a job: its memory, whether it asked for more than the administrator allows, and its deadline, for messages; and why
 * it was ended, if it was.
 */
export const MEMORY_ANNOTATION = "agatha.dev/memory-mib";
export const MEMORY_BOUND_ANNOTATION = "agatha.dev/memory-bound";
export const DEADLINE_ANNOTATION = "agatha.dev/deadline-seconds";
export const ENDED_ANNOTATION = "agatha.dev/ended";
/** Annotations of a job that waits for a place among others: whose it is, and its turn. */
export const ACCOUNT_ANNOTATION = "agatha.dev/account";
export const TURN_ANNOTATION = "agatha.dev/turn";

/** Returns the condition of the type if its status is True. */
export function findTrueCondition(conditions: KubernetesCondition[] | undefined, type: string): KubernetesCondition | undefined {
  return conditions?.find((condition) => condition.type === type && condition.status === "True");
}
