import { accountCalls, userCalls } from "./accounts.js";
import { autoModelCalls } from "./auto-models.js";
import { calculationCalls } from "./calculations.js";
import { callsOn } from "./calls.js";
import { companionCalls } from "./companion.js";
import type { Connection } from "./connection.js";
import { datasetCalls } from "./datasets.js";
import { evaluationCalls, evaluationResultCalls } from "./evaluations.js";
import { extractionApiCalls, extractionCalls, templateCalls } from "./extractions.js";
import { modelApiCalls, modelCalls, modelResultCalls } from "./models.js";

/** The calls of the wire contract, typed. Each throws ApiError. */
export type ApiClient = ReturnType<typeof createApiClient>;

export function createApiClient(connection: Connection) {
  const calls = callsOn(connection);
  return {
    ...accountCalls(calls),
    ...userCalls(calls),
    ...datasetCalls(calls),
    ...extractionCalls(calls),
    ...templateCalls(calls),
    ...extractionApiCalls(calls),
    ...modelCalls(calls),
    ...modelResultCalls(calls),
    ...modelApiCalls(calls),
    ...autoModelCalls(calls),
    ...calculationCalls(calls),
    ...evaluationCalls(calls),
    ...evaluationResultCalls(calls),
    ...companionCalls(calls),
  };
}
