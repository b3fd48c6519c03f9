import { productType } from "@agatha/contracts";
import { cloneRequest, createModelRequest, id, maxFprQuery, modelAnswer, modelPatch } from "@agatha/contracts/wire";
import { z } from "zod";
import { accessibleDataset } from "../datasets/access.js";
import type { ApiDeps } from "../deps.js";
import { type Route, route } from "../http/route.js";
import { accessibleModel } from "./access.js";
import { cloneModel } from "./clone.js";
import { createModel } from "./create.js";
import { limitOf } from "./limit.js";
import { describeModel, listModels } from "./listing.js";
import { deleteModel, restoreModel } from "./restore.js";
import { cancelTraining, renameModel } from "./service.js";

const tag = "Models";
export const inDataset = z.object({ id });
export const ofModel = z.object({ id, mid: id });
export const MODELS_PATH = "/agatha/datasets/:id/models";
export const MODEL_PATH = `${MODELS_PATH}/:mid`;

/** Making, finding, naming and ending models. */
export function lifeRoutes(deps: ApiDeps): Route[] {
  return [
    route({
      method: "get",
      path: MODELS_PATH,
      access: "user",
      summary: "The models of a dataset, oldest first",
      tag,
      request: {
        params: inDataset,
        query: z.object({
          dataset_id: id.optional(),
          product_type: z.union([productType, z.literal("all")]).optional(),
          ...maxFprQuery.shape,
        }),
      },
      responses: { 200: z.object({ data: z.array(modelAnswer) }) },
      errors: ["010401"],
      async handler({ params, query, user }) {
        await accessibleDataset(deps, user, params.id);
        return {
          body: {
            data: await listModels(deps, user, { datasetId: params.id, productType: query.product_type, limit: limitOf(query.max_fpr) }),
          },
        };
      },
    }),
    route({
      method: "post",
      path: MODELS_PATH,
      needsContract: true,
      access: "user",
      summary: "Makes a model and starts its training",
      tag,
      request: { params: inDataset, body: createModelRequest },
      responses: { 201: z.object({ id }) },
      errors: [
        "010401",
        "010403",
        "010404",
        "010405",
        "010411",
        "010501",
        "010502",
        "010503",
        "010504",
        "010505",
        "010506",
        "010507",
        "010508",
        "010509",
        "010510",
        "010512",
        "010516",
        "010521",
      ],
      async handler({ params, body, user }) {
        const model = await createModel(deps, user, params.id, body);
        return { status: 201, body: { id: model.metadata.name } };
      },
    }),
    route({
      method: "get",
      path: MODEL_PATH,
      access: "user",
      summary: "A model, its training's progress and its figures",
      tag,
      request: { params: ofModel, query: maxFprQuery },
      responses: { 200: modelAnswer },
      errors: ["010401", "010514"],
      handler: async ({ params, query, user }) => ({
        body: await describeModel(deps, await accessibleModel(deps, user, params.id, params.mid), limitOf(query.max_fpr)),
      }),
    }),
    route({
      method: "patch",
      path: MODEL_PATH,
      access: "user",
      summary: "Renames a model",
      tag,
      request: { params: ofModel, body: modelPatch },
      responses: { 200: modelAnswer },
      errors: ["010401", "010502", "010514", "010516"],
      async handler({ params, body, user }) {
        const found = await accessibleModel(deps, user, params.id, params.mid);
        return { body: await renameModel(deps, user, found, body.name) };
      },
    }),
    route({
      method: "delete",
      path: MODEL_PATH,
      access: "user",
      summary: "Deletes a model; its API stops at once. For a day that can be undone",
      tag,
      request: { params: ofModel },
      responses: { 204: null },
      errors: ["010401", "010514"],
      async handler({ params, user }) {
        await deleteModel(deps, user, await accessibleModel(deps, user, params.id, params.mid));
        return { status: 204 };
      },
    }),
    route({
      method: "post",
      path: `${MODEL_PATH}/restore`,
      access: "user",
      summary: "Undoes the deletion of a model, within a day; a training that it ended stays ended",
      tag,
      request: { params: ofModel },
      responses: { 200: modelAnswer },
      errors: ["010401", "010510", "010511", "010514"],
      async handler({ params, user }) {
        return { body: await restoreModel(deps, user, params.id, params.mid) };
      },
    }),
    route({
      method: "post",
      path: `${MODEL_PATH}/clone`,
      needsContract: true,
      access: "user",
      summary:
        "Trains a model's recipe again: on its own dataset, which shows in the clone's same_bytes whether the training can be repeated, or on another one with the same columns",
      tag,
      request: { params: ofModel, body: cloneRequest },
      responses: { 201: z.object({ id }) },
      errors: ["010401", "010404", "010405", "010411", "010502", "010503", "010504", "010505", "010507", "010510", "010514", "010516"],
      async handler({ params, body, user }) {
        const model = await cloneModel(deps, user, await accessibleModel(deps, user, params.id, params.mid), body);
        return { status: 201, body: { id: model.metadata.name } };
      },
    }),
    route({
      method: "post",
      path: `${MODEL_PATH}/cancel`,
      access: "user",
      summary: "Ends a training that goes on",
      tag,
      request: { params: ofModel },
      responses: { 200: modelAnswer },
      errors: ["010401", "010514"],
      async handler({ params, user }) {
        return { body: await cancelTraining(deps, user, await accessibleModel(deps, user, params.id, params.mid)) };
      },
    }),
  ];
}
