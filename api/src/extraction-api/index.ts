/** The extraction API: programs send rows, and get what a dataset's edit history makes of them. */
import { extractedRowsAnswer, extractionRowsRequest, id, openApiAccepted } from "@agatha/contracts/wire";
import { z } from "zod";
import type { ApiDeps } from "../deps.js";
import { ROWS_BODY } from "../http/json-body.js";
import { limitRate } from "../http/rate-limit.js";
import { type Route, route } from "../http/route.js";
import { EXTRACTION_API_PATH, publicAddress } from "../open-api/address.js";
import type { Services } from "../services.js";
import { described } from "../serving/described.js";
import { createTokens } from "../tokens/index.js";
import { createExtractionApi } from "./service.js";

export { extractionPageRoutes } from "./page-routes.js";

const tag = "Extraction API";

export function extractionApiRoutes(deps: ApiDeps, { extractor, usage }: Pick<Services, "extractor" | "usage">): Route[] {
  const perMinute = deps.config.rateLimits.openApi;
  const service = createExtractionApi(deps, { tokens: createTokens(deps), usage, extractor, perMinute });
  const shared = { access: "public", csrf: false, tag } as const;
  const limits = () => ({ beforeBody: limitRate({ perMinute }) });
  return [
    route({
      ...shared,
      method: "post",
      path: EXTRACTION_API_PATH,
      summary: "Applies a dataset's extraction to up to 10,000 rows; the link leads to the result",
      bodyLimit: ROWS_BODY,
      limits: limits(),
      request: { body: described(extractionRowsRequest) },
      responses: { 200: openApiAccepted },
      errors: ["010305", "010313", "010404", "010405", "010407", "010411", "010601", "010602", "010606"],
      async handler({ request, body }) {
        const made = await service.extract(body, request.get("Authorization"));
        return { body: { id: made, link: `${publicAddress(request, deps.config.basePath)}${EXTRACTION_API_PATH}/${made}/` } };
      },
    }),
    route({
      ...shared,
      method: "get",
      path: `${EXTRACTION_API_PATH}/:id`,
      summary: "The rows that an extraction left, for 24 hours",
      limits: limits(),
      request: { params: z.object({ id }) },
      responses: { 200: extractedRowsAnswer },
      errors: ["010305", "010605"],
      handler: async ({ params }) => ({ body: await service.result(params.id) }),
    }),
    route({
      ...shared,
      method: "get",
      path: `${EXTRACTION_API_PATH}/:token/:id`,
      summary: "The same, for clients that name their token too, which has to hold",
      limits: limits(),
      request: { params: z.object({ token: z.string().min(1).max(256), id }) },
      responses: { 200: extractedRowsAnswer },
      errors: ["010305", "010601", "010605"],
      handler: async ({ params }) => ({ body: await service.result(params.id, params.token) }),
    }),
  ];
}
