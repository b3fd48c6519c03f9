import { COLLECTIONS, ERRORS, productType } from "@agatha/contracts";
import {
  dataCheckAnswer,
  datasetAnswer,
  datasetPatch,
  id,
  leakageAnswer,
  leakageQuery,
  prepareUploadRequest,
  rowsAnswer,
  rowsQuery,
  uploadAnswer,
  uploadFields,
} from "@agatha/contracts/wire";
import { z } from "zod";
import type { ApiDeps } from "../deps.js";
import { loadEnabledEdits } from "../edit-history/store.js";
import { defineRoute, type Route } from "../http/route.js";
import { profilingRoutes } from "../profiling/routes.js";
import { restRoutes } from "../rest/index.js";
import { tableDownloadRoutes } from "../tables/download.js";
import { sendRows } from "../tables/rows.js";
import type { TableReaderCache } from "../tables/table-reader-cache.js";
import { findTargetLeakage } from "../tables/target-leakage.js";
import { prepareUpload } from "../uploads/prepared-upload.js";
import { uploadDataset } from "../uploads/upload.js";
import { accessibleDataset, accessibleDatasets } from "./access.js";
import { describeDataset, describeDatasets, phaseOf } from "./answer.js";
import { changeDataset } from "./change.js";
import { deleteDataset, restoreDataset } from "./soft-delete.js";
import { finishedCheck } from "./status.js";

const shared = { access: "user", tag: "Datasets" } as const;
const params = z.object({ id });
const listQuery = z.object({ product_type: z.union([productType, z.literal("all")]).optional(), owner: z.string().max(128).optional() });
const multipart = uploadFields.extend({ file: z.file().describe("A .csv, .xlsx or .xls file; its first row names the columns.") });

export function datasetRoutes(deps: ApiDeps, readers: TableReaderCache): Route[] {
  return [
    ...uploadRoutes(deps),
    ...recordRoutes(deps),
    ...contentRoutes(deps, readers),
    ...profilingRoutes(deps),
    ...tableDownloadRoutes(deps, readers),
    ...restDatasetRoutes(deps),
  ];
}

function uploadRoutes(deps: ApiDeps): Route[] {
  return [
    defineRoute({
      ...shared,
      method: "post",
      path: "/agatha/datasets/upload",
      needsLicence: true,
      summary: "Takes a file and makes a dataset of it, which is then parsed and checked",
      request: { body: multipart, multipart: true },
      responses: { 201: uploadAnswer },
      errors: [
        ERRORS.datasetNotFound,
        ERRORS.duplicateDatasetName,
        ERRORS.duplicateColumnName,
        ERRORS.columnName,
        ERRORS.datasetFormat,
        ERRORS.unreadableFile,
        ERRORS.unsupportedFileExtension,
        ERRORS.emptyColumnName,
        ERRORS.reservedColumnName,
        ERRORS.datasetName,
        ERRORS.fileTooLarge,
      ],
      handler: async ({ user, request }) => {
        const dataset = await uploadDataset(deps, user, request);
        return { status: 201, body: { id: dataset.metadata.name, name: dataset.spec.displayName, status: phaseOf(dataset) } };
      },
    }),
    defineRoute({
      ...shared,
      method: "post",
      path: "/agatha/datasets/prepare_upload_data",
      needsLicence: true,
      summary: "Checks name and limits before a file is sent, and keeps the name for a day",
      request: { body: prepareUploadRequest },
      responses: { 201: z.object({ id }) },
      errors: [ERRORS.duplicateDatasetName, ERRORS.datasetName, ERRORS.fileTooLarge],
      handler: async ({ user, body }) => ({ status: 201, body: { id: await prepareUpload(deps, user, body) } }),
    }),
  ];
}

function recordRoutes(deps: ApiDeps): Route[] {
  return [
    defineRoute({
      ...shared,
      method: "get",
      path: "/agatha/datasets",
      summary: "One's own datasets, or everybody's for managers, without their columns",
      request: { query: listQuery },
      responses: { 200: z.object({ data: z.array(datasetAnswer) }) },
      handler: async ({ user, query }) => {
        const { product_type = "all", owner } = query;
        const wanted = (await accessibleDatasets(deps, user)).filter(
          ({ spec }) => (product_type === "all" || spec.productType === product_type) && (owner === undefined || spec.owner === owner),
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
      errors: [ERRORS.datasetNotFound],
      handler: async ({ user, params }) => ({ body: await describeDataset(deps, user, await restoreDataset(deps, user, params.id)) }),
    }),
  ];
}

function contentRoutes(deps: ApiDeps, readers: TableReaderCache): Route[] {
  return [
    defineRoute({
      ...shared,
      method: "get",
      path: "/agatha/datasets/:id/rows",
      summary: "Rows in the file's order, or as the edit history leaves them; 202 until the file is parsed",
      request: { params, query: rowsQuery },
      responses: { 200: rowsAnswer, 202: z.object({}) },
      errors: [
        ERRORS.datasetNotFound,
        ERRORS.duplicateColumnName,
        ERRORS.columnName,
        ERRORS.unreadableFile,
        ERRORS.noRowsLeft,
        ERRORS.reservedColumnName,
      ],
      handler: async ({ user, params, query, response }) => {
        const dataset = await accessibleDataset(deps, user, params.id);
        const extraction = query.use_ext_data === "true" ? await loadEnabledEdits(deps, dataset) : undefined;
        return (await sendRows(readers, { dataset, extraction }, query, response)) ? {} : { status: 202, body: {} };
      },
    }),
    defineRoute({
      ...shared,
      method: "get",
      path: "/agatha/datasets/:id/leakage",
      summary:
        "Columns of the rows in use, or of what the edit history makes of them, that give a response away, found before a model is trained; 202 until the file is parsed",
      request: { params, query: leakageQuery },
      responses: { 200: leakageAnswer, 202: z.object({}) },
      errors: [
        ERRORS.datasetNotFound,
        ERRORS.duplicateColumnName,
        ERRORS.columnName,
        ERRORS.unreadableFile,
        ERRORS.noRowsLeft,
        ERRORS.reservedColumnName,
        ERRORS.responseNotFound,
        ERRORS.responseType,
      ],
      handler: async ({ user, params, query }) => {
        const dataset = await accessibleDataset(deps, user, params.id);
        const edits = query.use_ext_data === "true" ? await loadEnabledEdits(deps, dataset) : undefined;
        const data = await findTargetLeakage(deps, readers, dataset, { ...query, edits });
        return data ? { body: { data } } : { status: 202, body: {} };
      },
    }),
    defineRoute({
      ...shared,
      method: "get",
      path: "/agatha/datasets/:id/data_check",
      summary: "What was found in the columns; status init until all were checked",
      request: { params },
      responses: { 200: dataCheckAnswer },
      errors: [ERRORS.datasetNotFound, ERRORS.unreadableFile],
      handler: async ({ user, params }) => {
        const finished = finishedCheck(await accessibleDataset(deps, user, params.id));
        const found = finished && (await deps.documents.collection(COLLECTIONS.checks).get(finished.document));
        return { body: found ? { status: "success", ...found.check } : { status: "init", check_table: [], na_alert: false } };
      },
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
