import { COLLECTIONS, ERRORS, type SamplingMethod } from "@agatha/contracts";
import {
  dataCheckAnswer,
  id,
  leakageAnswer,
  leakageQuery,
  previewEditStepAnswer,
  previewEditStepRequest,
  rowsAnswer,
  rowsQuery,
  seriesAnswer,
  seriesQuery,
} from "@agatha/contracts/wire";
import type { RowReader } from "@agatha/trainer/serving";
import { z } from "zod";
import { accessibleDataset } from "../datasets/access.js";
import { finishedCheck } from "../datasets/status.js";
import { FAILED_TABLE_ERRORS } from "../datasets/table-file-errors.js";
import type { ApiDeps } from "../deps.js";
import { loadEditsWith, loadEnabledEdits } from "../edit-history/store.js";
import { defineRoute, type Route } from "../http/route.js";
import { tableDownloadRoutes } from "./download.js";
import { loadJoin } from "./joins.js";
import { sendRows } from "./rows.js";
import { describeDatasetSeries } from "./series-description.js";
import type { TableReaderCache } from "./table-reader-cache.js";
import { findTargetLeakage } from "./target-leakage.js";
import { unmatchedRows } from "./unmatched-rows.js";

const shared = { access: "user", tag: "Datasets" } as const;
const PREVIEW_ROWS = 20;
const params = z.object({ id });

/** Routes for the rows of a parsed dataset, its data check and its target leakage. */
export function tableRoutes(deps: ApiDeps, readers: TableReaderCache): Route[] {
  return [...contentRoutes(deps, readers), ...tableDownloadRoutes(deps, readers)];
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
      errors: [ERRORS.datasetNotFound, ...FAILED_TABLE_ERRORS, ERRORS.noRowsLeft, ERRORS.dataExtraction],
      handler: async ({ user, params, query, response }) => {
        const dataset = await accessibleDataset(deps, user, params.id);
        const extraction = query.use_ext_data === "true" ? await loadEnabledEdits(deps, dataset) : undefined;
        return (await sendRows(readers, { dataset, extraction }, query, response)) ? {} : { status: 202, body: {} };
      },
    }),
    defineRoute({
      ...shared,
      tag: "Data editing",
      method: "post",
      path: "/agatha/datasets/:id/extraction/preview",
      summary:
        "The first 20 rows that a step would leave in its place in the edit history, which stays as it is; 202 until the file is parsed",
      bodyLimit: "list",
      request: { params, body: previewEditStepRequest },
      responses: { 200: previewEditStepAnswer, 202: z.object({}) },
      errors: [ERRORS.datasetNotFound, ...FAILED_TABLE_ERRORS, ERRORS.noRowsLeft, ERRORS.dataExtraction],
      handler: async ({ user, params, body, response }) => {
        const dataset = await accessibleDataset(deps, user, params.id);
        const { index, spec: request } = body;
        const spec = request.type === "join" ? await loadJoin({ deps, readers, user, dataset }, request) : request;
        const extraction = await loadEditsWith(deps, dataset, { index, spec });
        const more = async (reader: RowReader, sampling: SamplingMethod) =>
          spec.type === "join" ? { unmatched: await unmatchedRows(reader, extraction, { join: spec, sampling }) } : {};
        return (await sendRows(readers, { dataset, extraction, more }, { start: 0, limit: PREVIEW_ROWS }, response))
          ? {}
          : { status: 202, body: {} };
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
        ...FAILED_TABLE_ERRORS,
        ERRORS.noRowsLeft,
        ERRORS.dataExtraction,
        ERRORS.responseNotFound,
        ERRORS.responseType,
        ERRORS.columnName,
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
      path: "/agatha/datasets/:id/series",
      summary:
        "What the rows that a model of the time series learns from, or what the edit history makes of them, say of it: period, gaps, seasons, trend, components; 202 until the file is parsed",
      request: { params, query: seriesQuery },
      responses: { 200: seriesAnswer, 202: z.object({}) },
      errors: [
        ERRORS.datasetNotFound,
        ...FAILED_TABLE_ERRORS,
        ERRORS.noRowsLeft,
        ERRORS.dataExtraction,
        ERRORS.timeColumnCount,
        ERRORS.responseNotFound,
        ERRORS.columnName,
      ],
      handler: async ({ user, params, query }) => {
        const dataset = await accessibleDataset(deps, user, params.id);
        const edits = query.use_ext_data === "true" ? await loadEnabledEdits(deps, dataset) : undefined;
        const body = await describeDatasetSeries(deps, readers, dataset, { ...query, edits });
        return body ? { body } : { status: 202, body: {} };
      },
    }),
    defineRoute({
      ...shared,
      method: "get",
      path: "/agatha/datasets/:id/data_check",
      summary: "What was found in the columns; status init until all were checked",
      request: { params },
      responses: { 200: dataCheckAnswer },
      errors: [ERRORS.datasetNotFound, ...FAILED_TABLE_ERRORS],
      handler: async ({ user, params }) => {
        const finished = finishedCheck(await accessibleDataset(deps, user, params.id));
        const found = finished && (await deps.documents.collection(COLLECTIONS.checks).get(finished.document));
        return { body: found ? { status: "success", ...found.check } : { status: "init", check_table: [], na_alert: false } };
      },
    }),
  ];
}
