import { COLLECTIONS, ERRORS, isMarkedDeleted, type Resource, ROW_LIMIT, type User } from "@agatha/contracts";
import type { PredictionAnswer } from "@agatha/contracts/wire";
import type { DecimalMark, ServingModel } from "@agatha/trainer/serving";
import type { Request } from "express";
import { LRUCache } from "lru-cache";
import type { ApiDeps } from "../deps.js";
import { ApiError, forbidden } from "../http/api-error.js";
import type { ModelCache } from "../serving/model-cache.js";
import { trainedArtifact } from "../serving/trained-model.js";
import type { TokenStore, VerifiedToken } from "../tokens/index.js";
import type { TokenUsage } from "../tokens/usage.js";
import { ensureApiAvailable } from "./api-availability.js";
import { findToken, receiveToken } from "./find-token.js";
import { createIdGenerator } from "./id-generator.js";
import type { LongPredictions } from "./long-predictions.js";
import { createModelRateLimiter } from "./model-rate-limiter.js";
import { PostedRows, RowNames } from "./posted-rows.js";
import { createRequestPredictor } from "./predict-table.js";
import { bodyChunks, ensureJsonBody, isShortBody, readShortBody } from "./request-body.js";
import { PART_ROWS, RowPrediction } from "./row-prediction.js";
import { createStoredResults } from "./stored-results.js";

/** Number of datasets whose decimal mark is remembered. */
const REMEMBERED_MARKS = 1_000;

export interface PredictionApi {
  /**
   * Returns the id of the result: for up to ROW_LIMIT rows it is ready, otherwise rows are still predicted. Throws ApiError
   * (tooManyRequests, licenceExpired, apiTokenInvalid, modelApiNotEnabled; 413 and 415 for a body that is not read) and
   * InvalidInput (badRequest, apiInputInvalid).
   */
  predict(request: Request): Promise<string>;
  /**
   * Does the same with the contribution of each input to each row's prediction. It also throws ApiError (permissionDenied) if the
   * owner's account has no explanations.
   */
  explain(request: Request): Promise<string>;
  /** Returns a stored result, or pieces of its JSON if it is long. Throws NotFound (resultNotFound). */
  result(id: string): Promise<{ answer: PredictionAnswer; pages?: AsyncIterable<string> }>;
}

interface PredictionServices {
  tokens: TokenStore;
  usage: TokenUsage;
  models: ModelCache;
  longPredictions: LongPredictions;
  perMinute: number;
}

/** Model that a token gives access to. */
interface ServedModel {
  name: string;
  verified: VerifiedToken;
  serving: ServingModel;
  decimal: DecimalMark;
}

export function createPredictionApi(
  deps: Pick<ApiDeps, "resources" | "documents" | "clock">,
  { tokens, usage, models, longPredictions, perMinute }: PredictionServices,
): PredictionApi {
  const newId = createIdGenerator(deps.clock);
  const limitRate = createModelRateLimiter(perMinute, deps.clock);
  const results = createStoredResults(deps);
  const users = deps.documents.collection(COLLECTIONS.users);
  const tables = deps.documents.collection(COLLECTIONS.tables);
  const decimalMarks = new LRUCache<string, DecimalMark>({ max: REMEMBERED_MARKS });
  const rowNames = new WeakMap<ServingModel, RowNames>();

  /** Loads the state for each request, so that disabling and deleting take effect at once. */
  async function loadServedModel(token: string, explain: boolean): Promise<ServedModel> {
    const verified = await tokens.verify("model", token);
    const model = verified && (await deps.resources.get("Model", verified.name));
    if (!model || model.metadata.uid !== verified.uid || isMarkedDeleted(model)) throw new ApiError(ERRORS.apiTokenInvalid);
    const [dataset, owner] = await Promise.all([deps.resources.get("Dataset", model.spec.datasetRef), users.get(model.spec.owner)]);
    if (!dataset || isMarkedDeleted(dataset)) throw new ApiError(ERRORS.apiTokenInvalid);
    ensureApiAvailable(owner, { enabled: model.spec.apiEnabled, refusal: ERRORS.modelApiNotEnabled, now: deps.clock.now() });
    requireExplanations(owner, explain);
    limitRate(model.metadata.name);
    const serving = await models.get(trainedArtifact(model));
    return { name: model.metadata.name, verified, serving, decimal: await decimalMarkOf(dataset) };
  }

  /** Returns the decimal mark that the dataset's numbers were read with. A description never changes. */
  async function decimalMarkOf({ status }: Resource<"Dataset">): Promise<DecimalMark> {
    const description = status?.table?.document;
    if (description === undefined) return ".";
    const known = decimalMarks.get(description);
    if (known !== undefined) return known;
    const mark = (await tables.get(description))?.table.decimal ?? ".";
    decimalMarks.set(description, mark);
    return mark;
  }

  function rowNamesOf(serving: ServingModel): RowNames {
    const names = rowNames.get(serving) ?? new RowNames(serving.rowColumns(".").find);
    rowNames.set(serving, names);
    return names;
  }

  async function answer(request: Request, explain: boolean): Promise<string> {
    ensureJsonBody(request);
    if (isShortBody(request)) {
      const body = await readShortBody(request);
      return await predict(once(body), findToken(body, request.get("Authorization")), explain);
    }
    const chunks = bodyChunks(request);
    try {
      const { token, body } = await receiveToken(chunks, request.get("Authorization"));
      return await predict(body, token, explain);
    } finally {
      await chunks.return(undefined);
    }
  }

  async function predict(body: AsyncIterator<Buffer>, token: string, explain: boolean): Promise<string> {
    const { name: modelName, serving, verified, decimal } = await loadServedModel(token, explain);
    const columns = serving.rowColumns(decimal);
    const posted = new PostedRows(columns, rowNamesOf(serving), { token, pauseAt: PART_ROWS });
    const prediction = new RowPrediction(columns, posted, createRequestPredictor(serving, explain));
    const unread = await prediction.read(body, () => prediction.rows > ROW_LIMIT);
    const id = newId();
    const record = (rows: number): void => usage.record(verified, rows);
    if (prediction.rows <= ROW_LIMIT) {
      await results.insert(id, modelName, prediction.take());
      record(prediction.rows);
    } else {
      posted.throwProblems();
      await longPredictions.accept({ id, modelName, prediction, unread: unread ?? Buffer.alloc(0), body, onSuccess: record });
    }
    return id;
  }

  return {
    predict: (request) => answer(request, false),
    explain: (request) => answer(request, true),
    async result(id) {
      const { status, message, result, pages } = await results.find(id);
      const stored: PredictionAnswer = { data: { status, message, ...result } };
      return pages === undefined ? { answer: stored } : { answer: stored, pages: results.pagesAsJson(id, pages) };
    },
  };
}

function requireExplanations({ openCalcVarImpEnable }: User, explain: boolean): void {
  if (explain && !openCalcVarImpEnable) throw forbidden("The model's owner may not ask what each input contributes");
}

async function* once(body: Buffer): AsyncGenerator<Buffer> {
  yield body;
}
