/** The text of a small table in the resource itself becomes an object, and from then on all is as after an upload. */
import { createHash } from "node:crypto";
import { type DatasetStatus, effectiveSourceFile, type Resource, type SourceFile } from "@agatha/contracts";
import { objectPrefix } from "../runtime/fingerprint.js";

export interface InlineSource {
  text: string;
  source: NonNullable<DatasetStatus["source"]>;
}

/** Pure: what is to be stored, and what the status tells of it then; undefined for an upload, and once it was stored. */
export function inlineSourceToStore({ kind, metadata, spec, status }: Resource<"Dataset">): InlineSource | undefined {
  const text = spec.source.inline;
  if (text === undefined || status?.source) return undefined;
  // In the dataset's own folder: it goes with it, wherever the operator dies.
  const key = `${objectPrefix(kind, metadata.uid)}/source`;
  const bytes = Buffer.from(text);
  return { text, source: { key, sha256: createHash("sha256").update(bytes).digest("hex"), size: bytes.length } };
}

/** Pure: the file that the rows are in, or will be in once the text is stored. */
export function sourceFileOf(dataset: Resource<"Dataset">): SourceFile {
  return effectiveSourceFile({ ...dataset, status: { source: dataset.status?.source ?? inlineSourceToStore(dataset)?.source } })!;
}
