import type { KindName, Resource, WatchEvent } from "@agatha/contracts";

export type AnyResource = Resource<KindName>;
export type AnyEvent = WatchEvent<KindName>;

/** Key of the latest resourceVersion. Every commit changes it. */
export const HEAD_KEY = "head";
/** Version before the first write. Not 0, which means "any version" in Kubernetes. */
export const FIRST_VERSION = 1;

/** `resource/Model/name`: key of an object. */
export function resourceKey(kind: string, name: string): string {
  return `resource/${kind}/${name}`;
}

/** `owned/uid/Model/name`: one key for every owner of an object. */
export function ownedPrefix(uid: string): string {
  return `owned/${uid}/`;
}

/** `event/0000000000000042`: key of the event at that resourceVersion. */
export function eventKey(version: number): string {
  return `event/${String(version).padStart(16, "0")}`;
}

export function versionOfEventKey(key: string): number {
  return Number(key.slice("event/".length));
}

/** The state that a write reads, and its changes. */
export interface WriteTransaction {
  get(key: string): unknown;
  keys(prefix: string): string[];
  put(key: string, value: unknown): void;
  remove(key: string): void;
}
