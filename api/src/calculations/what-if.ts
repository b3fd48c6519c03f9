import { randomUUID } from "node:crypto";
import {
  type CalculationDocument,
  COLLECTIONS,
  ERRORS,
  InvalidInput,
  isoTime,
  type PredictionResult,
  type Resource,
} from "@agatha/contracts";
import type { CalculationAnswer } from "@agatha/contracts/wire";
import type { ApiDeps } from "../deps.js";
import { createRequestPredictor } from "../prediction-api/predict-table.js";
import { createStoredResults, isLongResult } from "../prediction-api/stored-results.js";
import type { ModelCache } from "../serving/model-cache.js";
import type { ThreadedModel } from "../serving/model-threads.js";
import { predictRows } from "../serving/predict.js";
import { type ClientRecord, parseRecords } from "../serving/records.js";

const RESULT_LIFETIME_MS = 24 * 3_600_000;

interface WhatIfRequest {
  data?: unknown;
  explain?: boolean | undefined;
  periods?: number | undefined;
  series?: readonly string[] | undefined;
}

type CalculationDeps = Pick<ApiDeps, "documents" | "clock" | "logger">;

/**
 * Answers a what-if at once. Throws InvalidInput (modelNotTrained; apiInputInvalid, also for values so far outside the training data
 * that the answer is no number).
 */
export async function whatIf(
  deps: CalculationDeps,
  { models, model }: { models: ModelCache; model: Resource<"Model"> },
  { data, explain = false, ...asked }: WhatIfRequest,
): Promise<CalculationAnswer> {
  const serving = await models.get(model);
  const result =
    asked.periods === undefined ? await answerRows(serving, { data, explain }) : await nextPeriods(serving, { data, explain, ...asked });
  const id = randomUUID();
  const modelName = model.metadata.name;
  const stored = isLongResult(result) ? { pages: await createStoredResults(deps).insertPages(id, modelName, result) } : { result };
  const created = await deps.documents.collection(COLLECTIONS.calculations).insert({
    id,
    modelName,
    owner: model.spec.owner,
    type: "whatif",
    status: "success",
    ...stored,
    rows: result.value.length,
    createdAt: isoTime(deps.clock),
    expiresAt: new Date(deps.clock.now() + RESULT_LIFETIME_MS).toISOString(),
  });
  return { ...whatIfSummary(created), result };
}

/** Answers for each record. Throws InvalidInput (apiInputInvalid) for the first one with a value so far outside that a sum overflows. */
async function answerRows(serving: ThreadedModel, { data, explain = false }: WhatIfRequest): Promise<PredictionResult> {
  const records = await parseRecords(data);
  const result = await predictRows(serving, records, { outside: true, explain });
  const row = result.value.findIndex((answer, i) => answer === null && !result.warning?.[i] && result.outside?.[i]?.length);
  if (row === -1) return result;
  const farthest = farthestColumn(records[row] ?? {}, result.outside?.[row] ?? []);
  const message = "is so far outside the training data that the answer is no number: send a value near those that the model learned from";
  throw new InvalidInput(ERRORS.apiInputInvalid, { path: `data[${row}].${farthest}`, message });
}

/** Returns the column with the number of the largest absolute value. */
function farthestColumn(record: ClientRecord, columns: readonly string[]): string | undefined {
  const sizeOf = (column: string) => Math.abs(Number(record[column])) || 0;
  return [...columns].sort((a, b) => sizeOf(b) - sizeOf(a))[0];
}

/** Forecasts the next periods of each series. Throws InvalidInput (apiInputInvalid) for models that do not forecast. */
async function nextPeriods(serving: ThreadedModel, { data, explain, periods, series }: WhatIfRequest): Promise<PredictionResult> {
  if (serving.nextPeriods === undefined || explain) {
    const message = "Only a model of a time series answers with the next periods, and without explanations: leave this out";
    throw new InvalidInput(ERRORS.apiInputInvalid, { path: "periods", message });
  }
  const rows = data === undefined ? { nrow: 0, columns: [] } : serving.toTable(await parseRecords(data));
  return await createRequestPredictor(serving, { explain: false, isShort: true }).predictNext(rows, { periods, series });
}

/** Returns a stored what-if with its result. */
export async function whatIfAnswer(deps: CalculationDeps, found: CalculationDocument): Promise<CalculationAnswer> {
  const { id, pages, result } = found;
  return { ...whatIfSummary(found), result: pages === undefined ? (result ?? null) : await createStoredResults(deps).readPages(id, pages) };
}

/** Returns a stored what-if without its result, for lists. */
export function whatIfSummary({ id, type, status, result, rows, createdAt }: CalculationDocument): CalculationAnswer {
  return {
    id,
    type,
    status,
    progress: 1,
    reason: null,
    message: null,
    rows: rows ?? result?.value.length ?? null,
    result: null,
    created_at: createdAt,
  };
}
