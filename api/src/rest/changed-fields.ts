import { isDeepStrictEqual } from "node:util";

/**
 * The fields of `sent` that differ from the record. The dialect's clients send the whole record back with what was
 * edited in it, so that everything else, read-only fields included, must count as no change.
 */
export function changedFields(record: object, sent: Record<string, unknown>): Record<string, unknown> {
  const present = new Map<string, unknown>(Object.entries(record));
  return Object.fromEntries(Object.entries(sent).filter(([name, value]) => !isDeepStrictEqual(present.get(name), value)));
}
