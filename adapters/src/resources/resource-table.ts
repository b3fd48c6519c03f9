import type { KindName, Resource, WatchEvent } from "@agatha/contracts";

export type AnyResource = Resource<KindName>;
export type AnyEvent = WatchEvent<KindName>;

/** Key of the latest resourceVersion. Every commit changes it. */
export const HEAD_KEY = "head";
/** Version before the first write. Not 0, which means "any version" in Kubernetes. */
export const FIRST_VERSION = 1;

export const DEFAULT_NAMESPACE = "default";

/** Returns the name of a namespace's table. */
export function resourcesTable(namespace: string): string {
  return `resources-${namespace}`;
}

/** `resource/Model/name`: key of an object. */
export function resourceKey(kind: string, name: string): string {
  return `${RESOURCE_PREFIX}${kind}/${name}`;
}
export const RESOURCE_PREFIX = "resource/";

/** Name of the table of presence rows. It shares no page with the objects. */
export function presenceTable(namespace: string): string {
  return `presence-${namespace}`;
}

/** `exists/Model/name`: a row for each object. It names the object if the page with the object is damaged. */
export function presenceKey({ kind, metadata }: AnyResource): string {
  return `${PRESENCE_PREFIX}${kind}/${metadata.name}`;
}
export const PRESENCE_PREFIX = "exists/";

/** `owned/uid/Model/name`: one key for every owner of an object. */
export function ownedPrefix(uid: string): string {
  return `owned/${uid}/`;
}

/** Returns the keys under which the owners of an object find it. */
export function ownerKeys({ kind, metadata }: AnyResource): string[] {
  return (metadata.ownerReferences ?? []).map(({ uid }) => `${ownedPrefix(uid)}${kind}/${metadata.name}`);
}

/** `event/0000000000000042`: key of the event at that resourceVersion. */
export function eventKey(version: number): string {
  return `${EVENT_PREFIX}${String(version).padStart(16, "0")}`;
}

export const EVENT_PREFIX = "event/";

/** Returns the resource version in the key of an event. */
export function versionOfEventKey(key: string): number {
  return Number(key.slice(EVENT_PREFIX.length));
}

/** The state that a write reads, and its changes. */
export interface WriteTransaction {
  get(key: string): unknown;
  keys(prefix: string): string[];
  put(key: string, value: unknown): void;
  remove(key: string): void;
}
