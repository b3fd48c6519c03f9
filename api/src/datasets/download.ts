import { type Resource, type SamplingMethod, samplingInUse, samplingMethod } from "@agatha/contracts";
import { id, rowsQuery } from "@agatha/contracts/wire";
import type { ExtractionSteps } from "@agatha/trainer/serving";
import type { Response } from "express";
import { z } from "zod";
import type { ApiDeps } from "../deps.js";
import { enabledExtraction } from "../extractions/store.js";
import { type DownloadEncoding, downloadQuery, sendGzipCsv } from "../http/csv-download.js";
import { type Route, route } from "../http/route.js";
import { accessibleDataset } from "./access.js";
import { readPages, rowsFrom } from "./rows.js";
import { parsedTable } from "./state.js";
import type { TableReaders } from "./table-readers.js";

export const tableDownloadQuery = downloadQuery.extend({ sampling: samplingMethod.optional().describe("Those in use when left out.") });

export interface TableDownload {
  dataset: Resource<"Dataset">;
  /** Of the file, without its ending. */
  name: string;
  encoding: DownloadEncoding;
  sampling?: SamplingMethod | undefined;
  extraction?: ExtractionSteps | undefined;
}

/** False while the dataset has no table. Throws before the first byte for steps that do not fit or leave no row. */
export async function sendTable(readers: TableReaders, download: TableDownload, response: Response): Promise<boolean> {
  const { dataset, name, encoding, extraction } = download;
  const table = parsedTable(dataset);
  if (!table) return false;
  const { totalRows = 0, columnCount = 1 } = dataset.status ?? {};
  const sampling = download.sampling ?? samplingInUse(dataset.spec, totalRows);
  await readers.use(table.key, async (reader) => {
    const pages = readPages(reader, { start: 0, limit: Math.max(1, totalRows), sampling, extraction }, columnCount);
    const first = await pages.next();
    const header = first.done ? [] : first.value.columns;
    await sendGzipCsv(response, { name, encoding, header, rows: rowsFrom(first, pages) });
  });
  return true;
}

export function tableDownloadRoutes(deps: ApiDeps, readers: TableReaders): Route[] {
  return [
    route({
      access: "user",
      tag: "Datasets",
      method: "get",
      path: "/agatha/datasets/:id/download_gzip",
      summary: "The dataset as a compressed CSV file in a chosen encoding; 202 until it is parsed",
      request: { params: z.object({ id }), query: tableDownloadQuery.extend({ use_ext_data: rowsQuery.shape.use_ext_data }) },
      responses: { 200: null, 202: z.object({}) },
      errors: ["010401", "010404", "010405", "010407", "010409", "010411"],
      async handler({ user, params, query, response }) {
        const dataset = await accessibleDataset(deps, user, params.id);
        const extraction = query.use_ext_data === "true" ? await enabledExtraction(deps, dataset) : undefined;
        const sent = await sendTable(readers, { dataset, ...query, extraction, name: dataset.spec.displayName }, response);
        return sent ? {} : { status: 202, body: {} };
      },
    }),
  ];
}
