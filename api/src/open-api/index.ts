/** The open model API: programs of any kind, each with a model's token, get predictions and what they come from. */
import type { ErrorCode } from "@agatha/contracts";
import { id, openApiAccepted, openApiAnswer, openApiRequest } from "@agatha/contracts/wire";
import { z } from "zod";
import type { ApiDeps } from "../deps.js";
import { ROWS_BODY } from "../http/json-body.js";
import { limitRate } from "../http/rate-limit.js";
import { type Route, route } from "../http/route.js";
import type { Services } from "../services.js";
import { described } from "../serving/described.js";
import { createTokens } from "../tokens/index.js";
import { OPEN_API_PATH, publicAddress } from "./address.js";
import { createOpenApiService, type OpenApiService } from "./service.js";

const tag = "Open model API";

interface Calls {
  path: string;
  answers: string;
  result: string;
  answer(service: OpenApiService, body: unknown, authorization: string | undefined): Promise<string>;
  refusals: ErrorCode[];
}

const PREDICTIONS: Calls = {
  path: OPEN_API_PATH,
  answers: "Predicts up to 10,000 rows; the link leads to the result",
  result: "The result of a prediction, for 24 hours",
  answer: (service, ...asked) => service.predict(...asked),
  refusals: [],
};
const EXPLANATIONS: Calls = {
  path: `${OPEN_API_PATH}/varimp`,
  answers: "Predicts rows and tells what each input contributed to each prediction; the link leads to the result",
  result: "The result of an explained prediction, for 24 hours",
  answer: (service, ...asked) => service.explain(...asked),
  refusals: ["010302"],
};

export function openApiRoutes(deps: ApiDeps, { models, usage }: Pick<Services, "models" | "usage">): Route[] {
  const perMinute = deps.config.rateLimits.openApi;
  const service = createOpenApiService(deps, { tokens: createTokens(deps), usage, models, perMinute });
  return [PREDICTIONS, EXPLANATIONS].flatMap((calls) => routesOf(calls, deps, service));
}

function routesOf({ path, answers, result, answer, refusals }: Calls, deps: ApiDeps, service: OpenApiService): Route[] {
  const perMinute = deps.config.rateLimits.openApi;
  return [
    route({
      method: "post",
      path,
      access: "public",
      csrf: false,
      summary: answers,
      tag,
      bodyLimit: ROWS_BODY,
      limits: { beforeBody: limitRate({ perMinute }) },
      request: { body: described(openApiRequest) },
      responses: { 200: openApiAccepted },
      errors: ["010305", "010313", "010517", "010601", "010602", "010604", ...refusals],
      async handler(context) {
        const link = `${publicAddress(context.request, deps.config.basePath)}${path}/`;
        const made = await answer(service, context.body, context.request.get("Authorization"));
        return { body: { id: made, link: `${link}${made}/` } };
      },
    }),
    route({
      method: "get",
      path: `${path}/:id`,
      access: "public",
      csrf: false,
      summary: result,
      tag,
      limits: { beforeBody: limitRate({ perMinute }) },
      request: { params: z.object({ id }) },
      responses: { 200: openApiAnswer },
      errors: ["010305", "010605"],
      handler: async ({ params }) => ({ body: await service.result(params.id) }),
    }),
  ];
}
