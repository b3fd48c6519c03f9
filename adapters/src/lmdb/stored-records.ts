import { fromBufferKey } from "ordered-binary";
import { PageDamage } from "./page-file.js";
import type { decodeRecord } from "./record-checksum.js";
import type { DataFileScan, StoredValue } from "./scan-data-file.js";

/** Returns the JSON of a stored text, or undefined if the text is not as it was written. */
export type DecodeRecord = typeof decodeRecord;

/** The records of a data file that are as they were written. */
export interface StoredRecords {
  keys(table: string, prefix?: string): string[];
  has(table: string, key: string): boolean;
  /** Returns the parsed JSON of a sound record. */
  get(table: string, key: string): unknown;
  /** Records that are not as they were written, and that no other page has. */
  damaged: { table: string; key: string }[];
}

/** Bytes of the stamp before a value's text. */
const STAMP_SIZE = 8;

/** Returns the records of each table. Damage may leave several values of a key; the newest sound one counts. */
export function readRecords({ values }: DataFileScan, names: readonly string[], decode: DecodeRecord): StoredRecords {
  const tables = new Map(names.map((name) => [name, new Map<string, StoredValue>()]));
  const unsound: { table: string; key: string }[] = [];
  const json = (table: string, key: string, value: StoredValue) => decode(table, key, textOf(value) ?? "");

  for (const value of values) {
    const key = keyOf(value.key);
    const table = value.table === undefined ? names.find((name) => json(name, key, value) !== undefined) : value.table;
    const records = table === undefined ? undefined : tables.get(table);
    if (table === undefined || !records) continue;
    if (value.table !== undefined && json(table, key, value) === undefined) unsound.push({ table, key });
    else if (value.transaction > (records.get(key)?.transaction ?? -1)) records.set(key, value);
  }

  return {
    keys: (table, prefix = "") => [...(tables.get(table)?.keys() ?? [])].filter((key) => key.startsWith(prefix)),
    has: (table, key) => tables.get(table)?.has(key) === true,
    get: (table, key) => JSON.parse(json(table, key, tables.get(table)!.get(key)!)!) as unknown,
    damaged: unsound.filter(({ table, key }) => !tables.get(table)?.has(key)),
  };
}

/** Returns undefined if the value cannot be read. */
function textOf(value: StoredValue): string | undefined {
  try {
    const bytes = value.read();
    if (bytes.length < STAMP_SIZE) return undefined;
    const stamp = bytes.readDoubleLE(0);
    return stamp > 0 && stamp <= 1 ? bytes.toString("utf8", STAMP_SIZE) : undefined;
  } catch (error) {
    if (error instanceof PageDamage) return undefined;
    throw error;
  }
}

/** A damaged key may be of any type. */
function keyOf(key: Buffer): string {
  try {
    return String(fromBufferKey(key));
  } catch {
    return key.toString("latin1");
  }
}
