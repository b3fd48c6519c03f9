import { randomUUID } from "node:crypto";
import { type CalculationDocument, COLLECTIONS, isoTime, predictionResult, type Resource } from "@agatha/contracts";
import type { CalculationAnswer } from "@agatha/contracts/wire";
import type { ApiDeps } from "../deps.js";
import type { ModelCache } from "../serving/model-cache.js";
import { predictRows } from "../serving/predict.js";
import { parseRecords } from "../serving/records.js";
import { trainedArtifact } from "../serving/trained-model.js";

const RESULT_LIFETIME_MS = 24 * 3_600_000;

type CalculationDeps = Pick<ApiDeps, "documents" | "clock">;

/** Answers a what-if at once. Throws InvalidInput (modelNotTrained, apiInputInvalid). */
export async function whatIf(
  deps: CalculationDeps,
  { models, model }: { models: ModelCache; model: Resource<"Model"> },
  { data, explain = false }: { data?: unknown; explain?: boolean },
): Promise<CalculationAnswer> {
  const serving = await models.get(trainedArtifact(model));
  const records = await parseRecords(data);
  const result = await predictRows(serving, records, { outside: true, explain });
  const created = await deps.documents.collection(COLLECTIONS.calculations).insert({
    id: randomUUID(),
    modelName: model.metadata.name,
    owner: model.spec.owner,
    type: "whatif",
    status: "success",
    result,
    createdAt: isoTime(deps.clock),
    expiresAt: new Date(deps.clock.now() + RESULT_LIFETIME_MS).toISOString(),
  });
  return calculationAnswer(created);
}

export function calculationAnswer({ id, type, status, result, createdAt }: CalculationDocument): CalculationAnswer {
  const parsed = result === undefined ? null : predictionResult.parse(result);
  return {
    id,
    type,
    status,
    progress: 1,
    reason: null,
    message: null,
    rows: parsed?.value.length ?? null,
    result: parsed,
    created_at: createdAt,
  };
}
