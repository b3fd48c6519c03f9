import { accountCalls, userCalls } from "./accounts.js";
import { autoModelCalls } from "./auto-models.js";
import { calculationCalls } from "./calculations.js";
import { companionCalls } from "./companion.js";
import { datasetCalls } from "./datasets.js";
import { dashboardCalls, editHistoryApiCalls, editHistoryCalls, editTemplateCalls } from "./edit-history.js";
import { evaluationCalls, evaluationResultCalls } from "./evaluations.js";
import { helpCalls } from "./help.js";
import type { HttpClient } from "./http-client.js";
import { createJsonClient } from "./json-client.js";
import { modelApiCalls, modelCalls, modelResultCalls } from "./models.js";
import { textCalls } from "./texts.js";
import { trashCalls } from "./trash.js";

/** Typed calls of the wire contract. Each throws ApiError. */
export type ApiClient = ReturnType<typeof createApiClient>;

/** Returns all calls of the HTTP API, typed by their schemas. Calls throw ApiError. */
export function createApiClient(connection: HttpClient) {
  const calls = createJsonClient(connection);
  return {
    ...accountCalls(calls),
    ...userCalls(calls),
    ...datasetCalls(calls),
    ...editHistoryCalls(calls),
    ...editTemplateCalls(calls),
    ...dashboardCalls(calls),
    ...editHistoryApiCalls(calls),
    ...modelCalls(calls),
    ...modelResultCalls(calls),
    ...modelApiCalls(calls),
    ...autoModelCalls(calls),
    ...calculationCalls(calls),
    ...evaluationCalls(calls),
    ...evaluationResultCalls(calls),
    ...companionCalls(calls),
    ...trashCalls(calls),
    ...helpCalls(calls),
    ...textCalls(calls),
  };
}
