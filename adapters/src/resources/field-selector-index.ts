import { KINDS, type KindName } from "@agatha/contracts";
import { prefixEnd, type Table } from "../lmdb/environment.js";
import { type AnyResource, RESOURCE_PREFIX } from "./resource-table.js";

type Fields = Readonly<Record<string, unknown>>;

/** In-memory index of resource keys by values in the spec, so that a list need not read other resources. */
interface FieldSelectorIndex {
  /** Records a write under a key; an undefined value means removal. */
  update(key: string, value: unknown): void;
  /** Returns keys in order of name. */
  find(kind: KindName, where: Fields): string[];
}

/** Builds the index by reading all resources once. */
export function createFieldSelectorIndex(table: Table<unknown>): FieldSelectorIndex {
  const byKind = new Map<string, Map<string, Fields>>();
  function note(key: string, value: unknown): void {
    if (!key.startsWith(RESOURCE_PREFIX)) return;
    const kind = key.slice(RESOURCE_PREFIX.length, key.indexOf("/", RESOURCE_PREFIX.length)) as KindName;
    const fields = byKind.get(kind) ?? new Map<string, Fields>();
    byKind.set(kind, fields);
    if (value === undefined) fields.delete(key);
    else fields.set(key, selectableFieldsOf(kind, value as AnyResource));
  }
  for (const { key, value } of table.getRange({ start: RESOURCE_PREFIX, end: prefixEnd(RESOURCE_PREFIX) })) note(key, value);
  return {
    update: note,
    find(kind, where) {
      const wanted = Object.entries(where).filter(([, value]) => value !== undefined);
      const found = [...(byKind.get(kind) ?? [])].filter(([, fields]) => wanted.every(([field, value]) => fields[field] === value));
      return found.map(([key]) => key).sort();
    },
  };
}

function selectableFieldsOf(kind: KindName, { spec }: AnyResource): Fields {
  const all: Fields = { ...spec };
  return Object.fromEntries(KINDS[kind].selectableFields.map((field) => [field, all[field]]));
}
