/** Extraction API: programs send rows and receive them as a dataset's edit history transforms them. */
import { ERRORS } from "@agatha/contracts";
import { createTokenStore } from "@agatha/contracts/api-access/api-tokens";
import { editedRowsAnswer, editedRowsRequest, id, predictionAccepted } from "@agatha/contracts/wire";
import type { RecordEditor } from "@agatha/trainer/serving";
import { z } from "zod";
import { FAILED_TABLE_ERRORS } from "../datasets/table-file-errors.js";
import type { ApiDeps } from "../deps.js";
import { EDIT_HISTORY_API_PATH, publicUrl } from "../http/public-url.js";
import { rateLimiter } from "../http/rate-limit.js";
import { defineRoute, type Route } from "../http/route.js";
import { sendJsonStream } from "../http/send-json-stream.js";
import { documentedAs } from "../serving/documented-as.js";
import type { TokenUsage } from "../tokens/usage.js";
import { createEditHistoryApi } from "./service.js";

export { editHistoryApiManagementRoutes } from "./management-routes.js";

const tag = "Extraction API";

/**
 * Routes for programs that have the token of a dataset's extraction API: they send rows, and fetch the edited rows within 24
 * hours.
 */
export function editHistoryApiRoutes(deps: ApiDeps, { recordEditor, usage }: { recordEditor: RecordEditor; usage: TokenUsage }): Route[] {
  const perMinute = deps.config.rateLimits.predictionApi;
  const service = createEditHistoryApi(deps, { tokens: createTokenStore(deps), usage, recordEditor, perMinute });
  const shared = { access: "public", csrf: false, tag } as const;
  const limits = () => ({ beforeBody: rateLimiter({ perMinute }) });
  return [
    defineRoute({
      ...shared,
      method: "post",
      path: EDIT_HISTORY_API_PATH,
      summary: "Applies a dataset's extraction to up to 10,000 rows; the link leads to the result",
      bodyLimit: "rows",
      limits: limits(),
      request: { body: documentedAs(editedRowsRequest) },
      responses: { 200: predictionAccepted },
      errors: [
        ERRORS.tooManyRequests,
        ERRORS.permissionDenied,
        ERRORS.licenceExpired,
        ...FAILED_TABLE_ERRORS,
        ERRORS.dataExtraction,
        ERRORS.apiTokenInvalid,
        ERRORS.apiInputInvalid,
        ERRORS.editHistoryApiNotEnabled,
      ],
      admit: ({ request, members }) => service.admit(members, request.get("Authorization")),
      async handler({ request, body }) {
        const made = await service.applyEdits(body, request.get("Authorization"));
        return { body: { id: made, link: `${publicUrl(request, deps.config)}${EDIT_HISTORY_API_PATH}/${made}/` } };
      },
    }),
    defineRoute({
      ...shared,
      method: "get",
      path: `${EDIT_HISTORY_API_PATH}/:id`,
      summary: "The rows that an extraction left, for 24 hours",
      limits: limits(),
      request: { params: z.object({ id }) },
      responses: { 200: editedRowsAnswer },
      errors: [ERRORS.tooManyRequests, ERRORS.resultNotFound],
      async handler({ params, response }) {
        await sendJsonStream(response, await service.result(params.id));
        return {};
      },
    }),
    defineRoute({
      ...shared,
      method: "get",
      path: `${EDIT_HISTORY_API_PATH}/:token/:id`,
      summary: "The same, for clients that name their token too, which has to hold",
      limits: limits(),
      request: { params: z.object({ token: z.string().min(1).max(256), id }) },
      responses: { 200: editedRowsAnswer },
      errors: [ERRORS.tooManyRequests, ERRORS.apiTokenInvalid, ERRORS.resultNotFound],
      async handler({ params, response }) {
        await sendJsonStream(response, await service.result(params.id, params.token));
        return {};
      },
    }),
  ];
}
