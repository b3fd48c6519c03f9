/** Objects stored under the first definitions and their version, rewritten and reconciled under the present ones. */
import { fileURLToPath } from "node:url";
import type { KubernetesConnection } from "@agatha/adapters/kubernetes/connection";
import { migrateStorage } from "@agatha/adapters/kubernetes/storage-migration";
import { createKubernetesResourceStore } from "@agatha/adapters/resources/kubernetes-resource-store";
import { GROUP, KIND_NAMES, KINDS, type KindName, type OwnerReference, type Resource, VERSION } from "@agatha/contracts";
import { type ApiServer, CRDS, findApiServer, startApiServer } from "../ports/api-server.js";
import { describeWith } from "../ports/servers.js";
import { eventually } from "../ports/temporary-folder.js";
import { maximalValue, specSchema } from "./misoperation/schema-fields.js";
import { createTestHarness, type TestHarness } from "./test-harness.js";

const FIRST = fileURLToPath(new URL("../../definitions/first/", import.meta.url));
const FIRST_VERSION = "v1alpha1";
const PLURALS = KIND_NAMES.map((kind) => KINDS[kind].plural);
const TIME = "2024-05-01T08:00:00Z";

interface Stored {
  kind: KindName;
  name: string;
  /** Fields of its spec beside those of the first schema. */
  spec: object;
  status?: object;
  /** Whether the first dataset owns it. */
  owned?: boolean;
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
    owned: true,
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
  /** What each of two migrations rewrote, and the state before the first and after each. */
  const migrated: string[][] = [];
  const states: Awaited<ReturnType<typeof storedStates>>[] = [];

  beforeAll(async () => {
    server = await startApiServer(["garbage-collector-controller"], FIRST);
    admin = server.admin(await server.namespace());
    harness = await createTestHarness(undefined, async () => createKubernetesResourceStore({ connection: server.admin(admin.namespace) }));
    for (const one of STORED) await store(one);
    await server.applyDefinitions(CRDS);
    for (const kind of KIND_NAMES) await eventually(() => admin.text({ method: "GET", path: pathOf(kind) }).then(Boolean, () => false));
    states.push(await storedStates());
    for (let pass = 0; pass < 2; pass++) {
      migrated.push(await migrateStorage(admin));
      states.push(await storedStates());
    }
    for (const one of STORED) if (one.owned) await own(one);
    const dataset = (await harness.ports.resources.get("Dataset", "furnace"))!;
    await harness.addAccount(dataset.spec.owner, TIME);
    await harness.reconcileUntilStable();
  }, 300_000);
  afterAll(async () => {
    await harness.close();
    admin.close();
    await server.stop();
  });

  const pathOf = (kind: KindName, version = VERSION) => `/apis/${GROUP}/${version}/namespaces/${admin.namespace}/${KINDS[kind].plural}`;
  const read = (version: string, { kind, name }: Stored) =>
    admin.request<Resource<KindName>>({ method: "GET", path: `${pathOf(kind, version)}/${name}` });

  /** Returns the stored versions of each definition, and the metadata that tell what was written. */
  async function storedStates() {
    const definitions = PLURALS.map(async (plural) => {
      const path = `/apis/apiextensions.k8s.io/v1/customresourcedefinitions/${plural}.${GROUP}`;
      return (await admin.request<{ status: { storedVersions: string[] } }>({ method: "GET", path })).status.storedVersions;
    });
    const objects = await Promise.all(STORED.map((one) => read(VERSION, one)));
    return { versions: await Promise.all(definitions), metadata: objects.map(({ metadata }) => metadata) };
  }

  async function store({ kind, name, spec, status }: Stored): Promise<void> {
    const path = pathOf(kind, FIRST_VERSION);
    const most = maximalValue(specSchema(kind, FIRST)) as object;
    const body = { apiVersion: `${GROUP}/${FIRST_VERSION}`, kind, metadata: { name }, spec: { ...most, ...spec } };
    const made = await admin.request<Resource<KindName>>({ method: "POST", path, body });
    if (status) await admin.request({ method: "PUT", path: `${path}/${name}/status`, body: { ...made, status } });
  }

  /** Makes the first dataset the owner, named in the first version. */
  async function own({ kind, name }: Stored): Promise<void> {
    const dataset = await read(FIRST_VERSION, STORED[0]!);
    const { uid, name: ownerName } = dataset.metadata;
    const owner: OwnerReference = { apiVersion: dataset.apiVersion, kind: "Dataset", name: ownerName, uid, controller: true };
    const body = { metadata: { ownerReferences: [owner] } };
    const contentType = "application/merge-patch+json";
    await admin.request({ method: "PATCH", path: `${pathOf(kind)}/${name}`, contentType, body });
  }

  test("owners are named in the present version, those that the first version named too", async () => {
    const owners = (await Promise.all(STORED.map((one) => read(VERSION, one)))).flatMap(({ metadata }) => metadata.ownerReferences ?? []);
    expect(owners.length).toBeGreaterThanOrEqual(STORED.length - 1);
    expect(new Set(owners.map(({ apiVersion }) => apiVersion))).toEqual(new Set([`${GROUP}/${VERSION}`]));
  });

  test("objects stored in the first version are rewritten once in the present one, which alone is then stored", () => {
    expect(migrated).toEqual([PLURALS, []]);
    const [before, after, again] = states;
    expect(before!.versions).toEqual(PLURALS.map(() => [FIRST_VERSION, VERSION]));
    expect(after!.versions).toEqual(PLURALS.map(() => [VERSION]));
    for (const [at, { resourceVersion, generation }] of after!.metadata.entries()) {
      expect(resourceVersion).not.toBe(before!.metadata[at]!.resourceVersion);
      expect(generation).toBe(before!.metadata[at]!.generation);
    }
    expect(again).toEqual(after);
  });

  test.each(STORED)("$kind $name is the same in the first version and in the present one", async (stored) => {
    const [earlier, present] = await Promise.all([read(FIRST_VERSION, stored), read(VERSION, stored)]);
    expect(earlier.apiVersion).toBe(`${GROUP}/${FIRST_VERSION}`);
    expect({ ...earlier, apiVersion: present.apiVersion, metadata: present.metadata }).toEqual(present);
  });

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
