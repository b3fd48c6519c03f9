/** Densities of a model's clusters, by column. */
import { ERRORS, type HeldOutPredictions, InvalidInput, type ModelInfo, type ModelInput, type Resource } from "@agatha/contracts";
import { clusterDensityAnswer } from "@agatha/contracts/wire";
import { z } from "zod";
import { FAILED_TABLE_ERRORS } from "../datasets/table-file-errors.js";
import type { ApiDeps } from "../deps.js";
import { defineRoute, type Route } from "../http/route.js";
import { parseJsonStream } from "../json/parse-json-stream.js";
import { accessibleModel, type ModelInDataset } from "../models/access.js";
import { MODEL_PATH, modelParams } from "../models/routes.js";
import { trainingRows } from "../models/training-rows.js";
import { loadModelInfo, trainedArtifact } from "../serving/trained-model.js";
import { readPages } from "../tables/rows.js";
import type { TableReaderCache } from "../tables/table-reader-cache.js";
import { createClusterHistogram } from "./cluster-histogram.js";

const query = z.object({ column: z.string().min(1).max(512).optional().describe("One of the model's columns; all when left out.") });

/** Route for the distribution of each column within each cluster, for users who may see the model. */
export function clusterRoutes(deps: ApiDeps, tables: TableReaderCache): Route[] {
  return [
    defineRoute({
      method: "get",
      path: `${MODEL_PATH}/cluster_density`,
      access: "user",
      summary: "How the values of each column lie within each cluster of a clustering",
      tag: "Models",
      request: { params: modelParams, query },
      responses: { 200: clusterDensityAnswer },
      errors: [
        ERRORS.datasetNotFound,
        ERRORS.columnName,
        ...FAILED_TABLE_ERRORS,
        ERRORS.modelNotFound,
        ERRORS.modelNotTrained,
        ERRORS.calculationFailed,
        ERRORS.dataChanged,
      ],
      async handler({ params, query: { column }, user }) {
        const found = await accessibleModel(deps, user, params.id, params.mid);
        const { info } = await loadModelInfo(deps, found.model);
        if (info.type !== "CLUSTERING")
          throw new InvalidInput(ERRORS.calculationFailed, { path: "", message: `A ${info.type} model has no clusters` });
        const inputs = info.inputs.filter(({ name }) => column === undefined || name === column);
        if (inputs.length === 0) {
          throw new InvalidInput(ERRORS.columnName, { path: "column", message: `The model has no column ${JSON.stringify(column)}` });
        }
        const clusters = (info.clustering?.clusters ?? []).map(({ cluster }) => cluster);
        return { body: { data: await clusterDensities({ ...deps, tables }, found, { inputs, clusters, record: info.record }) } };
      },
    }),
  ];
}

/** Returns the densities. Throws InvalidInput (dataChanged) if the dataset has other rows than at the training. */
async function clusterDensities(
  deps: Pick<ApiDeps, "objects" | "documents"> & { tables: TableReaderCache },
  found: ModelInDataset,
  { inputs, clusters, record }: { inputs: ModelInput[]; clusters: number[]; record: ModelInfo["record"] },
) {
  const { key, ...wanted } = await trainingRows(deps, found, record);
  const { columnCount = 1 } = found.dataset.status ?? {};
  const clusterOf = await clustersByRow(deps, found.model);
  const counts = inputs.map(createClusterHistogram);
  await deps.tables.use(key, async (reader) => {
    let row = 0;
    for await (const { columns, data } of readPages(reader, wanted, columnCount)) {
      const places = inputs.map(({ name }) => columns.indexOf(name));
      for (const cells of data) {
        const cluster = clusterOf.get(row++);
        if (cluster !== undefined) for (const [i, count] of counts.entries()) count.add(cluster, cells[places[i] ?? -1]);
      }
    }
  });
  return counts.map((count) => count.density(clusters));
}

/** Returns the cluster of each row. A row without a prediction has none. */
async function clustersByRow({ objects }: Pick<ApiDeps, "objects">, model: Resource<"Model">): Promise<Map<number, number>> {
  const { rows, prediction } = (await parseJsonStream(await objects.get(trainedArtifact(model).predictions))) as HeldOutPredictions;
  return new Map(
    rows.flatMap((row, i): [number, number][] => {
      const cluster = prediction.value[i];
      return typeof cluster === "number" ? [[row, cluster]] : [];
    }),
  );
}
