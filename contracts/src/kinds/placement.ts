/** Where a training's pod runs, and what it uses in addition to memory and processors. */
import { z } from "zod";
import { labelValue, qualifiedName, withCelRules } from "./meta.js";

const key = qualifiedName.max(253);
const extendedResource = key.regex(/\//, "Must begin with a domain and a slash, as nvidia.com/gpu does");
const objectName = z
  .string()
  .min(1)
  .max(253)
  .regex(/^[a-z0-9]([-a-z0-9.]*[a-z0-9])?$/, "Must be lower-case letters, digits, hyphens and dots");

const toleration = withCelRules(
  z
    .object({
      key: key.optional().describe("Key of the taint; all taints when left out, with Exists."),
      operator: z.enum(["Exists", "Equal"]).optional().describe("Exists for any value of the taint, Equal (the default) for this one."),
      value: labelValue.max(63).optional().describe("Value of the taint."),
      effect: z.enum(["NoSchedule", "PreferNoSchedule", "NoExecute"]).optional().describe("Effect of the taint; any when left out."),
      tolerationSeconds: z.int().min(0).optional().describe("Time on a node with such a taint, with NoExecute."),
    })
    .describe("A taint that the training tolerates."),
  {
    rule: "has(self.key) || (has(self.operator) && self.operator == 'Exists')",
    message: "a toleration of all taints has the operator Exists: set it, or name a key",
    fieldPath: ".key",
  },
  {
    rule: "!has(self.value) || self.value == '' || !has(self.operator) || self.operator != 'Exists'",
    message: "the operator Exists is for any value: leave the value out, or use Equal",
    fieldPath: ".value",
  },
  {
    rule: "!has(self.tolerationSeconds) || (has(self.effect) && self.effect == 'NoExecute')",
    message: "tolerationSeconds needs the effect NoExecute",
    fieldPath: ".tolerationSeconds",
  },
);

/** Fields of a Model's resources. One machine has none of these and ignores them. */
export const placementFields = {
  ephemeralStorageMiB: z
    .int()
    .min(1)
    .max(16_777_216)
    .optional()
    .describe("Space on the node's disk that is reserved for the training, in MiB."),
  extended: z
    .record(extendedResource, z.int().min(1).max(1024))
    .meta({ maxProperties: 16 })
    .optional()
    .describe("Extended resources by name, such as nvidia.com/gpu."),
  nodeSelector: z
    .record(key, labelValue.max(63))
    .meta({ maxProperties: 32 })
    .optional()
    .describe("Labels of the nodes that the training may run on, in addition to the administrator's."),
  tolerations: z.array(toleration).max(32).optional().describe("Taints that the training tolerates, in addition to the administrator's."),
  runtimeClassName: objectName.optional().describe("RuntimeClass of the pod."),
  priorityClassName: objectName.optional().describe("PriorityClass of the pod, instead of the administrator's."),
  queueName: objectName.optional().describe("LocalQueue of Kueue that the training waits in, instead of the administrator's."),
};
export type Placement = z.infer<z.ZodObject<typeof placementFields>>;
