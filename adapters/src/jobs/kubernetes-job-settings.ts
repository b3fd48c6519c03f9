import { type JobSpec, parseNamespacedName } from "@agatha/contracts";
import { placementFields } from "@agatha/contracts/kinds/placement";
import { z } from "zod";

const quantity = z.string().regex(/^\d+(\.\d+)?(k|M|G|T|P|Ki|Mi|Gi|Ti|Pi)?$/, "must be a quantity of bytes, as 4Gi is");
const keyReference = z.strictObject({ name: z.string().min(1), key: z.string().min(1), optional: z.boolean().optional() });
const reference = z.object({ name: z.string().min(1), optional: z.boolean().optional() });

/** Administrator's settings of the jobs' pods in the cluster. */
export const kubernetesJobSettings = z.object({
  image: z.string().min(1).describe("Image of the trainer. Its user must be a number other than 0."),
  imagePullPolicy: z.enum(["Always", "IfNotPresent", "Never"]).default("IfNotPresent").describe("When the image is pulled."),
  imagePullSecrets: z
    .array(z.object({ name: z.string().min(1) }))
    .default([])
    .describe("Secrets that the image is pulled with."),
  nodeSelector: z.record(z.string(), z.string()).default({}).describe("Labels of the nodes that jobs may run on."),
  tolerations: z
    .array(z.record(z.string(), z.union([z.string(), z.number()])))
    .default([])
    .describe("Taints that jobs tolerate."),
  priorityClassName: z.string().min(1).optional().describe("Priority class of the pods."),
  queueName: placementFields.queueName.describe("Kueue's LocalQueue that the jobs wait in."),
  namespaces: z
    .record(
      z.string(),
      z.strictObject({
        queueName: placementFields.queueName.describe("Kueue's LocalQueue of their jobs."),
        priorityClassName: z.string().min(1).optional().describe("Priority class of their pods."),
      }),
    )
    .default({})
    .describe("Queue and priority of the objects of further namespaces, by namespace."),
  maxJobs: z
    .int()
    .min(1)
    .optional()
    .describe("Jobs that have pods at the same time, besides those of Datasets; others wait, and users take turns."),
  weights: z
    .record(z.string(), z.number().min(0.01).max(100))
    .default({})
    .describe("Share of a user in these turns by user id; 1 when left out."),
  podTemplate: z
    .record(z.string(), z.json())
    .optional()
    .describe("Fields of the pod template (metadata, spec) that are merged into that of each job; entries of lists by their names."),
  envFrom: z
    .array(z.union([z.strictObject({ secretRef: reference }), z.strictObject({ configMapRef: reference })]))
    .default([])
    .describe("Secrets and ConfigMaps that tell the trainer where the stores are."),
  env: z
    .array(z.strictObject({ name: z.string().min(1), valueFrom: z.strictObject({ secretKeyRef: keyReference }) }))
    .default([])
    .describe("Variables from single keys of Secrets."),
  s3Session: z
    .strictObject({ endpoint: z.url({ protocol: /^https?$/ }), roleArn: z.string().min(1).optional() })
    .optional()
    .describe("Security token service that gives each job credentials for its own objects; without one, jobs have the operator's."),
  authority: z
    .object({ configMap: z.string().min(1), key: z.string().min(1) })
    .optional()
    .describe("Certificate of the authority that signed those of the stores, as PEM, for one that no public list has."),
  resources: z
    .object({
      maxMemoryMiB: z.int().min(256).optional().describe("No job gets more memory, whatever its Model asks for."),
      maxCpus: z.number().min(0.1).optional().describe("No job gets more processors, whatever its Model asks for."),
      cpuRequest: z.number().min(0.01).optional().describe("Processors that a job is sure of; as many as it may use when left out."),
    })
    .prefault({})
    .describe("Bounds of what a job may use."),
  scratchSizeLimit: quantity.default("20Gi").describe("Room for temporary files of a job."),
});
export type KubernetesJobSettings = z.infer<typeof kubernetesJobSettings>;

/** Returns the queue and the priority class of a job: its own, else those of its object's namespace, else those of all. */
export function queueOf(spec: JobSpec, settings: KubernetesJobSettings): Pick<JobSpec, "queueName" | "priorityClassName"> {
  const { namespace = "" } = parseNamespacedName(spec.owner.name);
  const team = settings.namespaces[namespace];
  return {
    queueName: spec.queueName ?? team?.queueName ?? settings.queueName,
    priorityClassName: spec.priorityClassName ?? team?.priorityClassName ?? settings.priorityClassName,
  };
}
