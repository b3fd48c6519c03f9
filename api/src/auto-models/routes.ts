import { ERRORS, type ErrorCode } from "@agatha/contracts";
import { autoModelAnswer, autoModelPatch, createAutoModelAnswer, createAutoModelRequest, id } from "@agatha/contracts/wire";
import { z } from "zod";
import { accessibleDataset } from "../datasets/access.js";
import { asEditor } from "../datasets/roles.js";
import type { ApiDeps } from "../deps.js";
import { defineRoute, type Route } from "../http/route.js";
import { MODEL_REQUEST_ERRORS } from "../models/validate-request.js";
import { accessibleAutoModel } from "./access.js";
import { createAutoModel } from "./create.js";
import { describeAutoModel, listAutoModels } from "./listing.js";
import { cancelAutoModel, deleteAutoModel, restoreAutoModel } from "./service.js";

const AUTO_MODELS_PATH = "/agatha/datasets/:id/automodels";
const AUTO_MODEL_PATH = `${AUTO_MODELS_PATH}/:aid`;
const datasetParams = z.object({ id });
const autoModelParams = datasetParams.extend({ aid: id });

/** Errors of creating an automatic training. */
export const CREATE_ERRORS: ErrorCode[] = [
  ERRORS.datasetNotFound,
  ...MODEL_REQUEST_ERRORS,
  ERRORS.dataExtraction,
  ERRORS.modelLimitReached,
  ERRORS.autoModelNotEnabled,
];

/** Routes for automatic trainings: models that are trained automatically and ranked, with the best selected. */
export function autoModelCrudRoutes(deps: ApiDeps): Route[] {
  const shared = { access: "user", tag: "Automatic models" } as const;
  const one = { ...shared, path: AUTO_MODEL_PATH, errors: [ERRORS.datasetNotFound, ERRORS.autoModelNotFound] as ErrorCode[] };
  return [
    defineRoute({
      ...shared,
      method: "get",
      path: AUTO_MODELS_PATH,
      summary: "The automatic trainings of a dataset, oldest first",
      request: { params: datasetParams },
      responses: { 200: z.object({ data: z.array(autoModelAnswer) }) },
      errors: [ERRORS.datasetNotFound],
      async handler({ params, user }) {
        await accessibleDataset(deps, user, params.id);
        return { body: { data: await listAutoModels(deps, user, params.id) } };
      },
    }),
    defineRoute({
      ...shared,
      method: "post",
      path: AUTO_MODELS_PATH,
      needsLicence: true,
      summary: "Tries several models, ranks them and picks the best",
      bodyLimit: "list",
      request: { params: datasetParams, body: createAutoModelRequest },
      responses: { 201: createAutoModelAnswer },
      errors: CREATE_ERRORS,
      async handler({ params, body, user }) {
        const { autoModel, assumption } = await createAutoModel(deps, user, params.id, body);
        return {
          status: 201,
          body: { id: autoModel.metadata.name, model_type: autoModel.spec.type ?? null, message: assumption ?? null },
        };
      },
    }),
    defineRoute({
      ...one,
      method: "get",
      summary: "An automatic training: how far it is, its models, and the best of them",
      request: { params: autoModelParams },
      responses: { 200: autoModelAnswer },
      handler: async ({ params, user }) => ({
        body: await describeAutoModel(deps, user, await accessibleAutoModel(deps, user, params.aid, params.id)),
      }),
    }),
    defineRoute({
      ...one,
      method: "patch",
      summary: "Cancels what is still trained; what is finished is ranked",
      request: { params: autoModelParams, body: autoModelPatch },
      responses: { 200: autoModelAnswer },
      async handler({ params, user }) {
        return { body: await cancelAutoModel(deps, user, await asEditor(user, accessibleAutoModel(deps, user, params.aid, params.id))) };
      },
    }),
    defineRoute({
      ...one,
      method: "delete",
      summary: "Deletes an automatic training and its models",
      request: { params: autoModelParams },
      responses: { 204: null },
      async handler({ params, user }) {
        await deleteAutoModel(deps, user, await asEditor(user, accessibleAutoModel(deps, user, params.aid, params.id)));
        return { status: 204 };
      },
    }),
    defineRoute({
      ...shared,
      method: "post",
      path: `${AUTO_MODEL_PATH}/restore`,
      summary: "Undoes the deletion of an automatic training and its models, within a day; trainings that it ended stay ended",
      request: { params: autoModelParams },
      responses: { 200: autoModelAnswer },
      errors: [ERRORS.datasetNotFound, ERRORS.autoModelNotFound, ERRORS.modelLimitReached, ERRORS.modelNotRestorable],
      handler: async ({ params, user }) => ({ body: await restoreAutoModel(deps, user, params.id, params.aid) }),
    }),
  ];
}
