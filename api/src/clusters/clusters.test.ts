import type { HeldOutPredictions, ModelInfo, ModelInput, Resource } from "@agatha/contracts";
import type { ClusterDensityAnswer, ErrorBody } from "@agatha/contracts/wire";
import type { RowReader } from "@agatha/trainer/serving";
import type { TableReaderCache } from "../tables/table-reader-cache.js";
import { addUser, type Client, readJson, startServer, type TestDeps, type TestServer, testDeps } from "../testing/deps.js";
import { addDataset, addTrainedModel, numericInput } from "../testing/models.js";
import { clusterRoutes } from "./index.js";

let deps: TestDeps;
let server: TestServer;
let client: Client;
let dataset: Resource<"Dataset">;
let path: string;

const ROWS: (string | number | null)[][] = [
  [0, "b", "2024-01-01T00:00:00.000Z"],
  [0.1, "a", "2024-01-01T00:00:00.000Z"],
  [9.9, "a", "2024-01-02T00:00:00.000Z"],
  [10, null, "2024-01-02T00:00:00.000Z"],
  [null, "rare", "2024-01-02T00:00:00.000Z"],
];
const day = Date.parse("2024-01-01T00:00:00Z");
const inputs: ModelInput[] = [
  numericInput("x"),
  { ...numericInput("kind"), type: "s", min: null, max: null, levels: ["a", "b"] },
  { ...numericInput("at"), type: "d", min: day, max: day + 24 * 3_600_000 },
  { ...numericInput("same"), min: 3, max: 3 },
];
const predictions: HeldOutPredictions = { rows: [0, 1, 2, 3, 4], prediction: { value: [1, 1, 2, 2, 2] } };
const clustering = { clusters: [1, 2].map((cluster) => ({ cluster, rows: 2, center: [] })) };

const tables: TableReaderCache = {
  use: (_key, work) =>
    work({
      rows: async ({ start, limit }) => ({
        columns: ["x", "kind", "at", "same"],
        total: ROWS.length,
        data: ROWS.slice(start, start + limit).map((row) => [...row, 3]),
      }),
    } as Pick<RowReader, "rows"> as RowReader),
  close: async () => undefined,
};

/** The reader returns two rows of so wide a table at a time, so that the counts span pages. */
const columnCount = 100_000;

/** The model is of the present table, or of the one with this fingerprint and the digest of `record`. */
async function begin(fingerprint?: string, record?: Partial<ModelInfo["record"]>): Promise<void> {
  const owner = await addUser(deps, `owner of ${fingerprint}`);
  const made = await addDataset(deps, { owner });
  const { generation: observedGeneration } = made.metadata;
  dataset = await deps.resources.updateStatus("Dataset", {
    ...made,
    status: { ...made.status, observedGeneration, totalRows: ROWS.length, columnCount },
  });
  client = await server.loggedInAs(owner);
  const spec = { type: "CLUSTERING", response: undefined } as const;
  const model = await addTrainedModel(deps, {
    dataset,
    inputs,
    spec,
    predictions,
    info: { type: "CLUSTERING", inputs, clustering, record: record as ModelInfo["record"] },
  });
  await deps.resources.updateStatus("Model", {
    ...model,
    status: { ...model.status, datasetFingerprint: fingerprint ?? made.status?.fingerprint },
  });
  path = `/agatha/datasets/${dataset.metadata.name}/models/${model.metadata.name}/cluster_density`;
}

beforeEach(async () => {
  deps = testDeps();
  server = await startServer(deps, clusterRoutes(deps, tables));
  await begin();
});
afterEach(async () => {
  await server.close();
  deps.cleanUp();
});

const density = async (query = ""): Promise<ClusterDensityAnswer["data"]> =>
  (await readJson<ClusterDensityAnswer>(await client("GET", `${path}/${query}`))).data;
const total = (shares: number[] = []): number => shares.reduce((sum, share) => sum + share, 0);

describe("the densities of clusters", () => {
  // @contract get-agatha-datasets-id-models-mid-cluster-density
  test("the density of numbers and times adds up to one over bins of equal width", async () => {
    const [x, , at] = await density();
    expect(x).toMatchObject({ column: "x", type: "n", from: 0, to: 10, levels: [] });
    const width = 10 / 24;
    for (const [i, bin] of [0, 23].entries()) {
      const { rows, density: shares } = x!.clusters[i]!;
      expect([rows, total(shares) * width]).toEqual([2, expect.closeTo(1)]);
      expect(shares[bin]! * width).toBeCloseTo(1);
    }
    expect(at!.clusters.map(({ rows, density: shares }) => [rows, shares.findIndex((share) => share > 0)])).toEqual([
      [2, 0],
      [3, 23],
    ]);
  });

  test("the density of text is a share by level, of the rows with a value", async () => {
    const [kind] = await density("?column=kind");
    expect(kind).toEqual({
      column: "kind",
      type: "s",
      from: null,
      to: null,
      levels: ["a", "b"],
      clusters: [
        { cluster: 1, rows: 2, density: [0.5, 0.5] },
        { cluster: 2, rows: 2, density: [0.5, 0] },
      ],
    });
  });

  test("the density of a single value is in one bin", async () => {
    const [same] = await density("?column=same");
    expect(same!.clusters.map(({ density: shares }) => total(shares))).toEqual([1, 1]);
  });

  test("densities are refused for a column that is not the model's and for models without clusters", async () => {
    const refusal = async (at: string): Promise<[number, string]> => {
      const answer = await client("GET", at);
      return [answer.status, (await readJson<ErrorBody>(answer)).tukey_error];
    };
    expect(await refusal(`${path}?column=nowhere`)).toEqual([400, "010405"]);
    const regression = await addTrainedModel(deps, { dataset, spec: { displayName: "Other" } });
    const other = `/agatha/datasets/${dataset.metadata.name}/models/${regression.metadata.name}/cluster_density`;
    expect(await refusal(other)).toEqual([400, "010518"]);
  });

  test("densities are refused after the dataset was parsed again with other rows", async () => {
    await begin("another");
    const answer = await client("GET", path);
    expect([answer.status, (await readJson<ErrorBody>(answer)).tukey_error]).toEqual([409, "021401"]);
  });

  test("densities are shown after the dataset was parsed again with the same rows, as for a label", async () => {
    await begin("another", { table_sha256: dataset.status!.table!.sha256, sampling: "raw" });
    expect(await density()).toHaveLength(inputs.length);
  });
});
