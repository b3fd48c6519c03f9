import { buffer } from "node:stream/consumers";
import { setImmediate } from "node:timers/promises";
import {
  ERRORS,
  InvalidInput,
  missingPastProblems,
  modelInputProblems,
  type PredictionResult,
  requiredInputColumns,
  seriesNameColumns,
  type TableColumn,
  type TaskInput,
} from "@agatha/contracts";
import { columnsAfterEdits, type NamedColumn } from "../../data/edits/columns-after-edits.js";
import { sampledRowNumbers } from "../../data/tables/sampling.js";
import { type Table, takeRows } from "../../data/tables/table.js";
import { withTextNames } from "../../data/time-series/series-names.js";
import { joinResults } from "../../model/serving/join-results.js";
import { withRowOffset } from "../../model/serving/row-offset.js";
import type { ServingModel } from "../../model/serving/serving-model.js";
import { wholeProgress } from "../../numeric/progress-range.js";
import { withNumbers, withRequiredTypes } from "../evaluation-input/match-columns.js";
import { inTableOrder } from "../evaluation-input/model-input-rows.js";
import { seriesInputRows } from "../evaluation-input/series-input-rows.js";
import { seriesRecords } from "../evaluation-input/series-records.js";
import { loadModel } from "./load-model.js";
import { loadTableDescription } from "./load-table.js";
import { predictionJson } from "./prediction-json.js";
import { TASK_PROGRESS } from "./progress-shares.js";
import { downloadAndReadRows, loadEditSteps } from "./read-rows.js";
import type { TaskContext, TaskHandler } from "./task-handler.js";

type PredictTask = Extract<TaskInput, { kind: "predict" }>;
type TableRows = Extract<PredictTask["rows"], { table: string }>;

/** Rows per batch. Between batches, progress is reported and a cancel takes effect. */
const BATCH_ROWS = 2_000;

/**
 * Predicts in order the rows of a table, the result of edit steps, or a list of records. Writes `result.json`, a
 * PredictionResult. Throws InvalidInput (apiInputInvalid, batchPredictionFailed) that names the columns that are missing or have
 * another type, and the unreadable cells; also the errors of the edit steps.
 */
export const predict: TaskHandler<"predict"> = async ({ model: key, decision, rows }, context) => {
  context.progress(TASK_PROGRESS.predict.read, "read");
  const model = await loadModel(context.objects, key, decision);
  const result = "table" in rows ? await predictTable(model, rows, context) : await predictRecords(model, rows, context);
  context.progress(TASK_PROGRESS.predict.save, "save");
  return { result: await context.objects.put(`${context.outputPrefix}/result.json`, predictionJson(result)), rows: result.value.length };
};

async function predictRecords(
  model: ServingModel,
  { records: key, series }: Extract<PredictTask["rows"], { records: string }>,
  context: TaskContext,
): Promise<PredictionResult> {
  const records: unknown = JSON.parse((await buffer(await context.objects.get(key))).toString("utf8"));
  if (!isListOfRecords(records))
    throw new InvalidInput(ERRORS.apiInputInvalid, { path: "rows", message: "the object has to be a JSON list of records" });
  const past = series && seriesRecords(model, records, series);
  if (past && series) return await predictFromPast(model, past, { ...series, timezone: model.timezone }, context);
  const predictPart = (from: number, to: number) => model.predict(records.slice(from, to), { outside: "columns" });
  return await predictInBatches(records.length, context, predictPart, model);
}

/** Returns whether the value is a list of at least one record. A schema would drop a column named `__proto__`. */
function isListOfRecords(value: unknown): value is Record<string, unknown>[] {
  const isRecord = (row: unknown) => typeof row === "object" && row !== null && !Array.isArray(row);
  return Array.isArray(value) && value.length > 0 && value.every(isRecord);
}

async function predictTable(
  model: ServingModel,
  { table: key, tableDocument, sampling, extraction, series }: TableRows,
  context: TaskContext,
): Promise<PredictionResult> {
  const description = await loadTableDescription(tableDocument, context);
  const specs = await loadEditSteps(extraction?.id, context);
  const available: readonly (NamedColumn & Partial<TableColumn>)[] = specs
    ? columnsAfterEdits(description.columns, specs)
    : description.columns;
  const columns = new Map(available.map((column) => [column.name, column]));
  const required = requiredInputColumns(model.inputs, columns, series);
  const past = required === model.inputs ? [] : missingPastProblems(model.inputs, columns, series);
  const problems = past.length > 0 ? past : modelInputProblems(required, columns, seriesNameColumns(series));
  if (problems.length > 0) throw new InvalidInput(ERRORS.batchPredictionFailed, problems);
  const edits = specs && extraction && { specs, timezone: extraction.timezone };
  const recent = recentValueColumn(model, columns, series);
  const wanted = [...required, ...recent];
  const read = await downloadAndReadRows(key, { sampling, columns: wanted.map(({ name }) => name), edits }, context);
  const named = withTextNames(read, seriesNameColumns(series));
  // Of periods to come, a file may have no value at all, or n/a: nothing there shows that the column holds numbers.
  const asRead = named.columns.map((column) => (recent.some(({ name }) => name === column.name) ? withNumbers(column) : column));
  const table = withRequiredTypes({ ...named, columns: asRead }, wanted);
  const result =
    required === model.inputs || !series
      ? await predictWholeTable(model, table, context)
      : await predictFromPast(model, table, series, context);
  // Rows that edit steps make have no number in the file.
  const row = edits ? undefined : sampledRowNumbers(sampling, description.totalRows);
  return row ? { ...result, row } : result;
}

/**
 * Returns the response's own column, whose values after the training continue the series of forecasters (decision 54), where the table
 * has it. A hierarchy is forecast from the end of the training.
 */
function recentValueColumn(
  { forecasts, response }: ServingModel,
  columns: ReadonlyMap<string, unknown>,
  series: TableRows["series"],
): { name: string; type: "n" }[] {
  return forecasts && response !== null && !series?.hierarchy && columns.has(response) ? [{ name: response, type: "n" }] : [];
}

async function predictWholeTable(model: ServingModel, table: Table, context: TaskContext): Promise<PredictionResult> {
  return await predictTableInBatches(table, context, (part) => model.predictTable(part, { outside: "columns" }), model);
}

/** Predicts each row of a time series from the rows before it. */
async function predictFromPast(
  model: ServingModel,
  table: Table,
  { response, timezone, ...timeSeries }: NonNullable<TableRows["series"]>,
  context: TaskContext,
): Promise<PredictionResult> {
  const { period, lastPeriods } = model;
  const { inputs, rows, rowOf } = seriesInputRows(table, { inputs: model.inputs, response, timeSeries, timezone, period, lastPeriods });
  return forecastsOfTable(await predictWholeTable(model, inputs, context), rows, rowOf);
}

const WITHOUT_PAST = "The rows do not have the values before this one: add the rows of the periods before it";

/**
 * Returns one entry per row of the table. Rows of one period have the same prediction. A row whose past the table lacks has none, and a
 * warning.
 */
function forecastsOfTable(
  { value, interval, interval_level, outside = [], warning = value.map(() => null) }: PredictionResult,
  rows: Int32Array,
  rowOf: Int32Array,
): PredictionResult {
  const nrow = rowOf.length;
  const ofPeriod = <T, M>(values: readonly T[], missing: M) => {
    const known = inTableOrder(values, { rows, nrow, missing });
    return Array.from(rowOf, (row) => (row < 0 ? missing : known[row]));
  };
  const warnings = ofPeriod(warning, WITHOUT_PAST);
  return {
    value: ofPeriod(value, null),
    ...(interval && { interval: ofPeriod(interval, null), interval_level }),
    outside: ofPeriod(outside, []),
    ...(warnings.some((each) => each !== null) && { warning: warnings }),
  };
}

/** Predicts the rows of a table in batches; all at once where the model sees the rows of a request together. */
export async function predictTableInBatches(
  table: Table,
  context: TaskContext,
  predictPart: (part: Table) => PredictionResult,
  model: Pick<ServingModel, "rowsTogether">,
): Promise<PredictionResult> {
  const predictRows = (from: number, to: number) => {
    const rows = Int32Array.from({ length: to - from }, (_, i) => from + i);
    return predictPart(takeRows(table, rows));
  };
  return await predictInBatches(table.nrow, context, predictRows, model);
}

/** Predicts in batches, so that progress is reported and a cancel takes effect; all at once where the model sees rows together. */
async function predictInBatches(
  nrow: number,
  context: TaskContext,
  predictPart: (from: number, to: number) => PredictionResult,
  { rowsTogether = false }: Pick<ServingModel, "rowsTogether">,
): Promise<PredictionResult> {
  if (rowsTogether) return predictPart(0, nrow);
  const parts: PredictionResult[] = [];
  for (let from = 0; from < nrow; from += BATCH_ROWS) {
    context.signal.throwIfAborted();
    try {
      parts.push(predictPart(from, Math.min(nrow, from + BATCH_ROWS)));
    } catch (error) {
      throw withRowOffset(error, from);
    }
    context.progress(wholeProgress(TASK_PROGRESS.predict.rows, Math.min(nrow, from + BATCH_ROWS) / nrow), "predict");
    await setImmediate();
  }
  return joinResults(parts);
}
