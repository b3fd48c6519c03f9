import { randomUUID } from "node:crypto";
import { type CalculationDocument, COLLECTIONS, isoTime, type Resource } from "@agatha/contracts";
import type { CalculationAnswer } from "@agatha/contracts/wire";
import type { ApiDeps } from "../deps.js";
import { createStoredResults, isLongResult } from "../prediction-api/stored-results.js";
import type { ModelCache } from "../serving/model-cache.js";
import { predictRows } from "../serving/predict.js";
import { parseRecords } from "../serving/records.js";

const RESULT_LIFETIME_MS = 24 * 3_600_000;

type CalculationDeps = Pick<ApiDeps, "documents" | "clock">;

/** Answers a what-if at once. Throws InvalidInput (modelNotTrained, apiInputInvalid). */
export async function whatIf(
  deps: CalculationDeps,
  { models, model }: { models: ModelCache; model: Resource<"Model"> },
  { data, explain = false }: { data?: unknown; explain?: boolean },
): Promise<CalculationAnswer> {
  const serving = await models.get(model);
  const records = await parseRecords(data);
  const result = await predictRows(serving, records, { outside: true, explain });
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

/** Returns a stored what-if with its result. */
export async function whatIfAnswer(deps: CalculationDeps, found: CalculationDocument): Promise<CalculationAnswer> {
  const { id, pages, result } = found;
  return { ...whatIfSummary(found), result: pages === undefined ? (result ?? null) : await createStoredResults(deps).readPages(id, pages) };
}

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
