/** Open model API: programs get predictions and explanations with a model's token. */
import { ERRORS, type ErrorCode } from "@agatha/contracts";
import { id, predictionAccepted, predictionAnswer, predictionRequest } from "@agatha/contracts/wire";
import { z } from "zod";
import type { ApiDeps } from "../deps.js";
import { PREDICTION_API_PATH, publicUrl } from "../http/public-url.js";
import { rateLimiter } from "../http/rate-limit.js";
import { defineRoute, type Route } from "../http/route.js";
import { documentedAs } from "../serving/documented-as.js";
import type { ModelCache } from "../serving/model-cache.js";
import { createTokenStore } from "../tokens/index.js";
import type { TokenUsage } from "../tokens/usage.js";
import { createPredictionApi, type PredictionApi } from "./service.js";

const tag = "Open model API";

interface EndpointPair {
  path: string;
  postSummary: string;
  getSummary: string;
  handle(service: PredictionApi, body: unknown, authorization: string | undefined): Promise<string>;
  errors: ErrorCode[];
}

const PREDICTIONS: EndpointPair = {
  path: PREDICTION_API_PATH,
  postSummary: "Predicts up to 10,000 rows; the link leads to the result",
  getSummary: "The result of a prediction, for 24 hours",
  handle: (service, ...asked) => service.predict(...asked),
  errors: [],
};
const EXPLANATIONS: EndpointPair = {
  path: `${PREDICTION_API_PATH}/varimp`,
  postSummary: "Predicts rows and tells what each input contributed to each prediction; the link leads to the result",
  getSummary: "The result of an explained prediction, for 24 hours",
  handle: (service, ...asked) => service.explain(...asked),
  errors: [ERRORS.permissionDenied],
};

export function predictionApiRoutes(deps: ApiDeps, { models, usage }: { models: ModelCache; usage: TokenUsage }): Route[] {
  const perMinute = deps.config.rateLimits.predictionApi;
  const service = createPredictionApi(deps, { tokens: createTokenStore(deps), usage, models, perMinute });
  return [PREDICTIONS, EXPLANATIONS].flatMap((calls) => endpointRoutes(calls, deps, service));
}

function endpointRoutes({ path, postSummary, getSummary, handle, errors }: EndpointPair, deps: ApiDeps, service: PredictionApi): Route[] {
  const perMinute = deps.config.rateLimits.predictionApi;
  return [
    defineRoute({
      method: "post",
      path,
      access: "public",
      csrf: false,
      summary: postSummary,
      tag,
      bodyLimit: "rows",
      limits: { beforeBody: rateLimiter({ perMinute }) },
      request: { body: documentedAs(predictionRequest) },
      responses: { 200: predictionAccepted },
      errors: [
        ERRORS.tooManyRequests,
        ERRORS.licenceExpired,
        ERRORS.modelNotTrained,
        ERRORS.apiTokenInvalid,
        ERRORS.apiInputInvalid,
        ERRORS.modelApiNotEnabled,
        ...errors,
      ],
      async handler(context) {
        const link = `${publicUrl(context.request, deps.config)}${path}/`;
        const made = await handle(service, context.body, context.request.get("Authorization"));
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
      handler: async ({ params }) => ({ body: await service.result(params.id) }),
    }),
  ];
}
