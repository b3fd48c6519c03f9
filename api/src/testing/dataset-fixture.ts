import type { DatasetStatus, Resource, User } from "@agatha/contracts";
import { datasetRoutes } from "../datasets/index.js";
import { profilingRoutes } from "../profiling/index.js";
import { tableRoutes } from "../tables/index.js";
import { addUser, type Client, startServer, type TestDeps, type TestServer, testDeps } from "./deps.js";
import { addDataset } from "./models.js";
import { stubTableReaderCache } from "./table-reader-cache.js";

/** Parsed and checked dataset `Oven`, and a client of its owner. */
export interface DatasetFixture {
  deps: TestDeps;
  server: TestServer;
  someone: User;
  client: Client;
  dataset: Resource<"Dataset">;
  /** Path of the dataset, below the base path. */
  path: string;
  spec(): Promise<Resource<"Dataset">["spec"] | undefined>;
  /** Sets a status as the operator does, for the present spec by default. */
  setStatus(status: DatasetStatus): Promise<Resource<"Dataset">>;
  close(): Promise<void>;
}

/** Serves the routes of datasets, tables and profiling to the owner of a dataset of 100 rows and 4 columns. */
export async function createDatasetFixture(): Promise<DatasetFixture> {
  const deps = testDeps();
  const server = await startServer(deps, [...datasetRoutes(deps), ...tableRoutes(deps, stubTableReaderCache()), ...profilingRoutes(deps)]);
  const someone = await addUser(deps, "someone");
  const { name } = (await addDataset(deps, { owner: someone, name: "Oven" })).metadata;
  const setStatus = async (status: DatasetStatus): Promise<Resource<"Dataset">> => {
    const present = (await deps.resources.get("Dataset", name))!;
    const observedGeneration = present.metadata.generation;
    return deps.resources.updateStatus("Dataset", { ...present, status: { ...present.status, observedGeneration, ...status } });
  };
  return {
    deps,
    server,
    someone,
    client: await server.loggedInAs(someone),
    dataset: await setStatus({ nrow: 100, totalRows: 100, columnCount: 4 }),
    path: `/agatha/datasets/${name}`,
    spec: async () => (await deps.resources.get("Dataset", name))?.spec,
    setStatus,
    async close() {
      await server.close();
      deps.cleanUp();
    },
  };
}
