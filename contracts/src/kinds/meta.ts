import { z } from "zod";

export const GROUP = "agatha.dev";
export const VERSION = "v1beta1";
/** Versions that are served too. Their shapes are equal to the present one's, so nothing is converted. */
export const EARLIER_VERSIONS = ["v1alpha1"] as const;
export const API_VERSION = `${GROUP}/${VERSION}`;

/** Subset of Kubernetes' ObjectMeta in use. */
export interface ObjectMeta {
  name: string;
  namespace: string;
  uid: string;
  /** Opaque; changes with every write. */
  resourceVersion: string;
  /** Counts changes of the spec, from 1. */
  generation: number;
  creationTimestamp: string;
  deletionTimestamp?: string;
  labels?: Record<string, string>;
  annotations?: Record<string, string>;
  finalizers?: string[];
  ownerReferences?: OwnerReference[];
}

export interface OwnerReference {
  apiVersion: string;
  kind: string;
  name: string;
  uid: string;
  controller?: boolean;
  blockOwnerDeletion?: boolean;
}

/**
 * Returns the reference of an object to its owner, which controls it. It does not block the owner's deletion: where the admission
 * plugin OwnerReferencesPermissionEnforcement is on, as on OpenShift, that needs the right to update the owner's finalizers.
 */
export function controllerReference(kind: string, { name, uid }: Pick<ObjectMeta, "name" | "uid">): OwnerReference {
  return { apiVersion: API_VERSION, kind, name, uid, controller: true };
}

/** Returns true if a reference is to an object of this product, in whichever version. */
export function hasAgathaGroup({ apiVersion }: Pick<OwnerReference, "apiVersion">): boolean {
  return apiVersion.startsWith(`${GROUP}/`);
}

/** Returns the owners of an object that are of a kind of this product. Other API groups have kinds of the same names. */
export function ownersOfKind({ metadata }: { metadata: Pick<ObjectMeta, "ownerReferences"> }, kind: string): OwnerReference[] {
  return (metadata.ownerReferences ?? []).filter((owner) => owner.kind === kind && hasAgathaGroup(owner));
}

/** Generation in the status of an object that no operator has seen. */
export const NOT_OBSERVED = -1;

/** kstatus takes an object for done that has neither conditions nor an older generation in its status. */
export const observedGeneration = z
  .int()
  .min(NOT_OBSERVED)
  .optional()
  .describe("The generation of the spec that this status is about; -1 if the operator has not seen the object yet.");

/** A Kubernetes condition (API conventions, "Typical status properties"). */
const condition = z
  .object({
    type: z.string().max(64).describe("What the condition is about."),
    status: z.enum(["True", "False", "Unknown"]).describe("Whether it holds."),
    reason: z.string().max(64).describe("Why, as one CamelCase word for programs."),
    message: z.string().max(1024).describe("Why, and what to do, for people."),
    lastTransitionTime: z.iso.datetime().describe("When the status last changed."),
    observedGeneration: z.int().min(0).optional().describe("The generation that this was seen for."),
  })
  .describe("One aspect of the object's state.");
export type Condition = z.infer<typeof condition>;

/** Several writers may each apply conditions of their own: the type tells them apart. */
export const conditions = z
  .array(condition)
  .max(10)
  .describe("The object's state by aspect.")
  .meta({ "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["type"] });

/** Field of a status: which spec its phase is about. */
export const specFingerprint = z
  .string()
  .max(64)
  .optional()
  .describe("Digest of the part of the spec that the phase is about. When it changes, the work starts again.");

/** Field of a status: the task that the operator waits for. */
export const currentTask = z.string().max(63).optional().describe("Id of the task that is being worked on, and name of its job.");

/** Number of first characters by which values of the annotation agatha.dev/retry are compared. */
export const MAX_RETRY_LENGTH = 256;
export const retried = z
  .string()
  .max(MAX_RETRY_LENGTH)
  .optional()
  .describe("Last seen value of the annotation agatha.dev/retry. A new value tries failed work again.");

/** Validation rule in the Common Expression Language. The CRD contains it. It states what a schema alone cannot. */
export interface CelRule {
  rule: string;
  message: string;
  fieldPath?: string;
}

/** CEL expression: a required field keeps its value. */
export const fieldUnchanged = (field: string): string => `self.${field} == oldSelf.${field}`;

/** CEL expression: an optional field keeps its value, or stays absent. */
export const optionalFieldUnchanged = (field: string): string =>
  `has(self.${field}) == has(oldSelf.${field}) && (!has(self.${field}) || ${fieldUnchanged(field)})`;

/**
 * Attaches CEL rules to a schema. Every ResourceStore enforces them: Kubernetes from the CRD, the embedded store by reading them
 * with celRuleTree. Zod does not run them: repeat the rule with refine where it matters there.
 */
export function withCelRules<T extends z.ZodType>(schema: T, ...rules: CelRule[]): T {
  return schema.meta({ ...schema.meta(), "x-kubernetes-validations": rules }) as T;
}

const MAX_LABEL_LENGTH = 63;
const LABEL = "[a-z0-9]([-a-z0-9]*[a-z0-9])?";

/** A DNS label, so that it can be an object's name and part of another name. */
export const resourceName = z
  .string()
  .min(1)
  .max(MAX_LABEL_LENGTH)
  .regex(new RegExp(`^${LABEL}$`), "Must be lower-case letters, digits and hyphens");

/** Name of an object or a namespace of Kubernetes (Object Names and IDs, RFC 1123). */
export const DNS_SUBDOMAIN = new RegExp(`^${LABEL}(\\.${LABEL})*$`);

const BOUNDED_LABEL = `[a-z0-9]([-a-z0-9]{0,${MAX_LABEL_LENGTH - 2}}[a-z0-9])?`;

/** Name of an object of ours. Programs have it with its namespace (`namespacedName`), Kubernetes without. */
export const reference = z
  .string()
  .min(1)
  .max(2 * MAX_LABEL_LENGTH + 1)
  .regex(new RegExp(`^${BOUNDED_LABEL}(_${BOUNDED_LABEL})?$`), "Must be lower-case letters, digits and hyphens")
  .meta({ maxLength: MAX_LABEL_LENGTH, pattern: `^${LABEL}$` });

/** Id of the document with an extraction's steps. */
export const editStepsRef = z.string().min(1).max(128);

export const sha256 = z
  .string()
  .length(64)
  .regex(/^[0-9a-f]{64}$/);

export const objectKey = withCelRules(
  z
    .string()
    .min(1)
    .max(512)
    .regex(/^[A-Za-z0-9._-]+(\/[A-Za-z0-9._-]+)*$/)
    .refine((key) => !key.split("/").some((segment) => segment === "." || segment === ".."), "Must not have . or .. as a segment"),
  { rule: "!self.split('/').exists(segment, segment == '.' || segment == '..')", message: "Must not have . or .. as a segment" },
);

const QUALIFIED_NAME = /^([a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?\/)?[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?$/;
/** Key of a label, an annotation or a taint, or name of a resource. */
export const qualifiedName = z
  .string()
  .regex(QUALIFIED_NAME, "Must be letters, digits, hyphens, dots and underscores, after a domain and a slash if any");
export const labelValue = z
  .string()
  .regex(/^([A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?)?$/, "Must be at most 63 letters, digits, - _ and .");
const MAX_ANNOTATION_CHARACTERS = 256 * 1024;

/** Metadata that updates may change, validated as Kubernetes does. */
export const editableMeta = z.object({
  labels: z.record(qualifiedName, labelValue).optional(),
  annotations: z
    .record(qualifiedName, z.string())
    .refine(
      (all) => Object.entries(all).flat().join("").length <= MAX_ANNOTATION_CHARACTERS,
      "All annotations together must have at most 256 KiB",
    )
    .optional(),
  finalizers: z.array(qualifiedName.includes("/", "Must have a domain and a slash before its name")).optional(),
  ownerReferences: z
    .array(
      z.object({
        apiVersion: z.string().min(1),
        kind: z.string().min(1),
        name: z.string().min(1),
        uid: z.string().min(1),
        controller: z.boolean().optional(),
        blockOwnerDeletion: z.boolean().optional(),
      }),
    )
    .optional(),
});

/** Metadata passed to create. */
export const newMeta = editableMeta.extend({ name: resourceName });
