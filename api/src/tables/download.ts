import { ERRORS, type ErrorCode, type Resource, type SamplingMethod, samplingMethod, titleOf, type User } from "@agatha/contracts";
import { id, rowsQuery } from "@agatha/contracts/wire";
import type { EditSteps } from "@agatha/trainer/serving";
import type { Response } from "express";
import { z } from "zod";
import { accessibleDataset } from "../datasets/access.js";
import { readyTableForSampling } from "../datasets/status.js";
import { FAILED_TABLE_ERRORS } from "../datasets/table-file-errors.js";
import type { ApiDeps } from "../deps.js";
import { loadEnabledEdits } from "../edit-history/store.js";
import { type DownloadEncoding, downloadQuery, sendGzipCsv } from "../http/csv-download.js";
import { defineRoute, type Route } from "../http/route.js";
import { flattenPages, readPages } from "./rows.js";
import type { TableReaderCache } from "./table-reader-cache.js";

const tableDownloadQuery = downloadQuery.extend({ sampling: samplingMethod.optional().describe("Those in use when left out.") });

interface TableDownload {
  dataset: Resource<"Dataset">;
  /** File name, without its extension. */
  name: string;
  encoding: DownloadEncoding;
  sampling?: SamplingMethod | undefined;
  edits?: EditSteps | undefined;
}

type DownloadRequest = Pick<TableDownload, "encoding" | "sampling"> & {
  /** Whether the rows are those after the edit history. */
  edited: boolean;
  /** Suffix of the file name. */
  suffix?: string;
};

/**
 * Sends the table, or returns false while there is no table with the rows. Throws before the first byte for steps that do not fit
 * or leave no row.
 */
async function sendTable(readers: TableReaderCache, download: TableDownload, response: Response): Promise<boolean> {
  const { dataset, name, encoding, edits } = download;
  const table = readyTableForSampling(dataset, download.sampling);
  if (!table) return false;
  const { columnCount = 1 } = dataset.status ?? {};
  await readers.use(table.key, async (reader) => {
    const pages = readPages(reader, { sampling: table.sampling, edits }, columnCount);
    const first = await pages.next();
    const header = first.done ? [] : first.value.columns;
    await sendGzipCsv(response, { name, encoding, header, rows: flattenPages(first, pages) });
  });
  return true;
}

/**
 * Routes for one download at three addresses: the dataset's own, that of its edit history, and the specification's, which names
 * the dataset in its query.
 */
export function tableDownloadRoutes(deps: ApiDeps, readers: TableReaderCache): Route[] {
  const shared = {
    access: "user",
    method: "get",
    responses: { 200: null, 202: z.object({}) },
    errors: [ERRORS.datasetNotFound, ...FAILED_TABLE_ERRORS, ERRORS.noRowsLeft, ERRORS.dataExtraction] as ErrorCode[],
  } as const;
  const query = tableDownloadQuery.extend({ use_ext_data: rowsQuery.shape.use_ext_data });

  async function send(datasetId: string, asked: DownloadRequest, user: User, response: Response) {
    const dataset = await accessibleDataset(deps, user, datasetId);
    const edits = asked.edited ? await loadEnabledEdits(deps, dataset) : undefined;
    const name = `${titleOf(dataset)}${asked.suffix ?? ""}`;
    const sent = await sendTable(readers, { dataset, name, edits, encoding: asked.encoding, sampling: asked.sampling }, response);
    return sent ? {} : { status: 202 as const, body: {} };
  }

  return [
    defineRoute({
      ...shared,
      tag: "Datasets",
      path: "/agatha/datasets/:id/download_gzip",
      summary: "The dataset as a compressed CSV file in a chosen encoding; 202 until it is parsed",
      request: { params: z.object({ id }), query },
      handler: ({ user, params, query: { use_ext_data, ...asked }, response }) =>
        send(params.id, { ...asked, edited: use_ext_data === "true" }, user, response),
    }),
    defineRoute({
      ...shared,
      tag: "Datasets",
      path: "/tukey/download-gzip",
      summary: "The same of the dataset that the query names",
      request: { query: query.extend({ dataset_id: id }) },
      handler: ({ user, query: { dataset_id, use_ext_data, ...asked }, response }) =>
        send(dataset_id, { ...asked, edited: use_ext_data === "true" }, user, response),
    }),
    defineRoute({
      ...shared,
      tag: "Data editing",
      path: "/agatha/datasets/:id/extraction/download_gzip",
      summary: "The rows as the edit history leaves them, as a compressed CSV file; 202 until the dataset is parsed",
      request: { params: z.object({ id }), query: tableDownloadQuery },
      handler: ({ user, params, query: asked, response }) =>
        send(params.id, { ...asked, edited: true, suffix: "-extraction" }, user, response),
    }),
  ];
}
