/** Digests of what work depends on. Not for the console: it needs Node.js. */
import { createHash } from "node:crypto";
import type { Resource } from "../kinds/index.js";
import { effectiveSourceFile, type SourceFile } from "../kinds/source.js";
import type { TaskInput } from "./task.js";

/** Returns the SHA-256 of a JSON value, independent of the order of keys. Undefined fields do not count. */
export function fingerprintOf(value: unknown): string {
  const sorted = JSON.stringify(value, (_, part: unknown) =>
    part !== null && typeof part === "object" && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
  return createHash("sha256").update(sorted).digest("hex");
}

/** Returns the task that makes a dataset's table from this file: everything that determines the table. */
export function ingestTask({ spec }: Pick<Resource<"Dataset">, "spec">, source: SourceFile): TaskInput & { kind: "ingest" } {
  const { timezone, productType, sampling, columns, like } = spec;
  return { kind: "ingest", source, timezone, productType, sampling, columns, ...(like && { like, columnsMayLack: true }) };
}

/** Returns a digest of what determines the rows in use. Labels do not, nor which columns are hidden, nor what else the task does. */
export function rowsFingerprintOf({
  columns,
  check: _check,
  rows: _rows,
  columnsMayLack: _mayLack,
  sampleDocument: _sample,
  ...task
}: TaskInput & { kind: "ingest" }): string {
  const types = columns.flatMap(({ name, type }) => (type === undefined ? [] : [{ name, type }]));
  return fingerprintOf({ ...task, columns: types });
}

/** Returns true if the status is about the table that the spec asks for, also if the operator has not seen another change of it. */
export function isTableCurrent(dataset: Resource<"Dataset">): boolean {
  const { metadata, status } = dataset;
  if (!status || status.observedGeneration === metadata.generation) return status !== undefined;
  const source = effectiveSourceFile(dataset);
  return source !== undefined && status.fingerprint === fingerprintOf(ingestTask(dataset, source));
}
