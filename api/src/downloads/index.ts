/** Datasets as files. */
import { samplingMethod } from "@agatha/contracts";
import { id, rowsQuery } from "@agatha/contracts/wire";
import { z } from "zod";
import { accessibleDataset } from "../datasets/access.js";
import { sendTable } from "../datasets/download.js";
import type { TableReaders } from "../datasets/table-readers.js";
import type { ApiDeps } from "../deps.js";
import { enabledExtraction } from "../extractions/store.js";
import { downloadQuery } from "../http/csv-download.js";
import { type Route, route } from "../http/route.js";

const query = downloadQuery.extend({
  dataset_id: id,
  sampling: samplingMethod.optional().describe("The rows in use when left out; raw for all."),
  use_ext_data: rowsQuery.shape.use_ext_data,
});

export function downloadRoutes(deps: ApiDeps, tables: TableReaders): Route[] {
  return [
    route({
      method: "get",
      path: "/tukey/download-gzip",
      access: "user",
      summary: "The rows of a dataset as a compressed CSV file; 202 until the file is parsed",
      tag: "Datasets",
      request: { query },
      responses: { 200: null, 202: z.object({}) },
      errors: ["010401", "010404", "010405", "010407", "010409", "010411"],
      async handler({ query: { dataset_id, sampling, use_ext_data, encoding }, user, response }) {
        const dataset = await accessibleDataset(deps, user, dataset_id);
        const extraction = use_ext_data === "true" ? await enabledExtraction(deps, dataset) : undefined;
        const file = { dataset, name: dataset.spec.displayName, encoding, sampling, extraction };
        return (await sendTable(tables, file, response)) ? {} : { status: 202, body: {} };
      },
    }),
  ];
}
