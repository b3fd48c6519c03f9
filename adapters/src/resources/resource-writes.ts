import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import {
  AlreadyExists,
  API_VERSION,
  type Clock,
  Conflict,
  hasAgathaGroup,
  type KindName,
  NotFound,
  type ResourceRef,
} from "@agatha/contracts";
import { withoutUndefined } from "@agatha/contracts/resources/without-undefined";
import {
  type AnyEvent,
  type AnyResource,
  eventKey,
  FIRST_VERSION,
  HEAD_KEY,
  ownedPrefix,
  ownerKeys,
  presenceKey,
  resourceKey,
  type WriteTransaction,
} from "./resource-table.js";
import { validateMetadataUpdate, validateNewMetadata, validateSpecOrStatus } from "./resource-validation.js";

export interface WriteContext {
  namespace: string;
  clock: Clock;
  /** Number of events kept for watchers. */
  eventsKept: number;
}

/** Input of a write: an object of the kind, not yet validated. */
export interface ResourceInput {
  metadata: { name: string; uid?: string; resourceVersion?: string };
  spec?: unknown;
  status?: unknown;
}

/** Creates an object. Throws AlreadyExists or InvalidInput. An object whose owner is gone is deleted at once. */
export function createResource(view: WriteTransaction, context: WriteContext, kind: KindName, input: ResourceInput): AnyResource {
  const { name, ...metadata } = validateNewMetadata(input.metadata);
  const spec = validateSpecOrStatus(kind, "spec", { value: input.spec, old: undefined });
  if (view.get(resourceKey(kind, name))) throw new AlreadyExists(`There is a ${kind} ${name} already`);
  const fixed = { name, namespace: context.namespace, uid: randomUUID(), resourceVersion: "", generation: 1 };
  const created = writeObject(view, context, "ADDED", {
    apiVersion: API_VERSION,
    kind,
    metadata: { ...fixed, creationTimestamp: timestamp(context), ...metadata },
    spec: spec as AnyResource["spec"],
  });
  // If the owner was deleted just before, nobody else would delete this object.
  if (created.metadata.ownerReferences?.length && !hasOwner(view, created)) markOrDelete(view, context, created);
  return created;
}

/**
 * Writes spec and metadata. The generation grows with a changed spec; an unchanged one is kept even if it is no longer valid, as in
 * Kubernetes. An object that is being deleted goes with its last finalizer.
 */
export function updateResource(view: WriteTransaction, context: WriteContext, kind: KindName, input: ResourceInput): AnyResource {
  const present = readForUpdate(view, kind, input);
  const edited = validateMetadataUpdate(input.metadata, present.metadata);
  const spec = isDeepStrictEqual(input.spec, present.spec)
    ? present.spec
    : (validateSpecOrStatus(kind, "spec", { value: input.spec, old: present.spec }) as AnyResource["spec"]);
  const generation = present.metadata.generation + (isDeepStrictEqual(spec, present.spec) ? 0 : 1);
  const { labels, annotations, finalizers, ownerReferences, ...kept } = present.metadata;
  const next: AnyResource = { ...present, metadata: { ...kept, generation, ...edited }, spec };
  if (isDeepStrictEqual(next, present)) return present;
  if (next.metadata.deletionTimestamp && !next.metadata.finalizers?.length) return deleteObject(view, context, next);
  return writeObject(view, context, "MODIFIED", next);
}

/** Writes the status alone. An unchanged status writes nothing. */
export function updateResourceStatus(view: WriteTransaction, context: WriteContext, kind: KindName, input: ResourceInput): AnyResource {
  const present = readForUpdate(view, kind, input);
  const { status: old, ...rest } = present;
  const status = input.status === undefined ? undefined : validateSpecOrStatus(kind, "status", { value: input.status, old });
  if (isDeepStrictEqual(status, old)) return present;
  return writeObject(view, context, "MODIFIED", status ? { ...rest, status } : rest);
}

/**
 * Deletes an object, or marks it for its finalizers. Throws NotFound if no object has both the name and the uid, and Conflict if it
 * has another version than the given one.
 */
export function deleteResource(
  view: WriteTransaction,
  context: WriteContext,
  kind: KindName,
  { name, uid, resourceVersion }: ResourceRef & { resourceVersion: string | undefined },
): void {
  const present = view.get(resourceKey(kind, name)) as AnyResource | undefined;
  if (present?.metadata.uid !== uid) throw new NotFound(`There is no ${kind} ${name} with the uid ${uid}`);
  if (resourceVersion !== undefined && present.metadata.resourceVersion !== resourceVersion) throw changedSinceRead(kind, name);
  markOrDelete(view, context, present);
}

function readForUpdate(view: WriteTransaction, kind: KindName, { metadata: { name, uid, resourceVersion } }: ResourceInput): AnyResource {
  const present = view.get(resourceKey(kind, name)) as AnyResource | undefined;
  if (!present) throw new NotFound(`There is no ${kind} ${name}`);
  if (present.metadata.uid !== uid || present.metadata.resourceVersion !== resourceVersion) {
    throw changedSinceRead(kind, name);
  }
  return present;
}

const changedSinceRead = (kind: KindName, name: string): Conflict =>
  new Conflict(`${kind} ${name} has changed since it was read: read it again`);

function markOrDelete(view: WriteTransaction, context: WriteContext, resource: AnyResource): void {
  if (!resource.metadata.finalizers?.length) deleteObject(view, context, resource);
  else if (!resource.metadata.deletionTimestamp) {
    writeObject(view, context, "MODIFIED", { ...resource, metadata: { ...resource.metadata, deletionTimestamp: timestamp(context) } });
  }
}

/** Deletes the object, and then the objects that only it owns. */
function deleteObject(view: WriteTransaction, context: WriteContext, resource: AnyResource): AnyResource {
  const deleted = writeObject(view, context, "DELETED", resource);
  const { uid } = deleted.metadata;
  for (const key of view.keys(ownedPrefix(uid))) {
    const [kind = "", name = ""] = key.slice(ownedPrefix(uid).length).split("/");
    const owned = view.get(resourceKey(kind, name)) as AnyResource | undefined;
    if (!owned) continue;
    if (!hasOwner(view, owned)) markOrDelete(view, context, owned);
    else {
      const ownerReferences = owned.metadata.ownerReferences?.filter((owner) => owner.uid !== uid);
      writeObject(view, context, "MODIFIED", { ...owned, metadata: { ...owned.metadata, ...(ownerReferences && { ownerReferences }) } });
    }
  }
  return deleted;
}

/** Returns true if an owner exists. An owner of a kind outside this store, such as a Pod, counts as existing. */
function hasOwner(view: WriteTransaction, { metadata }: AnyResource): boolean {
  return (metadata.ownerReferences ?? []).some(
    (owner) =>
      !hasAgathaGroup(owner) || (view.get(resourceKey(owner.kind, owner.name)) as AnyResource | undefined)?.metadata.uid === owner.uid,
  );
}

/** Writes the object with the next resourceVersion, and its event for watchers. */
function writeObject(view: WriteTransaction, { eventsKept }: WriteContext, type: AnyEvent["type"], resource: AnyResource): AnyResource {
  const version = ((view.get(HEAD_KEY) as number | undefined) ?? FIRST_VERSION) + 1;
  const saved = withoutUndefined({ ...resource, metadata: { ...resource.metadata, resourceVersion: String(version) } });
  const { kind, metadata } = saved;
  const key = resourceKey(kind, metadata.name);
  const before = view.get(key) as AnyResource | undefined;
  for (const row of before ? ownerKeys(before) : []) view.remove(row);
  if (type === "DELETED") {
    view.remove(key);
    view.remove(presenceKey(saved));
  } else {
    for (const row of ownerKeys(saved)) view.put(row, true);
    if (!before) view.put(presenceKey(saved), true);
    view.put(key, saved);
  }
  view.put(eventKey(version), { type, resource: saved } satisfies AnyEvent);
  view.remove(eventKey(version - eventsKept));
  view.put(HEAD_KEY, version);
  return saved;
}

function timestamp({ clock }: WriteContext): string {
  // Whole seconds, as in Kubernetes.
  return `${new Date(clock.now()).toISOString().slice(0, 19)}Z`;
}
