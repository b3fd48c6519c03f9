import { isDeepStrictEqual } from "node:util";

/**
 * Returns the fields of `sent` that differ from the record. Clients of simple-rest send the whole record back with the edits in
 * it, so everything else, including read-only fields, must not count as a change.
 */
export function changedFields(record: object, sent: Record<string, unknown>): Record<string, unknown> {
  const present = new Map<string, unknown>(Object.entries(record));
  return Object.fromEntries(Object.entries(sent).filter(([name, value]) => !isDeepStrictEqual(present.get(name), value)));
}
