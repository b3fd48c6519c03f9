/** What the writers of the crash tests write: the content follows from the name, so that whoever reads it can tell whether it is whole. */
import { createHash } from "node:crypto";
import type { CollectionDefinition, Document, NewResource } from "@agatha/contracts";

export interface Note extends Document {
  /** Only one document of all writers can have it. */
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

/** Its first line says which revision of which key it is; up to 250 kB follow. */
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

/** What a writer prints as soon as a store has acknowledged it. */
export type Acknowledgement =
  | { what: "note"; id: string; version: number }
  | { what: "object"; key: string; revision: number }
  | { what: "resource"; name: string; attempts: number }
  | { what: "deleted"; name: string }
  | { what: "count"; value: number };
