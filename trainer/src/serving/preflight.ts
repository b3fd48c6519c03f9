import { ERRORS, InvalidInput } from "@agatha/contracts";
import { inspectWorkbook } from "../data/ingest/workbook/inspect-workbook.js";
import { preflightText } from "./preflight-text.js";
import type { Upload } from "./upload.js";

/**
 * A quick look at an upload while whoever sent it still waits: throws InvalidInput for what the ingest step would
 * certainly refuse. It reads little, holds little, and leaves to the ingest step what only the whole file can tell.
 */
export async function preflightUpload(upload: Upload): Promise<void> {
  if (upload.size === 0) throw new InvalidInput(ERRORS.datasetFormat, { path: "file", message: "the file is empty" });
  await (upload.format === "csv" ? preflightText(upload) : inspectWorkbook(upload));
}
