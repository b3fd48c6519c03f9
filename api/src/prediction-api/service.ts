import { ERRORS, InvalidInput, type PredictionResult, ROW_LIMIT } from "@agatha/contracts";
import type { TokenStore } from "@agatha/contracts/api-access/api-tokens";
import type { PredictionAnswer } from "@agatha/contracts/wire";
import type { AskedPeriods } from "@agatha/trainer/serving";
import type { Request } from "express";
import type { ApiDeps } from "../deps.js";
import { spanOf } from "../http/trace-requests.js";
import type { ModelCache } from "../serving/model-cache.js";
import type { TokenUsage } from "../tokens/usage.js";
import { findToken, receiveToken } from "./find-token.js";
import { createIdGenerator } from "./id-generator.js";
import type { LongPredictions } from "./long-predictions.js";
import { createPredictionMetrics } from "./metrics.js";
import { createModelRateLimiter } from "./model-rate-limiter.js";
import { PostedRows } from "./posted-rows.js";
import { continueStream, createRequestPredictor } from "./predict-table.js";
import { createPredictionGroups, type StoredPrediction } from "./prediction-groups.js";
import { bodyChunks, ensureJsonBody, isShortBody, readShortBody } from "./request-body.js";
import { PART_ROWS, RowPrediction } from "./row-prediction.js";
import { type Asked, createServedModels, type ServedModel } from "./served-model.js";
import type { RowRange, StoredResults } from "./stored-results.js";

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
  /**
   * Returns the next periods of each series of a model of a time series, and does not store them. Throws as `predict` does, and
   * InvalidInput (apiInputInvalid) for other models and unknown series.
   */
  next(token: string, asked: AskedPeriods): Promise<{ seriesColumn?: string | undefined; result: PredictionResult }>;
  /** Returns a stored result, or pieces of its JSON if it is long. Throws NotFound (resultNotFound). */
  result(id: string): Promise<{ answer: PredictionAnswer; pages?: AsyncIterable<string> }>;
}

const NO_TIME_SERIES = "Only a model of a time series has next periods: send the rows to predict by POST";

const JUDGED_TOGETHER = `Send at most ${ROW_LIMIT} rows at once: alarms are decided over all rows of a request`;

interface PredictionServices {
  tokens: TokenStore;
  usage: TokenUsage;
  models: ModelCache;
  results: StoredResults;
  longPredictions: LongPredictions;
  perMinute: number;
}

export function createPredictionApi(
  deps: Pick<ApiDeps, "resources" | "documents" | "clock" | "metrics">,
  { tokens, usage, models, results, longPredictions, perMinute }: PredictionServices,
): PredictionApi {
  const newId = createIdGenerator(deps.clock);
  const metrics = createPredictionMetrics(deps.metrics);
  const limitRate = createModelRateLimiter(perMinute, deps.clock);
  const load = createServedModels(deps, { tokens, models });
  const predictShort = createPredictionGroups({ load: (token) => load(token, { explain: false }), limitRate, store: storeTogether });

  function count({ name, verified }: ServedModel, rows: number): void {
    usage.record(verified, rows);
    metrics.predicted(name, rows);
  }

  async function store(model: ServedModel, result: PredictionResult, rows: number): Promise<StoredPrediction> {
    const id = newId();
    await results.insert(id, model.name, result);
    count(model, rows);
    return { id, model: model.name };
  }

  async function storeTogether(model: ServedModel, result: PredictionResult, parts: readonly RowRange[]): Promise<string[]> {
    const ids = parts.map(newId);
    const stored = await results.insertTogether(ids, model.name, result, parts);
    for (const { start, end } of parts) count(model, end - start);
    return stored;
  }

  async function answer(request: Request, asked: Asked): Promise<StoredPrediction> {
    ensureJsonBody(request);
    if (isShortBody(request)) {
      const body = await readShortBody(request);
      const token = findToken(body, request.get("Authorization"));
      return asked.explain ? await predictStream(once(body), token, asked) : await predictShort(token, body);
    }
    const chunks = bodyChunks(request);
    try {
      const { token, body } = await receiveToken(chunks, request.get("Authorization"));
      return await predictStream(body, token, asked);
    } finally {
      await chunks.return(undefined);
    }
  }

  async function predictStream(body: AsyncIterator<Buffer>, token: string, { explain }: Asked): Promise<StoredPrediction> {
    const model = await load(token, { explain });
    limitRate(model.name);
    const columns = model.serving.rowColumns(model.formats);
    const mayAskNext = !explain && model.serving.nextPeriods !== undefined;
    const mayContinue = model.serving.stream !== undefined;
    const pauseAt = model.serving.rowsTogether ? Number.POSITIVE_INFINITY : PART_ROWS;
    const posted = new PostedRows(columns, model.rowNames, { token, pauseAt, mayAskNext, mayContinue });
    const predictor = createRequestPredictor(model.serving, { explain, isShort: false });
    const prediction = new RowPrediction(columns, posted, predictor, { model: model.serving, explain });
    const unread = (await prediction.read(body, () => prediction.rows > ROW_LIMIT)) ?? Buffer.alloc(0);
    if (prediction.rows <= ROW_LIMIT) {
      const result = continueStream(model.serving, prediction.take(), posted.stream);
      return await store(model, result, result.value.length);
    }
    posted.throwProblems();
    if (model.serving.stream) throw new InvalidInput(ERRORS.apiInputInvalid, { path: "data", message: JUDGED_TOGETHER });
    const id = newId();
    const onSuccess = (rows: number): void => count(model, rows);
    await longPredictions.accept({ id, modelName: model.name, prediction, unread, body, onSuccess });
    return { id, model: model.name };
  }

  async function measured(request: Request, asked: Asked): Promise<string> {
    const end = metrics.begin();
    try {
      const { id, model } = await answer(request, asked);
      end(model);
      spanOf(request)?.setAttribute("agatha.resource", model);
      return id;
    } catch (error) {
      metrics.refused(error);
      throw error;
    }
  }

  return {
    predict: (request) => measured(request, { explain: false }),
    explain: (request) => measured(request, { explain: true }),
    async next(token, asked) {
      const model = await load(token, { explain: false });
      limitRate(model.name);
      if (model.serving.nextPeriods === undefined) {
        throw new InvalidInput(ERRORS.apiInputInvalid, { path: "api_token", message: NO_TIME_SERIES });
      }
      const predictor = createRequestPredictor(model.serving, { explain: false, isShort: true });
      const result = await predictor.predictNext({ nrow: 0, columns: [] }, asked);
      count(model, result.value.length);
      return { seriesColumn: model.serving.seriesColumn, result };
    },
    async result(id) {
      const { status, message, result, pages } = await results.find(id);
      const stored: PredictionAnswer = { data: { status, message, ...result } };
      return pages === undefined ? { answer: stored } : { answer: stored, pages: results.pagesAsJson(id, pages) };
    },
  };
}

async function* once(body: Buffer): AsyncGenerator<Buffer> {
  yield body;
}
