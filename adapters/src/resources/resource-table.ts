import type { KindName, Resource, WatchEvent } from "@agatha/contracts";

export type AnyResource = Resource<KindName>;
export type AnyEvent = WatchEvent<KindName>;

/** The latest resourceVersion; every commit changes it. */
export const HEAD_KEY = "head";
/** Before the first write. Not 0, which Kubernetes takes for "any version". */
export const FIRST_VERSION = 1;

/** `resource/Model/name` has the object. */
export function resourceKey(kind: string, name: string): string {
  return `resource/${kind}/${name}`;
}

/** `owned/uid/Model/name` for every owner of an object. */
export function ownedPrefix(uid: string): string {
  return `owned/${uid}/`;
}

/** `event/0000000000000042` has what happened at that resourceVersion. */
export function eventKey(version: number): string {
  return `event/${String(version).padStart(16, "0")}`;
}

export function versionOfEventKey(key: string): number {
  return Number(key.slice("event/".length));
}

/** The state as a write finds it, and the writes. */
export interface WriteTransaction {
  get(key: string): unknown;
  keys(prefix: string): string[];
  put(key: string, value: unknown): void;
  remove(key: string): void;
}
