import { ERRORS, productType } from "@agatha/contracts";
import { datasetAnswer, datasetPatch, datasetRole, id } from "@agatha/contracts/wire";
import { z } from "zod";
import type { ApiDeps } from "../deps.js";
import { defineRoute, type Route } from "../http/route.js";
import { restRoutes } from "../rest/index.js";
import { accessibleDataset, accessibleDatasets } from "./access.js";
import { describeDataset, describeDatasets } from "./answer.js";
import { changeDataset } from "./change.js";
import { isSharedWith, roleIn } from "./roles.js";
import { shareRoutes } from "./share-routes.js";
import { deleteDataset, restoreDataset } from "./soft-delete.js";

const shared = { access: "user", tag: "Datasets" } as const;
const params = z.object({ id });
const listQuery = z.object({
  product_type: z.union([productType, z.literal("all")]).optional(),
  owner: z.string().max(128).optional(),
  role: z
    .union([datasetRole, z.literal("shared")])
    .optional()
    .describe("One's role in the datasets. shared: editor or viewer."),
});

/**
 * Routes that find, change, share, delete and restore datasets, for their owner, those they are shared with, and managers.
 * Uploads are in `uploads`.
 */
export function datasetRoutes(deps: ApiDeps): Route[] {
  return [...recordRoutes(deps), ...shareRoutes(deps), ...restDatasetRoutes(deps)];
}

function recordRoutes(deps: ApiDeps): Route[] {
  return [
    defineRoute({
      ...shared,
      method: "get",
      path: "/agatha/datasets",
      summary: "One's own datasets and those that are shared with oneself, or everybody's for managers, without their columns",
      request: { query: listQuery },
      responses: { 200: z.object({ data: z.array(datasetAnswer) }) },
      handler: async ({ user, query }) => {
        const { product_type = "all", owner, role } = query;
        const wanted = (await accessibleDatasets(deps, user)).filter(
          (dataset) =>
            (product_type === "all" || dataset.spec.productType === product_type) &&
            (owner === undefined || dataset.spec.owner === owner) &&
            (role === undefined || (role === "shared" ? isSharedWith(user, dataset) : roleIn(user, dataset) === role)),
        );
        return { body: { data: await describeDatasets(deps, user, wanted) } };
      },
    }),
    defineRoute({
      ...shared,
      method: "get",
      path: "/agatha/datasets/:id",
      summary: "One dataset, with its columns once it is parsed",
      request: { params },
      responses: { 200: datasetAnswer },
      errors: [ERRORS.datasetNotFound],
      handler: async ({ user, params }) => ({ body: await describeDataset(deps, user, await accessibleDataset(deps, user, params.id)) }),
    }),
    defineRoute({
      ...shared,
      method: "patch",
      path: "/agatha/datasets/:id",
      summary: "Renames a dataset, or has it read anew in another way",
      bodyLimit: "list",
      request: { params, body: datasetPatch },
      responses: { 200: datasetAnswer },
      errors: [ERRORS.datasetNotFound, ERRORS.duplicateDatasetName, ERRORS.columnName, ERRORS.datasetName],
      handler: async ({ user, params, body }) => ({
        body: await describeDataset(deps, user, await changeDataset(deps, user, params.id, body)),
      }),
    }),
    defineRoute({
      ...shared,
      method: "delete",
      path: "/agatha/datasets/:id",
      summary: "Deletes a dataset and the models that learned from it; for a day that can be undone",
      request: { params },
      responses: { 204: null },
      errors: [ERRORS.datasetNotFound],
      handler: async ({ user, params }) => {
        await deleteDataset(deps, user, params.id);
        return { status: 204 };
      },
    }),
    defineRoute({
      ...shared,
      method: "post",
      path: "/agatha/datasets/:id/restore",
      summary: "Undoes the deletion of a dataset and its models, within a day; trainings that it ended stay ended",
      request: { params },
      responses: { 200: datasetAnswer },
      errors: [ERRORS.datasetNotFound, ERRORS.modelLimitReached],
      handler: async ({ user, params }) => ({ body: await describeDataset(deps, user, await restoreDataset(deps, user, params.id)) }),
    }),
  ];
}

function restDatasetRoutes(deps: ApiDeps): Route[] {
  return restRoutes({
    name: "datasets",
    record: datasetAnswer,
    errors: [ERRORS.datasetNotFound, ERRORS.duplicateDatasetName, ERRORS.columnName, ERRORS.datasetName],
    list: async (user) => describeDatasets(deps, user, await accessibleDatasets(deps, user)),
    get: async (user, datasetId) => describeDataset(deps, user, await accessibleDataset(deps, user, datasetId)),
    update: {
      body: datasetPatch,
      run: async (user, datasetId, patch) => describeDataset(deps, user, await changeDataset(deps, user, datasetId, patch)),
    },
    remove: async (user, datasetId) => describeDataset(deps, user, await deleteDataset(deps, user, datasetId)),
  });
}
