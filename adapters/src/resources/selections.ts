import { KINDS, type KindName } from "@agatha/contracts";
import { endOfPrefix, type Table } from "../lmdb/environment.js";
import type { AnyResource } from "./resource-table.js";

type Fields = Readonly<Record<string, unknown>>;

/** By which keys resources are found that have certain values in their spec: in memory, so that the others need not be read. */
export interface Selections {
  /** What was written under a key; undefined when it was removed. */
  note(key: string, value: unknown): void;
  /** In order of name. */
  keys(kind: KindName, where: Fields): string[];
}

const PREFIX = "resource/";

/** Reads all that there is once. */
export function createSelections(table: Table<unknown>): Selections {
  const byKind = new Map<string, Map<string, Fields>>();
  function note(key: string, value: unknown): void {
    if (!key.startsWith(PREFIX)) return;
    const kind = key.slice(PREFIX.length, key.indexOf("/", PREFIX.length)) as KindName;
    const fields = byKind.get(kind) ?? new Map<string, Fields>();
    byKind.set(kind, fields);
    if (value === undefined) fields.delete(key);
    else fields.set(key, selectableOf(kind, value as AnyResource));
  }
  for (const { key, value } of table.getRange({ start: PREFIX, end: endOfPrefix(PREFIX) })) note(key, value);
  return {
    note,
    keys(kind, where) {
      const wanted = Object.entries(where).filter(([, value]) => value !== undefined);
      const found = [...(byKind.get(kind) ?? [])].filter(([, fields]) => wanted.every(([field, value]) => fields[field] === value));
      return found.map(([key]) => key).sort();
    },
  };
}

function selectableOf(kind: KindName, { spec }: AnyResource): Fields {
  const all: Fields = { ...spec };
  return Object.fromEntries(KINDS[kind].selectable.map((field) => [field, all[field]]));
}
