/** Open model API: programs get predictions and explanations with a model's token. */
import { ERRORS } from "@agatha/contracts";
import { createTokenStore } from "@agatha/contracts/api-access/api-tokens";
import { id, nextPeriodsQuery, predictionAccepted, predictionAnswer, predictionRequest } from "@agatha/contracts/wire";
import type { Request } from "express";
import { z } from "zod";
import type { ApiDeps } from "../deps.js";
import { ApiError } from "../http/api-error.js";
import { PREDICTION_API_PATH, publicUrl } from "../http/public-url.js";
import { rateLimiter } from "../http/rate-limit.js";
import { defineRoute, type Route } from "../http/route.js";
import { sendJsonStream } from "../http/send-json-stream.js";
import { documentedAs } from "../serving/documented-as.js";
import type { ModelCache } from "../serving/model-cache.js";
import type { TokenUsage } from "../tokens/usage.js";
import { forecastCsv } from "./forecast-csv.js";
import type { LongPredictions } from "./long-predictions.js";
import { findToken } from "./request.js";
import { createPredictionApi, type PredictionApi } from "./service.js";
import type { StoredResults } from "./stored-results.js";

const tag = "Open model API";
const PREDICTION_ERRORS = [
  ERRORS.tooManyRequests,
  ERRORS.licenceExpired,
  ERRORS.modelNotTrained,
  ERRORS.apiTokenInvalid,
  ERRORS.apiInputInvalid,
  ERRORS.modelApiNotEnabled,
];

interface EndpointPair {
  path: string;
  postSummary: string;
  getSummary: string;
  handle(service: PredictionApi, request: Request): Promise<string>;
}

const PREDICTIONS: EndpointPair = {
  path: PREDICTION_API_PATH,
  postSummary: "Predicts rows; the link leads to the result, for up to 10,000 rows at once",
  getSummary: "The result of a prediction, for 24 hours",
  handle: (service, request) => service.predict(request),
};
const EXPLANATIONS: EndpointPair = {
  path: `${PREDICTION_API_PATH}/varimp`,
  postSummary: "Predicts rows and tells what each input contributed to each prediction; the link leads to the result",
  getSummary: "The result of an explained prediction, for 24 hours",
  handle: (service, request) => service.explain(request),
};

/**
 * Routes for programs that have a model's token, without a session: predict and explain rows, fetch results within 24 hours, and
 * read the next periods of a time series.
 */
export function predictionApiRoutes(
  deps: ApiDeps,
  services: { models: ModelCache; usage: TokenUsage; results: StoredResults; longPredictions: LongPredictions },
): Route[] {
  const perMinute = deps.config.rateLimits.predictionApi;
  const service = createPredictionApi(deps, { ...services, tokens: createTokenStore(deps), perMinute });
  return [nextPeriodsRoute(deps, service), ...[PREDICTIONS, EXPLANATIONS].flatMap((calls) => endpointRoutes(calls, deps, service))];
}

/** The next periods at an address that a spreadsheet can read. */
function nextPeriodsRoute(deps: ApiDeps, service: PredictionApi): Route {
  return defineRoute({
    method: "get",
    path: `${PREDICTION_API_PATH}/next`,
    access: "public",
    csrf: false,
    summary: "The next periods of each series of a time series model, as JSON or CSV, at an address that a spreadsheet can read",
    tag,
    limits: { beforeBody: rateLimiter({ perMinute: deps.config.rateLimits.predictionApi }) },
    request: { query: nextPeriodsQuery },
    responses: { 200: predictionAnswer },
    errors: [...PREDICTION_ERRORS],
    async handler({ query: { api_token, periods, series, format }, request, response }) {
      const token = findToken({ token: api_token }, request.get("Authorization"));
      if (token === undefined) throw new ApiError(ERRORS.apiTokenInvalid);
      const { result, seriesColumn } = await service.next(token, { periods, series: series === undefined ? undefined : [series] });
      response.set("Cache-Control", "no-store").vary("Accept");
      if ((format ?? request.accepts(["json", "csv"])) !== "csv") return { body: { data: { status: "success", ...result } } };
      response.type("csv").send(forecastCsv(result, seriesColumn));
      return {};
    },
  });
}

function endpointRoutes({ path, postSummary, getSummary, handle }: EndpointPair, deps: ApiDeps, service: PredictionApi): Route[] {
  const perMinute = deps.config.rateLimits.predictionApi;
  return [
    defineRoute({
      method: "post",
      path,
      access: "public",
      csrf: false,
      summary: postSummary,
      tag,
      limits: { beforeBody: rateLimiter({ perMinute }) },
      request: { body: documentedAs(predictionRequest), streamed: true },
      responses: { 200: predictionAccepted },
      errors: [...PREDICTION_ERRORS, ERRORS.permissionDenied],
      async handler(context) {
        const link = `${publicUrl(context.request, deps.config)}${path}/`;
        const made = await handle(service, context.request);
        return { body: { id: made, link: `${link}${made}/` } };
      },
    }),
    defineRoute({
      method: "get",
      path: `${path}/:id`,
      access: "public",
      csrf: false,
      summary: getSummary,
      tag,
      limits: { beforeBody: rateLimiter({ perMinute }) },
      request: { params: z.object({ id }) },
      responses: { 200: predictionAnswer },
      errors: [ERRORS.tooManyRequests, ERRORS.resultNotFound],
      async handler({ params, response }) {
        const { answer, pages } = await service.result(params.id);
        if (pages) await sendJsonStream(response, pages);
        return { body: answer };
      },
    }),
  ];
}
