import type { ClassDecision } from "@agatha/contracts";

export { columnsAfterEdits, type NamedColumn } from "./data/edits/columns-after-edits.js";
export { type LoadedJoin, type LoadedStep, loadJoins } from "./data/edits/joined-rows.js";
export { createRecordEditor, type EditedRecords, type RecordEditor } from "./data/edits/record-editor.js";
export { type TextFormats, textFormatsOf } from "./data/ingest/cells/text-formats.js";
export { sliceRows, type Table } from "./data/tables/table.js";
export { utcToZonedTime } from "./data/tables/zoned-time.js";
export { MAX_ALARM_WEIGHT } from "./evaluation/stream-alarms.js";
export type { AskedPeriods } from "./model/artifact/next-periods.js";
export { judgedInStream } from "./model/artifact/prediction-result.js";
export { joinResults, sliceResult } from "./model/serving/join-results.js";
export { type ColumnMatch, type RowColumns, rowColumnsOf } from "./model/serving/row-columns.js";
export { withRowOffset } from "./model/serving/row-offset.js";
export * from "./model/serving/serving-model.js";
export { warnOfUnknownClasses } from "./model/serving/unknown-classes.js";
export { HEAD_BYTES, wholeRecords } from "./table-reading/file-head.js";
export { preflightUpload, type Upload } from "./table-reading/preflight.js";
export { type PreviewRequest, previewFile } from "./table-reading/preview.js";
export * from "./table-reading/row-reader.js";
export * from "./table-reading/table-file.js";

/** Exports a model as ONNX; see model/onnx/export.ts, which is loaded on first use. */
export async function exportOnnx(artifact: Uint8Array, decision?: ClassDecision): Promise<Uint8Array> {
  const { exportOnnx: write } = await import("./model/onnx/export.js");
  return write(artifact, decision);
}

/** Exports a model for TensorFlow.js; see model/tensorflow/export.ts, which is loaded on first use. */
export async function exportLayersModel(artifact: Uint8Array): Promise<Uint8Array> {
  const { exportLayersModel: write } = await import("./model/tensorflow/export.js");
  return write(artifact);
}
