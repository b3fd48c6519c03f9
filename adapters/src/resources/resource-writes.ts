import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { AlreadyExists, API_VERSION, type Clock, Conflict, type KindName, NotFound, type ResourceRef } from "@agatha/contracts";
import { type AnyEvent, type AnyResource, eventKey, FIRST_VERSION, HEAD, ownedPrefix, resourceKey, type View } from "./resource-table.js";
import { plain, validEditedMeta, validNewMeta, validPart } from "./resource-validation.js";

export interface WriteContext {
  namespace: string;
  clock: Clock;
  /** Events that are kept for watchers. */
  eventsKept: number;
}

/** What the caller of a write passes: an object of that kind, not yet checked. */
export interface Input {
  metadata: { name: string; uid?: string; resourceVersion?: string };
  spec?: unknown;
  status?: unknown;
}

export function createResource(view: View, context: WriteContext, kind: KindName, input: Input): AnyResource {
  const { name, ...metadata } = validNewMeta(input.metadata);
  const spec = validPart(kind, "spec", { value: input.spec, old: undefined });
  if (view.get(resourceKey(kind, name))) throw new AlreadyExists(`There is a ${kind} ${name} already`);
  const fixed = { name, namespace: context.namespace, uid: randomUUID(), resourceVersion: "", generation: 1 };
  const created = save(view, context, "ADDED", {
    apiVersion: API_VERSION,
    kind,
    metadata: { ...fixed, creationTimestamp: time(context), ...metadata },
    spec: spec as AnyResource["spec"],
  });
  // Its owner may have been deleted a moment ago: then nobody else would clean up after it.
  if (created.metadata.ownerReferences?.length && !hasOwner(view, created)) markOrDelete(view, context, created);
  return created;
}

export function updateResource(view: View, context: WriteContext, kind: KindName, input: Input): AnyResource {
  const present = presentFor(view, kind, input);
  const edited = validEditedMeta(input.metadata, present.metadata);
  const spec = validPart(kind, "spec", { value: input.spec, old: present.spec }) as AnyResource["spec"];
  const generation = present.metadata.generation + (isDeepStrictEqual(spec, present.spec) ? 0 : 1);
  const { labels, annotations, finalizers, ownerReferences, ...kept } = present.metadata;
  const next: AnyResource = { ...present, metadata: { ...kept, generation, ...edited }, spec };
  if (isDeepStrictEqual(next, present)) return present;
  if (next.metadata.deletionTimestamp && !next.metadata.finalizers?.length) return remove(view, context, next);
  return save(view, context, "MODIFIED", next);
}

export function updateResourceStatus(view: View, context: WriteContext, kind: KindName, input: Input): AnyResource {
  const present = presentFor(view, kind, input);
  const { status: old, ...rest } = present;
  const status = input.status === undefined ? undefined : validPart(kind, "status", { value: input.status, old });
  if (isDeepStrictEqual(status, old)) return present;
  return save(view, context, "MODIFIED", status ? { ...rest, status } : rest);
}

export function deleteResource(view: View, context: WriteContext, kind: KindName, { name, uid }: ResourceRef): void {
  const present = view.get(resourceKey(kind, name)) as AnyResource | undefined;
  if (present?.metadata.uid !== uid) throw new NotFound(`There is no ${kind} ${name} with the uid ${uid}`);
  markOrDelete(view, context, present);
}

function presentFor(view: View, kind: KindName, { metadata: { name, uid, resourceVersion } }: Input): AnyResource {
  const present = view.get(resourceKey(kind, name)) as AnyResource | undefined;
  if (!present) throw new NotFound(`There is no ${kind} ${name}`);
  if (present.metadata.uid !== uid || present.metadata.resourceVersion !== resourceVersion) {
    throw new Conflict(`${kind} ${name} has changed since it was read: read it again`);
  }
  return present;
}

function markOrDelete(view: View, context: WriteContext, resource: AnyResource): void {
  if (!resource.metadata.finalizers?.length) remove(view, context, resource);
  else if (!resource.metadata.deletionTimestamp) {
    save(view, context, "MODIFIED", { ...resource, metadata: { ...resource.metadata, deletionTimestamp: time(context) } });
  }
}

/** Deletes the object, and then what no other object owns but this one. */
function remove(view: View, context: WriteContext, resource: AnyResource): AnyResource {
  const deleted = save(view, context, "DELETED", resource);
  const { uid } = deleted.metadata;
  for (const key of view.keys(ownedPrefix(uid))) {
    const [kind = "", name = ""] = key.slice(ownedPrefix(uid).length).split("/");
    const owned = view.get(resourceKey(kind, name)) as AnyResource | undefined;
    if (!owned) continue;
    if (!hasOwner(view, owned)) markOrDelete(view, context, owned);
    else {
      const ownerReferences = owned.metadata.ownerReferences?.filter((owner) => owner.uid !== uid);
      save(view, context, "MODIFIED", { ...owned, metadata: { ...owned.metadata, ...(ownerReferences && { ownerReferences }) } });
    }
  }
  return deleted;
}

/** Owners of kinds that are not kept here, such as a Pod, are taken to exist. */
function hasOwner(view: View, { metadata }: AnyResource): boolean {
  return (metadata.ownerReferences ?? []).some(({ apiVersion, kind, name, uid }) => {
    if (apiVersion !== API_VERSION) return true;
    return (view.get(resourceKey(kind, name)) as AnyResource | undefined)?.metadata.uid === uid;
  });
}

/** Writes the object with the next resourceVersion, and what watchers are told of it. */
function save(view: View, { eventsKept }: WriteContext, type: AnyEvent["type"], resource: AnyResource): AnyResource {
  const version = ((view.get(HEAD) as number | undefined) ?? FIRST_VERSION) + 1;
  const saved = plain({ ...resource, metadata: { ...resource.metadata, resourceVersion: String(version) } });
  const { kind, metadata } = saved;
  const key = resourceKey(kind, metadata.name);
  const before = view.get(key) as AnyResource | undefined;
  for (const owner of before?.metadata.ownerReferences ?? []) view.remove(`${ownedPrefix(owner.uid)}${kind}/${metadata.name}`);
  if (type === "DELETED") view.remove(key);
  else {
    for (const owner of metadata.ownerReferences ?? []) view.put(`${ownedPrefix(owner.uid)}${kind}/${metadata.name}`, true);
    view.put(key, saved);
  }
  view.put(eventKey(version), { type, resource: saved } satisfies AnyEvent);
  view.remove(eventKey(version - eventsKept));
  view.put(HEAD, version);
  return saved;
}

function time({ clock }: WriteContext): string {
  // Whole seconds, as Kubernetes writes them.
  return `${new Date(clock.now()).toISOString().slice(0, 19)}Z`;
}
