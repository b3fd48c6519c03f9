/** What sets the clusters of a model apart, column by column. */
import { buffer } from "node:stream/consumers";
import { Conflict, type HeldOutPredictions, InvalidInput, type ModelInput, type Resource, samplingInUse } from "@agatha/contracts";
import { clusterDensityAnswer } from "@agatha/contracts/wire";
import { z } from "zod";
import { readPages } from "../datasets/rows.js";
import { parsedTable } from "../datasets/state.js";
import type { TableReaders } from "../datasets/table-readers.js";
import type { ApiDeps } from "../deps.js";
import { storedExtraction } from "../extractions/steps.js";
import { type Route, route } from "../http/route.js";
import { accessibleModel, type ModelInDataset } from "../models/access.js";
import { MODEL_PATH, ofModel } from "../models/routes.js";
import { artifactOf, trainedInfo } from "../models/trained.js";
import { countDensity } from "./density.js";

const query = z.object({ column: z.string().min(1).max(512).optional().describe("One of the model's columns; all when left out.") });

export function clusterRoutes(deps: ApiDeps, tables: TableReaders): Route[] {
  return [
    route({
      method: "get",
      path: `${MODEL_PATH}/cluster_density`,
      access: "user",
      summary: "How the values of each column lie within each cluster of a clustering",
      tag: "Models",
      request: { params: ofModel, query },
      responses: { 200: clusterDensityAnswer },
      errors: ["010401", "010405", "010407", "010514", "010517", "010518", "021401"],
      async handler({ params, query: { column }, user }) {
        const found = await accessibleModel(deps, user, params.id, params.mid);
        const { info } = await trainedInfo(deps, found.model);
        if (info.type !== "CLUSTERING") throw new InvalidInput("010518", { path: "", message: `A ${info.type} model has no clusters` });
        const inputs = info.inputs.filter(({ name }) => column === undefined || name === column);
        if (inputs.length === 0) {
          throw new InvalidInput("010405", { path: "column", message: `The model has no column ${JSON.stringify(column)}` });
        }
        const clusters = (info.clustering?.clusters ?? []).map(({ cluster }) => cluster);
        return { body: { data: await densities({ ...deps, tables }, found, { inputs, clusters }) } };
      },
    }),
  ];
}

/** Throws Conflict (021401) when the dataset was read anew since: the model's clusters are of rows that there are no more. */
async function densities(
  deps: Pick<ApiDeps, "objects" | "documents"> & { tables: TableReaders },
  { model, dataset }: ModelInDataset,
  { inputs, clusters }: { inputs: ModelInput[]; clusters: number[] },
) {
  const table = parsedTable(dataset);
  const learned = model.status?.datasetFingerprint;
  if (!table || (learned !== undefined && table.fingerprint !== learned)) throw new Conflict("the dataset was read anew");
  const clusterOf = await clustersByRow(deps, model);
  const counts = inputs.map(countDensity);
  const { totalRows = 0, columnCount = 1 } = dataset.status ?? {};
  const sampling = samplingInUse(dataset.spec, totalRows);
  const steps = model.spec.extraction;
  const extraction = steps === undefined ? undefined : await storedExtraction(deps, dataset, steps);
  const wanted = { start: 0, limit: Number.MAX_SAFE_INTEGER, sampling, extraction };
  await deps.tables.use(table.key, async (reader) => {
    let row = 0;
    for await (const { columns, data } of readPages(reader, wanted, columnCount)) {
      const places = inputs.map(({ name }) => columns.indexOf(name));
      for (const cells of data) {
        const cluster = clusterOf.get(row++);
        if (cluster !== undefined) for (const [i, count] of counts.entries()) count.add(cluster, cells[places[i] ?? -1]);
      }
    }
  });
  return counts.map((count) => count.answer(clusters));
}

/** Rows that the model could not answer are in none. */
async function clustersByRow({ objects }: Pick<ApiDeps, "objects">, model: Resource<"Model">): Promise<Map<number, number>> {
  const text = (await buffer(await objects.get(artifactOf(model).predictions))).toString("utf8");
  const { rows, prediction } = JSON.parse(text) as HeldOutPredictions;
  return new Map(
    rows.flatMap((row, i): [number, number][] => {
      const cluster = prediction.value[i];
      return typeof cluster === "number" ? [[row, cluster]] : [];
    }),
  );
}
