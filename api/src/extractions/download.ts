import { id } from "@agatha/contracts/wire";
import { z } from "zod";
import { accessibleDataset } from "../datasets/access.js";
import { sendTable, tableDownloadQuery } from "../datasets/download.js";
import type { TableReaders } from "../datasets/table-readers.js";
import type { ApiDeps } from "../deps.js";
import { type Route, route } from "../http/route.js";
import { enabledExtraction } from "./store.js";

export function downloadRoutes(deps: ApiDeps, readers: TableReaders): Route[] {
  return [
    route({
      access: "user",
      tag: "Data editing",
      method: "get",
      path: "/agatha/datasets/:id/extraction/download_gzip",
      summary: "The rows as the edit history leaves them, as a compressed CSV file; 202 until the dataset is parsed",
      request: { params: z.object({ id }), query: tableDownloadQuery },
      responses: { 200: null, 202: z.object({}) },
      errors: ["010401", "010404", "010405", "010407", "010409", "010411"],
      async handler({ user, params, query, response }) {
        const dataset = await accessibleDataset(deps, user, params.id);
        const extraction = await enabledExtraction(deps, dataset);
        const name = `${dataset.spec.displayName}-extraction`;
        return (await sendTable(readers, { dataset, ...query, extraction, name }, response)) ? {} : { status: 202, body: {} };
      },
    }),
  ];
}
