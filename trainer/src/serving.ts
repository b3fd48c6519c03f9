export { columnsAfter, type NamedColumn } from "./data/edits/check.js";
export { createRecordExtractor, type ExtractedRecords, type RecordExtractor } from "./data/edits/records.js";
export { joinResults } from "./model/serving/join-results.js";
export * from "./model/serving/model.js";
export * from "./serving/list-file.js";
export { preflightUpload } from "./serving/preflight.js";
export * from "./serving/rows.js";
export type { Upload } from "./serving/upload.js";

/** See onnx/export.ts, which is loaded when it is first needed. */
export async function exportOnnx(artifact: Uint8Array): Promise<Uint8Array> {
  const { exportOnnx: write } = await import("./model/onnx/export.js");
  return write(artifact);
}
