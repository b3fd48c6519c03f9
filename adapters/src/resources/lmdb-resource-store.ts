import { type Clock, type KindName, type Resource, type ResourceStore, systemClock, type WatchEvent } from "@agatha/contracts";
import { openEnvironment, openTable, prefixEnd } from "../lmdb/environment.js";
import { readInSlices } from "../lmdb/read-in-slices.js";
import { createChangeNotifier } from "./change-notifier.js";
import { eventsAfter, latestVersion, trimEvents } from "./event-log.js";
import { createFieldSelectorIndex } from "./field-selector-index.js";
import { createGroupCommit } from "./group-commit.js";
import { DEFAULT_NAMESPACE, presenceTable, resourceKey, resourcesTable, type WriteTransaction } from "./resource-table.js";
import {
  createResource,
  deleteResource,
  type ResourceInput,
  updateResource,
  updateResourceStatus,
  type WriteContext,
} from "./resource-writes.js";

export interface LmdbResourceStoreOptions {
  /** Created if missing. Only one process may write there: watchers see only their own process's writes. */
  directory: string;
  namespace?: string;
  clock?: Clock;
  /** Number of events kept, of all kinds together. A watcher that falls further behind must list again. */
  eventsKept?: number;
}

/**
 * Creates a store of the product's kinds in LMDB, with the semantics of the Kubernetes API. Owned objects are deleted in the same
 * commit as their owner.
 */
export function createLmdbResourceStore({
  directory,
  namespace = DEFAULT_NAMESPACE,
  clock = systemClock,
  eventsKept = 10_000,
}: LmdbResourceStoreOptions): ResourceStore {
  const environment = openEnvironment(directory);
  const table = openTable<unknown>(environment, resourcesTable(namespace));
  const presence = openTable<unknown>(environment, presenceTable(namespace));
  trimEvents(table, eventsKept);
  const announcements = createChangeNotifier();
  const selections = createFieldSelectorIndex(table);
  const commits = createGroupCommit({ table, presence }, (changes) => {
    for (const [key, value] of changes) selections.update(key, value);
    announcements.notify();
  });
  const context: WriteContext = { namespace, clock, eventsKept };
  let closing: Promise<void> | undefined;

  function checkOpen(): void {
    if (closing) throw new Error("The resource store is closed");
  }

  async function write<K extends KindName>(work: (view: WriteTransaction) => unknown): Promise<Resource<K>> {
    checkOpen();
    return (await commits.write(work)) as Resource<K>;
  }

  function read<R>(query: () => R): R {
    checkOpen();
    table.resetReadTxn();
    return query();
  }

  function keysOf(kind: KindName): string[] {
    const prefix = resourceKey(kind, "");
    return [...table.getKeys({ start: prefix, end: prefixEnd(prefix) })];
  }

  async function* watch<K extends KindName>(kind: K, resourceVersion: string, signal: AbortSignal): AsyncGenerator<WatchEvent<K>> {
    let seen = Number(resourceVersion || Number.NaN);
    while (!signal.aborted) {
      const events = read(() => eventsAfter(table, seen, eventsKept));
      for (const { version, event } of events) {
        seen = version;
        if (event.resource.kind === kind) yield event as WatchEvent<K>;
        if (signal.aborted) return;
      }
      if (events.length === 0) await announcements.wait(signal);
    }
  }

  return {
    get: async (kind, name) => read(() => table.get(resourceKey(kind, name))) as Resource<typeof kind> | undefined,
    async list(kind, where) {
      // The version is that before the first object is read: a watch from it repeats what changes meanwhile.
      const { keys, version } = read(() => ({ keys: where ? selections.find(kind, where) : keysOf(kind), version: latestVersion(table) }));
      const items = await readInSlices(keys, (key) => read(() => table.get(key) as Resource<typeof kind> | undefined));
      return { items, resourceVersion: String(version) };
    },
    watch,
    create: (kind, resource) => write((view) => createResource(view, context, kind, resource)),
    update: (kind, resource) => write((view) => updateResource(view, context, kind, resource as ResourceInput)),
    updateStatus: (kind, resource) => write((view) => updateResourceStatus(view, context, kind, resource as ResourceInput)),
    async delete(kind, ref, resourceVersion) {
      await write((view) => deleteResource(view, context, kind, { ...ref, resourceVersion }));
    },
    async ping() {
      read(() => latestVersion(table));
      environment.ensureInPlace();
    },
    close() {
      closing ??= commits.idle().then(() => environment.close());
      announcements.notify();
      return closing;
    },
  };
}
