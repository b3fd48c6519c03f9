import { ERRORS, InvalidInput } from "@agatha/contracts";
import { inspectWorkbook } from "../data/ingest/workbook/inspect-workbook.js";
import { preflightText } from "./preflight-text.js";
import type { Upload } from "./upload.js";

/**
 * Checks an upload while the client waits. Throws InvalidInput for files that the ingest step would certainly refuse. It reads
 * and holds little, and leaves to the ingest step everything that only the whole file can show.
 */
export async function preflightUpload(upload: Upload): Promise<void> {
  if (upload.size === 0) throw new InvalidInput(ERRORS.datasetFormat, { path: "file", message: "the file is empty" });
  await (upload.format === "csv" ? preflightText(upload) : inspectWorkbook(upload));
}
