import { Expired } from "@agatha/contracts";
import { prefixEnd, type Table } from "../lmdb/environment.js";
import { type AnyEvent, EVENT_PREFIX, eventKey, FIRST_VERSION, HEAD_KEY, versionOfEventKey } from "./resource-table.js";

/** Number of events read at a time, which bounds the memory of a slow watcher. */
const BATCH_SIZE = 64;

/** Returns the latest resourceVersion. */
export function latestVersion(table: Table<unknown>): number {
  return (table.get(HEAD_KEY) as number | undefined) ?? FIRST_VERSION;
}

/** Returns the next events after `version`, oldest first. Throws Expired if some of them are no longer kept. */
export function eventsAfter(table: Table<unknown>, version: number, eventsKept: number): { version: number; event: AnyEvent }[] {
  table.resetReadTxn();
  const latest = latestVersion(table);
  const oldest = oldestVersion(table) ?? latest + 1;
  // A future version comes from a data folder that an older one has since replaced.
  if (!Number.isInteger(version) || version > latest || version + 1 < Math.max(oldest, latest - eventsKept + 1)) {
    throw new Expired(`What happened after version ${version} is no longer kept: list again`);
  }
  const rows = table.getRange({ start: eventKey(version + 1), end: prefixEnd(EVENT_PREFIX), limit: BATCH_SIZE });
  return [...rows].map(({ key, value }) => ({ version: versionOfEventKey(key), event: value as AnyEvent }));
}

function oldestVersion(table: Table<unknown>): number | undefined {
  const [oldest] = [...table.getKeys({ start: EVENT_PREFIX, end: prefixEnd(EVENT_PREFIX), limit: 1 })];
  return oldest === undefined ? undefined : versionOfEventKey(oldest);
}

/** Removes events that a store with a larger limit has left, so that the log has no gap. */
export function trimEvents(table: Table<unknown>, eventsKept: number): void {
  const end = eventKey(Math.max(0, latestVersion(table) - eventsKept + 1));
  const stale = [...table.getKeys({ start: EVENT_PREFIX, end })];
  if (stale.length === 0) return;
  table.transactionSync(() => {
    for (const key of stale) table.removeSync(key);
  });
}
