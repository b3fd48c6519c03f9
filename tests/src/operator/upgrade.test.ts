/** Objects stored under the first version of the definitions, reconciled under the present one. */
import { fileURLToPath } from "node:url";
import type { KubernetesConnection } from "@agatha/adapters/kubernetes/connection";
import { collectionPath } from "@agatha/adapters/resources/kubernetes-object";
import { createKubernetesResourceStore } from "@agatha/adapters/resources/kubernetes-resource-store";
import { API_VERSION, KIND_NAMES, type KindName, type Resource } from "@agatha/contracts";
import { type ApiServer, CRDS, findApiServer, startApiServer } from "../ports/api-server.js";
import { describeWith } from "../ports/servers.js";
import { maximalValue, specSchema } from "./misoperation/schema-fields.js";
import { createTestHarness, type TestHarness } from "./test-harness.js";

const FIRST = fileURLToPath(new URL("../../definitions/first/", import.meta.url));
const TIME = "2024-05-01T08:00:00Z";

interface Stored {
  kind: KindName;
  name: string;
  /** Fields of its spec beside those of the first schema. */
  spec: object;
  status?: object;
  /** Final state under the present definition. */
  ends: { phase: string; reason?: string };
}

const ARTIFACT = { key: "models/old/model.bin", sha256: "0".repeat(64), size: 1, info: "old", predictions: "models/old/predictions.json" };
const KEPT = { ttlSecondsAfterFinished: 2_592_000 };
const STORED: Stored[] = [
  // The first definition, read as YAML 1.1, accepted no numeric column.
  {
    kind: "Dataset",
    name: "furnace",
    spec: { source: source("furnace"), columns: [{ name: "a", type: "s", label: "A" }] },
    ends: { phase: "evaluating_finish" },
  },
  { kind: "Model", name: "hardness", spec: { datasetRef: "furnace" }, ends: { phase: "success" } },
  {
    kind: "Model",
    name: "trained",
    spec: { datasetRef: "furnace" },
    status: { observedGeneration: 1, phase: "success", artifact: ARTIFACT, indicators: { RMSE: 1 }, finishedAt: TIME },
    ends: { phase: "success" },
  },
  {
    kind: "AutoModel",
    name: "search",
    spec: { datasetRef: "furnace", mode: "AUTO_MINIMUM", limits: { models: 2, seconds: 600 } },
    ends: { phase: "fitting_finished" },
  },
  {
    kind: "Evaluation",
    name: "comparison",
    spec: { datasetRef: "furnace", models: ["hardness"], testData: source("may") },
    ends: { phase: "evaluating_finish" },
  },
  // Their input was in a document that is not read any more.
  { kind: "Calculation", name: "batch", spec: { modelRef: "hardness", type: "batch", ...KEPT }, ends: { phase: "fail", reason: "010401" } },
  {
    kind: "Calculation",
    name: "settings",
    spec: { modelRef: "hardness", type: "optimization", ...KEPT },
    ends: { phase: "fail", reason: "010201" },
  },
  {
    kind: "Calculation",
    name: "done",
    spec: { modelRef: "hardness", type: "batch", ...KEPT },
    status: { observedGeneration: 1, phase: "success", result: "calculations/old/result.json", rows: 3, finishedAt: TIME },
    ends: { phase: "success" },
  },
];

function source(name: string): object {
  return { key: `uploads/${name}.csv`, sha256: "0".repeat(64), size: 1, fileName: `${name}.csv`, format: "csv" };
}

describeWith("objects of the first definitions", findApiServer(), () => {
  let server: ApiServer;
  let admin: KubernetesConnection;
  let harness: TestHarness;

  beforeAll(async () => {
    server = await startApiServer(["garbage-collector-controller"], FIRST);
    admin = server.admin(await server.namespace());
    harness = await createTestHarness(undefined, async () => createKubernetesResourceStore({ connection: server.admin(admin.namespace) }));
    for (const one of STORED) await store(one);
    await server.applyDefinitions(CRDS);
    const dataset = (await harness.ports.resources.get("Dataset", "furnace"))!;
    await harness.addAccount(dataset.spec.owner, TIME);
    await harness.reconcileUntilStable();
  }, 300_000);
  afterAll(async () => {
    await harness.close();
    admin.close();
    await server.stop();
  });

  async function store({ kind, name, spec, status }: Stored): Promise<void> {
    const path = collectionPath(admin.namespace, kind);
    const most = maximalValue(specSchema(kind, FIRST)) as object;
    const body = { apiVersion: API_VERSION, kind, metadata: { name }, spec: { ...most, ...spec } };
    const made = await admin.request<Resource<KindName>>({ method: "POST", path, body });
    if (status) await admin.request({ method: "PUT", path: `${path}/${name}/status`, body: { ...made, status } });
  }

  test.each(STORED)(
    "$kind $name of the first definitions ends as expected, and finished work is not repeated",
    async ({ kind, name, ends }) => {
      const { status, metadata } = (await harness.ports.resources.get(kind, name))!;
      expect(status).toMatchObject({ ...ends, observedGeneration: metadata.generation });
    },
  );

  test("only unfinished objects of the first definitions have had jobs", () => {
    // One dataset is parsed and checked, three models are trained, and one is compared on a file that is parsed.
    expect(harness.publishedRuns).toEqual({ ingest: 2, check: 1, train: 3, evaluate: 1 });
  });

  test("objects of the first definitions can be changed and deleted, and leave nothing", async () => {
    const { resources } = harness.ports;
    for (const { kind, name } of STORED) {
      const present = (await resources.get(kind, name))!;
      await resources.update(kind, { ...present, metadata: { ...present.metadata, labels: { upgraded: "yes" } } });
    }
    await resources.delete("Dataset", (await resources.get("Dataset", "furnace"))!.metadata);
    await harness.reconcileUntilStable();
    for (const kind of KIND_NAMES) expect((await resources.list(kind)).items.map(({ metadata }) => metadata.name)).toEqual([]);
  });
});
