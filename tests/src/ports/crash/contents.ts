/** Content that the crash tests write. It follows from the name, so that a reader can tell whether it is whole. */
import { createHash } from "node:crypto";
import type { CollectionDefinition, Document, NewResource } from "@agatha/contracts";

interface Note extends Document {
  /** Unique among the documents of all writers. */
  title: string;
  body: string;
}

export const NOTES: CollectionDefinition<Note> = { name: "notes", indexes: { title: { fields: ["title"], unique: true } } };

export interface Counter extends Document {
  value: number;
}

export const COUNTERS: CollectionDefinition<Counter> = { name: "counters", indexes: {} };

export function noteBody(id: string, version: number): string {
  return `${id} ${version} `.padEnd(20 + (digest(id)[0] ?? 0) * 8, "é");
}

/** Returns a first line with key and revision, and up to 250 kB more. */
export function objectBytes(key: string, revision: number): Buffer {
  const head = `${key} ${revision}\n`;
  const seed = digest(head);
  return Buffer.concat([Buffer.from(head), Buffer.alloc(1_000 * (seed[0] ?? 0), seed)]);
}

export function newDataset(name: string): NewResource<"Dataset"> {
  const source = { key: `uploads/${name}`, sha256: digest(name).toString("hex"), size: 1, fileName: "a.csv", format: "csv" as const };
  return { metadata: { name }, spec: { displayName: "Steel", owner: "u1", source } };
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}

/** Line that a writer prints as soon as a store has acknowledged a write. */
export type Acknowledgement =
  | { what: "note"; id: string; version: number }
  | { what: "object"; key: string; revision: number }
  | { what: "resource"; name: string; attempts: number }
  | { what: "deleted"; name: string }
  | { what: "count"; value: number };
