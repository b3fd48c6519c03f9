import { ERRORS, productType } from "@agatha/contracts";
import { cloneRequest, createModelRequest, id, maxFprQuery, modelAnswer, modelPatch } from "@agatha/contracts/wire";
import { z } from "zod";
import { accessibleDataset } from "../datasets/access.js";
import { asEditor } from "../datasets/roles.js";
import type { ApiDeps } from "../deps.js";
import { defineRoute, type Route } from "../http/route.js";
import { accessibleModel } from "./access.js";
import { cloneModel } from "./clone.js";
import { CREATE_MODEL_ERRORS, createModel } from "./create.js";
import { describeModel, listModels } from "./listing.js";
import { parseMaxFpr } from "./max-fpr.js";
import { cancelTraining, changeModel } from "./service.js";
import { deleteModel, restoreModel } from "./soft-delete.js";

const tag = "Models";
const datasetParams = z.object({ id });
export const modelParams = z.object({ id, mid: id });
const MODELS_PATH = "/agatha/datasets/:id/models";
export const MODEL_PATH = `${MODELS_PATH}/:mid`;

/** Routes that create, find, rename and delete models. */
export function lifecycleRoutes(deps: ApiDeps): Route[] {
  return [
    defineRoute({
      method: "get",
      path: MODELS_PATH,
      access: "user",
      summary: "The models of a dataset, oldest first",
      tag,
      request: {
        params: datasetParams,
        query: z.object({
          dataset_id: id.optional(),
          product_type: z.union([productType, z.literal("all")]).optional(),
          related: z
            .enum(["true", "false"])
            .default("false")
            .describe(
              "Also models of the owner's other datasets that repeat the recipe of one of these, or whose recipe one of these repeats: they can be compared with each other.",
            ),
          ...maxFprQuery.shape,
        }),
      },
      responses: { 200: z.object({ data: z.array(modelAnswer) }) },
      errors: [ERRORS.datasetNotFound],
      async handler({ params, query, user }) {
        await accessibleDataset(deps, user, params.id);
        return {
          body: {
            data: await listModels(deps, user, {
              datasetId: params.id,
              related: query.related === "true",
              productType: query.product_type,
              maxFpr: parseMaxFpr(query.max_fpr),
            }),
          },
        };
      },
    }),
    defineRoute({
      method: "post",
      path: MODELS_PATH,
      needsLicence: true,
      access: "user",
      summary: "Makes a model and starts its training",
      tag,
      bodyLimit: "list",
      request: { params: datasetParams, body: createModelRequest },
      responses: { 201: z.object({ id }) },
      errors: [...CREATE_MODEL_ERRORS],
      async handler({ params, body, user }) {
        const model = await createModel(deps, user, params.id, body);
        return { status: 201, body: { id: model.metadata.name } };
      },
    }),
    defineRoute({
      method: "get",
      path: MODEL_PATH,
      access: "user",
      summary: "A model, its training's progress and its figures",
      tag,
      request: { params: modelParams, query: maxFprQuery },
      responses: { 200: modelAnswer },
      errors: [ERRORS.datasetNotFound, ERRORS.modelNotFound],
      handler: async ({ params, query, user }) => ({
        body: await describeModel(deps, user, await accessibleModel(deps, user, params.id, params.mid), parseMaxFpr(query.max_fpr)),
      }),
    }),
    defineRoute({
      method: "patch",
      path: MODEL_PATH,
      access: "user",
      summary: "Changes the title, the name or the decision of a model; every later answer follows the decision",
      tag,
      bodyLimit: "list",
      request: { params: modelParams, body: modelPatch },
      responses: { 200: modelAnswer },
      errors: [ERRORS.datasetNotFound, ERRORS.duplicateModelName, ERRORS.modelNotFound, ERRORS.modelName, ERRORS.modelNotTrained],
      async handler({ params, body, user }) {
        const found = await asEditor(user, accessibleModel(deps, user, params.id, params.mid));
        return { body: await changeModel(deps, user, found, body) };
      },
    }),
    defineRoute({
      method: "delete",
      path: MODEL_PATH,
      access: "user",
      summary: "Deletes a model; its API stops at once. For a day that can be undone",
      tag,
      request: { params: modelParams },
      responses: { 204: null },
      errors: [ERRORS.datasetNotFound, ERRORS.modelNotFound],
      async handler({ params, user }) {
        await deleteModel(deps, user, await asEditor(user, accessibleModel(deps, user, params.id, params.mid)));
        return { status: 204 };
      },
    }),
    defineRoute({
      method: "post",
      path: `${MODEL_PATH}/restore`,
      access: "user",
      summary: "Undoes the deletion of a model, within a day; a training that it ended stays ended",
      tag,
      request: { params: modelParams },
      responses: { 200: modelAnswer },
      errors: [ERRORS.datasetNotFound, ERRORS.modelLimitReached, ERRORS.modelNotRestorable, ERRORS.modelNotFound],
      async handler({ params, user }) {
        return { body: await restoreModel(deps, user, params.id, params.mid) };
      },
    }),
    defineRoute({
      method: "post",
      path: `${MODEL_PATH}/clone`,
      needsLicence: true,
      access: "user",
      summary:
        "Trains a model's recipe again: on its own dataset, which shows in the clone's same_bytes whether the training can be repeated, or on another one with the same columns",
      tag,
      bodyLimit: "list",
      request: { params: modelParams, body: cloneRequest },
      responses: { 201: z.object({ id }) },
      errors: [...CREATE_MODEL_ERRORS, ERRORS.modelNotFound],
      async handler({ params, body, user }) {
        const model = await cloneModel(deps, user, await accessibleModel(deps, user, params.id, params.mid), body);
        return { status: 201, body: { id: model.metadata.name } };
      },
    }),
    defineRoute({
      method: "post",
      path: `${MODEL_PATH}/cancel`,
      access: "user",
      summary: "Ends a training that goes on",
      tag,
      request: { params: modelParams },
      responses: { 200: modelAnswer },
      errors: [ERRORS.datasetNotFound, ERRORS.modelNotFound],
      async handler({ params, user }) {
        return { body: await cancelTraining(deps, user, await asEditor(user, accessibleModel(deps, user, params.id, params.mid))) };
      },
    }),
  ];
}
