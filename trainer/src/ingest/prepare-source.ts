import type { DatasetSpec } from "@agatha/contracts";
import type { DecimalMark } from "./number-formats.js";
import { prepareText, type TextFile } from "./text-file.js";

/** The uploaded file as delimited text, and how it is to be read. */
export interface PreparedSource {
  file: TextFile;
  delimiter?: string;
  decimal?: DecimalMark;
}

export interface PrepareOptions {
  path: string;
  scratch: string;
  signal: AbortSignal;
}

/** Brings a file of any accepted format into the one form that tables are read from. */
export async function prepareSource(source: DatasetSpec["source"], { path, scratch, signal }: PrepareOptions): Promise<PreparedSource> {
  const file = await prepareText(path, { scratch, encoding: source.encoding, signal });
  return { file, delimiter: source.delimiter, decimal: source.decimal };
}
