import { COLLECTIONS, ERRORS, isMarkedDeleted, NotFound, type Resource, type User } from "@agatha/contracts";
import type { PredictionAnswer } from "@agatha/contracts/wire";
import type { ApiDeps } from "../deps.js";
import { ApiError, forbidden } from "../http/api-error.js";
import type { ModelCache } from "../serving/model-cache.js";
import { predictRows } from "../serving/predict.js";
import { parseRecords } from "../serving/records.js";
import { trainedArtifact } from "../serving/trained-model.js";
import type { TokenStore, VerifiedToken } from "../tokens/index.js";
import type { TokenUsage } from "../tokens/usage.js";
import { ensureApiAvailable } from "./api-availability.js";
import { createBatchedInsert } from "./batched-insert.js";
import { createIdGenerator } from "./id-generator.js";
import { createModelRateLimiter } from "./model-rate-limiter.js";
import { isExpired, parseApiRequest, RESULT_LIFETIME_MS } from "./request.js";

/** Time that a request waits for others, whose results are written with its own. */
const BATCH_WINDOW_MS = 2;

export interface PredictionApi {
  /**
   * Returns the id of the stored result. Throws ApiError (tooManyRequests, licenceExpired, apiTokenInvalid, modelApiNotEnabled)
   * and InvalidInput (apiInputInvalid).
   */
  predict(body: unknown, authorization?: string): Promise<string>;
  /**
   * Does the same with the contribution of each input to each row's prediction. It also throws ApiError (permissionDenied) if the
   * owner's account has no explanations.
   */
  explain(body: unknown, authorization?: string): Promise<string>;
  /** Returns a stored result. Throws NotFound (resultNotFound). */
  result(id: string): Promise<PredictionAnswer>;
}

export function createPredictionApi(
  deps: Pick<ApiDeps, "resources" | "documents" | "clock">,
  { tokens, usage, models, perMinute }: { tokens: TokenStore; usage: TokenUsage; models: ModelCache; perMinute: number },
): PredictionApi {
  const newId = createIdGenerator(deps.clock);
  const limitRate = createModelRateLimiter(perMinute, deps.clock);
  const predictions = deps.documents.collection(COLLECTIONS.predictions);
  const insert = createBatchedInsert(predictions, BATCH_WINDOW_MS);
  const users = deps.documents.collection(COLLECTIONS.users);

  /** Loads the state for each request, so that disabling and deleting take effect at once. */
  async function loadServedModel(token: string): Promise<{ model: Resource<"Model">; owner: User; verified: VerifiedToken }> {
    const verified = await tokens.verify("model", token);
    const model = verified && (await deps.resources.get("Model", verified.name));
    if (!model || model.metadata.uid !== verified.uid || isMarkedDeleted(model)) throw new ApiError(ERRORS.apiTokenInvalid);
    const [dataset, owner] = await Promise.all([deps.resources.get("Dataset", model.spec.datasetRef), users.get(model.spec.owner)]);
    if (!dataset || isMarkedDeleted(dataset)) throw new ApiError(ERRORS.apiTokenInvalid);
    ensureApiAvailable(owner, { enabled: model.spec.apiEnabled, refusal: ERRORS.modelApiNotEnabled, now: deps.clock.now() });
    return { model, owner, verified };
  }

  async function answer(body: unknown, authorization: string | undefined, explain: boolean): Promise<string> {
    const { token, data } = parseApiRequest(body, "api_token", authorization);
    const { model, owner, verified } = await loadServedModel(token);
    if (explain && !owner.openCalcVarImpEnable) throw forbidden("The model's owner may not ask what each input contributes");
    limitRate(model.metadata.name);
    const records = parseRecords(data);
    const result = await predictRows(await models.get(trainedArtifact(model)), records, explain ? { explain } : undefined);
    const id = newId();
    const expiresAt = new Date(deps.clock.now() + RESULT_LIFETIME_MS).toISOString();
    await insert({ id, modelName: model.metadata.name, status: "success", result, expiresAt });
    usage.record(verified, records.length);
    return id;
  }

  return {
    predict: (body, authorization) => answer(body, authorization, false),
    explain: (body, authorization) => answer(body, authorization, true),
    async result(id) {
      const found = await predictions.get(id);
      if (!found || isExpired(found, deps.clock.now())) throw new NotFound("no such result", ERRORS.resultNotFound);
      return { data: { status: found.status, message: found.message, ...found.result } };
    },
  };
}
