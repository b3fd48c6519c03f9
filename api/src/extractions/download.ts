import { type Resource, samplingInUse, samplingMethod } from "@agatha/contracts";
import { id } from "@agatha/contracts/wire";
import type { Response } from "express";
import { z } from "zod";
import { accessibleDataset } from "../datasets/access.js";
import { readPages, rowsFrom } from "../datasets/rows.js";
import { parsedTable } from "../datasets/state.js";
import type { TableReaders } from "../datasets/table-readers.js";
import type { ApiDeps } from "../deps.js";
import { downloadQuery, sendGzipCsv } from "../http/csv-download.js";
import { type Route, route } from "../http/route.js";
import { enabledExtraction } from "./store.js";

const query = downloadQuery.extend({ sampling: samplingMethod.optional().describe("Those in use when left out.") });

export function downloadRoutes(deps: ApiDeps, readers: TableReaders): Route[] {
  return [
    route({
      access: "user",
      tag: "Data editing",
      method: "get",
      path: "/agatha/datasets/:id/extraction/download_gzip",
      summary: "The rows as the edit history leaves them, as a compressed CSV file; 202 until the dataset is parsed",
      request: { params: z.object({ id }), query },
      responses: { 200: null, 202: z.object({}) },
      errors: ["010401", "010404", "010405", "010407", "010409", "010411"],
      async handler({ user, params, query, response }) {
        const dataset = await accessibleDataset(deps, user, params.id);
        return (await sendExtracted(deps, readers, { dataset, ...query }, response)) ? {} : { status: 202, body: {} };
      },
    }),
  ];
}

type Asked = z.output<typeof query> & { dataset: Resource<"Dataset"> };

/** False while the dataset has no table. Throws before the first byte for steps that do not fit or leave no row. */
async function sendExtracted(
  deps: ApiDeps,
  readers: TableReaders,
  { dataset, encoding, sampling }: Asked,
  response: Response,
): Promise<boolean> {
  const table = parsedTable(dataset);
  if (!table) return false;
  const { totalRows = 0, columnCount = 1 } = dataset.status ?? {};
  const extraction = await enabledExtraction(deps, dataset);
  const wanted = { start: 0, limit: Math.max(1, totalRows), sampling: sampling ?? samplingInUse(dataset.spec, totalRows), extraction };
  await readers.use(table.key, async (reader) => {
    const pages = readPages(reader, wanted, columnCount);
    const first = await pages.next();
    const header = first.done ? [] : first.value.columns;
    await sendGzipCsv(response, { name: `${dataset.spec.displayName}-extraction`, encoding, header, rows: rowsFrom(first, pages) });
  });
  return true;
}
