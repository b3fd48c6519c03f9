/** Translates objects between their namespace, where names are plain, and programs that serve several namespaces. */
import {
  ERRORS,
  hasAgathaGroup,
  InvalidInput,
  type KindName,
  namespacedName,
  type OwnerReference,
  parseNamespacedName,
} from "@agatha/contracts";
import type { KubernetesObject } from "./kubernetes-object.js";

/** Fields that contain names of our objects; `*` stands for each element of a list. */
export const REFERENCES = {
  Dataset: [],
  Model: ["spec.datasetRef", "spec.cloneOf.model"],
  AutoModel: ["spec.datasetRef", "status.models.*.name", "status.bestModel"],
  Evaluation: ["spec.datasetRef", "spec.testDataset", "spec.models.*", "status.models.*.name"],
  Calculation: ["spec.modelRef", "spec.datasetRef", "spec.optimization.target.model", "spec.optimization.goals.*.model"],
} as const satisfies Record<KindName, readonly string[]>;

/** Returns the object with the names that programs use. */
export function withNamespacedNames<T extends KubernetesObject>(kind: KindName, object: T, namespace: string | undefined): T {
  if (namespace === undefined) return object;
  const renamed = renameReferences(kind, object, (name) => namespacedName(name, namespace));
  return { ...renamed, metadata: { ...renamed.metadata, name: namespacedName(object.metadata.name, namespace) } };
}

/** Returns the object with plain names. Throws InvalidInput if it refers to an object of another namespace. */
export function withPlainNames<T extends Pick<KubernetesObject, "spec" | "status"> & { metadata: WrittenMetadata }>(
  kind: KindName,
  object: T,
): T {
  const { name, namespace } = parseNamespacedName(object.metadata.name);
  const renamed = renameReferences(kind, object, (reference, path) => {
    const target = parseNamespacedName(reference);
    if (target.namespace === namespace) return target.name;
    const message = `The ${kind} and ${reference} are in different namespaces: use objects of one namespace`;
    throw new InvalidInput(ERRORS.badRequest, { path, message });
  });
  return { ...renamed, metadata: { ...renamed.metadata, name } };
}

interface WrittenMetadata {
  name: string;
  ownerReferences?: OwnerReference[] | undefined;
}
type Rename = (name: string, path: string) => string;

function renameReferences<T extends { metadata: { ownerReferences?: OwnerReference[] | undefined } }>(
  kind: KindName,
  object: T,
  rename: Rename,
): T {
  const renamed = REFERENCES[kind].reduce<T>(
    (result, path) => renameAt(result, path.split("."), (name) => rename(name, path)) as T,
    object,
  );
  const ownerReferences = object.metadata.ownerReferences?.map((owner) =>
    hasAgathaGroup(owner) ? { ...owner, name: rename(owner.name, "metadata.ownerReferences") } : owner,
  );
  return ownerReferences ? { ...renamed, metadata: { ...renamed.metadata, ownerReferences } } : renamed;
}

/** The API server refuses values of other types, with better messages. */
function renameAt(value: unknown, [field, ...rest]: string[], rename: (name: string) => string): unknown {
  if (field === undefined) return typeof value === "string" ? rename(value) : value;
  if (field === "*") return Array.isArray(value) ? value.map((element) => renameAt(element, rest, rename)) : value;
  if (typeof value !== "object" || value === null || !(field in value)) return value;
  return { ...value, [field]: renameAt(value[field as keyof typeof value], rest, rename) };
}
