/** The open model API: programs of any kind, each with a model's token, get predictions. */
import { id, openApiAccepted, openApiAnswer, openApiRequest } from "@agatha/contracts/wire";
import { z } from "zod";
import type { ApiDeps } from "../deps.js";
import { ROWS_BODY } from "../http/json-body.js";
import { limitRate } from "../http/rate-limit.js";
import { type Route, route } from "../http/route.js";
import { described } from "../serving/described.js";
import type { ModelCache } from "../serving/model-cache.js";
import { createTokens } from "../tokens/index.js";
import { OPEN_API_PATH, publicAddress } from "./address.js";
import { createOpenApiService } from "./service.js";

const tag = "Open model API";

export function openApiRoutes(deps: ApiDeps, models: ModelCache): Route[] {
  const perMinute = deps.config.rateLimits.openApi;
  const service = createOpenApiService(deps, { tokens: createTokens(deps), models, perMinute });
  return [
    route({
      method: "post",
      path: OPEN_API_PATH,
      access: "public",
      csrf: false,
      summary: "Predicts up to 10,000 rows; the link leads to the result",
      tag,
      bodyLimit: ROWS_BODY,
      limits: { beforeBody: limitRate({ perMinute }) },
      request: { body: described(openApiRequest) },
      responses: { 200: openApiAccepted },
      errors: ["010305", "010517", "010601", "010602", "010604"],
      async handler(context) {
        const link = `${publicAddress(context.request, deps.config.basePath)}${OPEN_API_PATH}/`;
        const made = await service.predict(context.body);
        return { body: { id: made, link: `${link}${made}/` } };
      },
    }),
    route({
      method: "get",
      path: `${OPEN_API_PATH}/:id`,
      access: "public",
      csrf: false,
      summary: "The result of a prediction, for 24 hours",
      tag,
      limits: { beforeBody: limitRate({ perMinute }) },
      request: { params: z.object({ id }) },
      responses: { 200: openApiAnswer },
      errors: ["010305", "010605"],
      handler: async ({ params }) => ({ body: await service.result(params.id) }),
    }),
  ];
}
