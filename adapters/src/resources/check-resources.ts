import type { EmbeddedStore, PutRecord } from "../lmdb/check-store.js";
import type { StoredRecords } from "../lmdb/stored-records.js";
import {
  type AnyEvent,
  type AnyResource,
  DEFAULT_NAMESPACE,
  EVENT_PREFIX,
  FIRST_VERSION,
  HEAD_KEY,
  ownerKeys,
  PRESENCE_PREFIX,
  presenceKey,
  presenceTable,
  RESOURCE_PREFIX,
  resourceKey,
  resourcesTable,
  versionOfEventKey,
} from "./resource-table.js";

const TABLE = resourcesTable(DEFAULT_NAMESPACE);
const PRESENCE = presenceTable(DEFAULT_NAMESPACE);

/**
 * A resource whose page is lost is restored from the event of its last change, as long as that is kept. The rebuilt store has no
 * events, so that its watchers list again.
 */
export const EMBEDDED_RESOURCES: EmbeddedStore = {
  name: "resources",
  tables: [TABLE, PRESENCE],
  assess(records) {
    const damaged = records.damaged.flatMap(({ table, key }) => (table === TABLE && key.startsWith(RESOURCE_PREFIX) ? [key] : []));
    const present = records.keys(PRESENCE, PRESENCE_PREFIX).map((key) => RESOURCE_PREFIX + key.slice(PRESENCE_PREFIX.length));
    const missing = [...new Set([...damaged, ...present])].filter((key) => !records.has(TABLE, key)).sort();
    const changes = missing.length > 0 ? lastEvents(records) : new Map<string, AnyEvent>();
    const isKept = (key: string) => (changes.get(key)?.type ?? "DELETED") !== "DELETED";
    const nameOf = (key: string) => key.slice(RESOURCE_PREFIX.length);
    return {
      lost: missing.filter((key) => !isKept(key)).map(nameOf),
      restored: missing.filter(isKept).map(nameOf),
      rebuild: (put) => rebuild(records, missing, put),
    };
  },
};

function rebuild(records: StoredRecords, missing: string[], put: PutRecord): void {
  const events = lastEvents(records);
  let head = records.has(TABLE, HEAD_KEY) ? (records.get(TABLE, HEAD_KEY) as number) : FIRST_VERSION;
  for (const key of records.keys(TABLE, EVENT_PREFIX)) head = Math.max(head, versionOfEventKey(key));
  for (const key of [...records.keys(TABLE, RESOURCE_PREFIX), ...missing]) {
    const event = events.get(key);
    const resource = records.has(TABLE, key) ? (records.get(TABLE, key) as AnyResource) : event?.resource;
    // A page that was in use before may still have a resource that has been deleted since.
    if (!resource || (event?.type === "DELETED" && versionOf(event.resource) > versionOf(resource))) continue;
    head = Math.max(head, versionOf(resource));
    put(TABLE, key, resource);
    for (const row of ownerKeys(resource)) put(TABLE, row, true);
    put(PRESENCE, presenceKey(resource), true);
  }
  put(TABLE, HEAD_KEY, head);
}

function versionOf({ metadata }: AnyResource): number {
  return Number(metadata.resourceVersion);
}

/** Returns the last event of each resource. */
function lastEvents(records: StoredRecords): Map<string, AnyEvent> {
  const events = records.keys(TABLE, EVENT_PREFIX).sort();
  return new Map(
    events.map((key) => {
      const event = records.get(TABLE, key) as AnyEvent;
      return [resourceKey(event.resource.kind, event.resource.metadata.name), event];
    }),
  );
}
