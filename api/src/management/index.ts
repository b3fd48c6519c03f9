import { ERRORS, isApiEnabled, productType } from "@agatha/contracts";
import { createMutex } from "@agatha/contracts/mutex";
import { id, managedModelAnswer, modelAnswer, updateModelApisAnswer, updateModelApisRequest } from "@agatha/contracts/wire";
import { z } from "zod";
import type { ApiDeps } from "../deps.js";
import { defineRoute, type Route } from "../http/route.js";
import { listModels } from "../models/listing.js";
import { listManagedModels } from "../models/managed-models.js";
import type { TokenUsage } from "../tokens/usage.js";
import { type ModelApiState, setModelApisEnabled, setPossibleModelApisEnabled } from "./enable-apis.js";

const tag = "Management";
const modelListRoute = {
  request: {
    query: z.object({
      product_type: z.union([productType, z.literal("all")]).optional(),
      owner: id.optional().describe("Id of an account: its models only."),
    }),
  },
  responses: { 200: z.object({ data: z.array(modelAnswer) }) },
};

/**
 * Routes with which managers list all models with the use of their APIs and switch these, and the list of models that any user
 * may see.
 */
export function managementRoutes(deps: ApiDeps, usage: TokenUsage): Route[] {
  const oneAtATime = createMutex();
  return [
    defineRoute({
      method: "patch",
      path: "/agatha/openthirdapi/update_multi",
      access: "manager",
      summary: "Enables and disables the open API of models: all of the list or none, or what is possible",
      tag,
      bodyLimit: "list",
      request: { body: updateModelApisRequest },
      responses: { 200: updateModelApisAnswer },
      errors: [
        ERRORS.licenceExpired,
        ERRORS.modelNotFound,
        ERRORS.modelNotTrained,
        ERRORS.modelHasEmptyColumn,
        ERRORS.modelLicenceLimitReached,
        ERRORS.apiActivationLimitReached,
      ],
      async handler({ body, user }) {
        const { api_update_list: changes, product_type: productType, partial } = body;
        const { changed, refused } = await oneAtATime(async () =>
          partial
            ? await setPossibleModelApisEnabled(deps, user, changes, productType)
            : { changed: await setModelApisEnabled(deps, user, changes, productType), refused: [] },
        );
        return { body: { data: changed.map(modelApiStateAnswer), refused } };
      },
    }),
    defineRoute({
      ...modelListRoute,
      method: "get",
      path: "/manage_agatha/model_list",
      access: "manager",
      summary: "Everybody's models, to enable and disable their APIs, with how much these are used",
      tag,
      responses: { 200: z.object({ data: z.array(managedModelAnswer) }) },
      handler: async ({ query: { product_type: productType, owner }, user }) => ({
        body: { data: await listManagedModels({ ...deps, usage }, user, { productType, owner }) },
      }),
    }),
    defineRoute({
      ...modelListRoute,
      method: "get",
      path: "/agatha/find_model_list",
      access: "user",
      summary: "The models of all datasets that one may see",
      tag,
      handler: async ({ query, user }) => ({
        body: { data: await listModels(deps, user, { productType: query.product_type, owner: query.owner }) },
      }),
    }),
  ];
}

const modelApiStateAnswer = ({ model, changedAt }: ModelApiState) => ({
  model_id: model.metadata.name,
  api_enabled: isApiEnabled(model),
  api_update_at: changedAt ?? model.status?.apiUpdatedAt ?? null,
});
