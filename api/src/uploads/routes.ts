import { ERRORS } from "@agatha/contracts";
import { filePreview, id, prepareUploadRequest, previewFields, uploadAnswer, uploadFields } from "@agatha/contracts/wire";
import { z } from "zod";
import { accessibleDataset } from "../datasets/access.js";
import { phaseOf } from "../datasets/status.js";
import { TABLE_FILE_ERRORS } from "../datasets/table-file-errors.js";
import type { ApiDeps } from "../deps.js";
import { defineRoute, type Route } from "../http/route.js";
import { prepareUpload } from "./prepared-upload.js";
import { previewDataset, previewUpload } from "./preview.js";
import { uploadDataset } from "./upload.js";

const shared = { access: "user", tag: "Datasets" } as const;
const tableFile = ({ config }: Pick<ApiDeps, "config">) =>
  z.file().max(config.maxUploadBytes).describe("A .csv, .xlsx or .xls file; its first row names the columns.");

/** Routes with which users upload a file as a dataset, reserve its name before, and preview how a file is read. */
export function uploadRoutes(deps: ApiDeps): Route[] {
  const file = tableFile(deps);
  return [
    defineRoute({
      ...shared,
      method: "post",
      path: "/agatha/datasets/upload",
      needsLicence: true,
      summary: "Takes a file and makes a dataset of it, which is then parsed and checked",
      request: { body: uploadFields.extend({ file }), multipart: true },
      responses: { 201: uploadAnswer },
      errors: [
        ERRORS.datasetNotFound,
        ERRORS.duplicateDatasetName,
        ...TABLE_FILE_ERRORS,
        ERRORS.datasetName,
        ERRORS.fileTooLarge,
        ERRORS.modelNotFound,
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
    ...previewRoutes(deps, file),
  ];
}

function previewRoutes(deps: ApiDeps, file: z.ZodFile): Route[] {
  const errors = [ERRORS.unsupportedFileExtension, ERRORS.fileTooLarge, ERRORS.datasetFormat];
  return [
    defineRoute({
      ...shared,
      method: "post",
      path: "/agatha/datasets/preview_upload",
      summary: "The first rows of a file, of which nothing is kept, as they would be read with these options",
      request: { body: previewFields.extend({ file }), multipart: true },
      responses: { 200: filePreview },
      errors,
      handler: async ({ request }) => ({ body: await previewUpload(deps, request) }),
    }),
    defineRoute({
      ...shared,
      method: "get",
      path: "/agatha/datasets/:id/preview",
      summary: "The first rows of a dataset's file, as they would be read with these options in the place of its own",
      request: { params: z.object({ id }), query: previewFields },
      responses: { 200: filePreview },
      errors: [ERRORS.datasetNotFound, ...errors],
      handler: async ({ user, params, query }) => ({
        body: await previewDataset(deps, await accessibleDataset(deps, user, params.id), query),
      }),
    }),
  ];
}
