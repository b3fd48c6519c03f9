/** Storage of inline text: a small table in the resource itself becomes an object. After that, it is handled like an upload. */
import { createHash } from "node:crypto";
import { type DatasetStatus, effectiveSourceFile, objectPrefix, type Resource, type SourceFile } from "@agatha/contracts";

export interface InlineSource {
  text: string;
  source: NonNullable<DatasetStatus["source"]>;
}

/** Returns the object to store and the resulting status; undefined for an upload, and for text already stored. Pure function. */
export function inlineSourceToStore({ kind, metadata, spec, status }: Resource<"Dataset">): InlineSource | undefined {
  const text = spec.source.inline;
  if (text === undefined || status?.source) return undefined;
  // The object is in the dataset's own folder, so that the dataset's deletion removes it, even after a crash.
  const key = `${objectPrefix(kind, metadata.uid)}/source`;
  const bytes = Buffer.from(text);
  return { text, source: { key, sha256: createHash("sha256").update(bytes).digest("hex"), size: bytes.length } };
}

/** Returns the file with the rows. The text may still have to be stored. Pure function. */
export function sourceFileOf(dataset: Resource<"Dataset">, inline = inlineSourceToStore(dataset)): SourceFile {
  return effectiveSourceFile({ ...dataset, status: { source: dataset.status?.source ?? inline?.source } })!;
}
