import { controllerReference, type JobSpec, parseNamespacedName } from "@agatha/contracts";
import { type KubernetesJobSettings, queueOf } from "./kubernetes-job-settings.js";
import {
  ACCOUNT_ANNOTATION,
  DEADLINE_ANNOTATION,
  JOB_LABELS,
  MEMORY_ANNOTATION,
  MEMORY_BOUND_ANNOTATION,
  QUEUE_LABEL,
  TURN_ANNOTATION,
} from "./kubernetes-job-types.js";
import { mergeTemplate } from "./merge-template.js";
import { threadsVariable } from "./threads-variable.js";

export const TRAINER_CONTAINER = "trainer";
const SCRATCH_PATH = "/scratch";
const CA_PATH = "/etc/agatha/authority";
/** Time from SIGTERM to SIGKILL. */
const GRACE_SECONDS = 5;
/** After this many pods lost to eviction, drain, preemption or node failure, the job fails. The waits between them grow from 10 s. */
const MAX_DISRUPTIONS = 3;
/** Share of the container's memory for V8's heap. Buffers, threads and libraries use the rest. */
const HEAP_SHARE = 0.75;

/**
 * Returns the batch/v1 Job of a spec. Its pod meets the pod security standard "restricted". With a turn it is suspended until a place
 * is free. Pure function.
 */
export function jobManifest(spec: JobSpec, settings: KubernetesJobSettings, credentials: Record<string, string> = {}, turn?: number) {
  const { name, owner, deadlineSeconds } = spec;
  const { resources, podTemplate = {} } = settings;
  const { queueName } = queueOf(spec, settings);
  const memoryMiB = Math.min(spec.memoryMiB, resources.maxMemoryMiB ?? Number.POSITIVE_INFINITY);
  const { name: resource, namespace } = parseNamespacedName(owner.name);
  const labels = {
    ...JOB_LABELS,
    "agatha.dev/kind": owner.kind,
    "agatha.dev/resource": resource,
    ...(namespace !== undefined && { "agatha.dev/namespace": namespace }),
  };
  return {
    apiVersion: "batch/v1",
    kind: "Job",
    metadata: {
      name,
      labels: { ...labels, ...(queueName !== undefined && { [QUEUE_LABEL]: queueName }) },
      annotations: {
        [MEMORY_ANNOTATION]: String(memoryMiB),
        ...(memoryMiB < spec.memoryMiB && { [MEMORY_BOUND_ANNOTATION]: "true" }),
        [DEADLINE_ANNOTATION]: String(deadlineSeconds),
        ...(turn !== undefined && { [ACCOUNT_ANNOTATION]: spec.account, [TURN_ANNOTATION]: String(turn) }),
      },
      // An owner in another namespace counts as deleted. The operator removes the jobs of such objects when these are deleted.
      ...(namespace === undefined && { ownerReferences: [controllerReference(owner.kind, owner)] }),
    },
    spec: {
      ...(turn !== undefined && { suspend: true }),
      // The operator counts attempts, each with its own name. Only pods that the platform disrupts are replaced.
      backoffLimit: MAX_DISRUPTIONS - 1,
      podReplacementPolicy: "Failed",
      podFailurePolicy: {
        rules: [
          // A drained or lost node is not the job's fault, so the job restarts elsewhere. The number is limited, because the job
          // itself may be what fills the node's disk.
          { action: "Count", onPodConditions: [{ type: "DisruptionTarget", status: "True" }] },
          // Keeps the exit code in the job's condition, for when the pod is deleted.
          { action: "FailJob", onExitCodes: { containerName: TRAINER_CONTAINER, operator: "NotIn", values: [0] } },
        ],
      },
      template: mergeTemplate({ metadata: { labels }, spec: podSpec(spec, { ...settings, memoryMiB, credentials }) }, podTemplate),
    },
  };
}

interface Variable {
  name: string;
  value?: string;
  valueFrom?: KubernetesJobSettings["env"][number]["valueFrom"];
}

interface PodSettings extends KubernetesJobSettings {
  memoryMiB: number;
  /** Variables with the job's own credentials. */
  credentials: Record<string, string>;
}

function podSpec(spec: JobSpec, settings: PodSettings) {
  const { name, cpus, deadlineSeconds, runtimeClassName, ephemeralStorageMiB, extended = {} } = spec;
  const { priorityClassName } = queueOf(spec, settings);
  const { image, imagePullPolicy, imagePullSecrets, envFrom, resources, authority } = settings;
  const { memoryMiB, credentials } = settings;
  const cpu = Math.min(cpus, resources.maxCpus ?? Number.POSITIVE_INFINITY);
  const memory = `${memoryMiB}Mi`;
  const others = { ...(ephemeralStorageMiB !== undefined && { "ephemeral-storage": `${ephemeralStorageMiB}Mi` }), ...extended };
  const environment = {
    AGATHA_TASK: name,
    ...threadsVariable(cpu),
    AGATHA_SCRATCH: SCRATCH_PATH,
    TMPDIR: SCRATCH_PATH,
    HOME: SCRATCH_PATH,
    NODE_OPTIONS: `--max-old-space-size=${Math.floor(memoryMiB * HEAP_SHARE)}`,
    ...credentials,
    ...(authority && { NODE_EXTRA_CA_CERTS: `${CA_PATH}/${authority.key}` }),
  };
  return {
    restartPolicy: "Never",
    // Set on the pod and not on the job, so that time in a queue, or waiting for a node, does not count.
    activeDeadlineSeconds: deadlineSeconds,
    terminationGracePeriodSeconds: GRACE_SECONDS,
    automountServiceAccountToken: false,
    enableServiceLinks: false,
    imagePullSecrets,
    nodeSelector: { ...settings.nodeSelector, ...spec.nodeSelector },
    tolerations: [...settings.tolerations, ...(spec.tolerations ?? [])],
    ...(runtimeClassName !== undefined && { runtimeClassName }),
    ...(priorityClassName !== undefined && { priorityClassName }),
    securityContext: { runAsNonRoot: true, seccompProfile: { type: "RuntimeDefault" } },
    containers: [
      {
        name: TRAINER_CONTAINER,
        image,
        imagePullPolicy,
        envFrom,
        env: [...settings.env, ...Object.entries(environment).map(([variable, value]) => ({ name: variable, value }))] as Variable[],
        resources: {
          requests: { cpu: String(Math.min(cpu, resources.cpuRequest ?? cpu)), memory, ...others },
          limits: { cpu: String(cpu), memory, ...others },
        },
        securityContext: { allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: { drop: ["ALL"] } },
        terminationMessagePolicy: "FallbackToLogsOnError",
        volumeMounts: [
          { name: "scratch", mountPath: SCRATCH_PATH },
          ...(authority ? [{ name: "authority", mountPath: CA_PATH, readOnly: true }] : []),
        ],
      },
    ],
    volumes: [
      { name: "scratch", emptyDir: { sizeLimit: settings.scratchSizeLimit } },
      ...(authority ? [{ name: "authority", configMap: { name: authority.configMap } }] : []),
    ],
  };
}
