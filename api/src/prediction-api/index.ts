/** Open model API: programs get predictions and explanations with a model's token. */
import { ERRORS } from "@agatha/contracts";
import { createTokenStore } from "@agatha/contracts/api-tokens";
import { id, predictionAccepted, predictionAnswer, predictionRequest } from "@agatha/contracts/wire";
import type { Request } from "express";
import { z } from "zod";
import type { ApiDeps } from "../deps.js";
import { PREDICTION_API_PATH, publicUrl } from "../http/public-url.js";
import { rateLimiter } from "../http/rate-limit.js";
import { defineRoute, type Route } from "../http/route.js";
import { sendJsonStream } from "../http/send-json-stream.js";
import { documentedAs } from "../serving/documented-as.js";
import type { ModelCache } from "../serving/model-cache.js";
import type { TokenUsage } from "../tokens/usage.js";
import type { LongPredictions } from "./long-predictions.js";
import { createPredictionApi, type PredictionApi } from "./service.js";

const tag = "Open model API";

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

export function predictionApiRoutes(
  deps: ApiDeps,
  services: { models: ModelCache; usage: TokenUsage; longPredictions: LongPredictions },
): Route[] {
  const perMinute = deps.config.rateLimits.predictionApi;
  const service = createPredictionApi(deps, { ...services, tokens: createTokenStore(deps), perMinute });
  return [PREDICTIONS, EXPLANATIONS].flatMap((calls) => endpointRoutes(calls, deps, service));
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
      errors: [
        ERRORS.tooManyRequests,
        ERRORS.permissionDenied,
        ERRORS.licenceExpired,
        ERRORS.modelNotTrained,
        ERRORS.apiTokenInvalid,
        ERRORS.apiInputInvalid,
        ERRORS.modelApiNotEnabled,
      ],
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
