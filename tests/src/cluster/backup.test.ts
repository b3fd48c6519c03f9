/** A backup, the loss of everything, a new installation and the restoration: people find all of their data again. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { DatasetAnswer, ModelAnswer, ModelApiAnswer, PredictionAnswer } from "@agatha/contracts/wire";
import { carsCsv } from "../data.js";
import { waitFor } from "../end-to-end/testing/agatha-process.js";
import { TestClient } from "../end-to-end/testing/client.js";
import { existingInstallation, RELEASE } from "./installation.js";
import { REPOSITORY } from "./launcher/cluster-paths.js";
import { run, tryRun } from "./launcher/commands.js";

const SCRIPT = join(REPOSITORY, "docs/kubernetes/backup.mjs");
/** A namespace besides the installation's own. */
const FURTHER = "agatha-further";
const KINDS = ["datasets", "models", "automodels", "evaluations", "calculations"];
const ROWS = [
  { Cylinders: 4, Displacement: 97, Horsepower: 75, Weight_in_lbs: 2155 },
  { Cylinders: 8, Displacement: 350, Horsepower: 165, Weight_in_lbs: 3693 },
];

/** Data that people see. */
interface Seen {
  dataset: Partial<DatasetAnswer>;
  rows: unknown;
  model: Partial<ModelAnswer>;
  info: unknown;
  token: string;
  predictions: unknown;
}

/** Returns the keys of the objects in the backup. */
function objectsIn(folder: string): string[] {
  const archive = readFileSync(join(folder, "stores.archive"), "latin1");
  return [...archive.matchAll(/^\{"object":\{"key":"([^"]+)"/gm)].map(([, key = ""]) => key);
}

describe("a backup", () => {
  const installation = existingInstallation();
  const { kubectl, helm, namespace } = installation;
  const names = ["--namespace", namespace, "--name", RELEASE];
  let folder: string;
  let password: string;
  let datasetId: string;
  let modelId: string;
  let modelOfEditedRows: string;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "agatha-backup-"));
  });
  afterAll(async () => {
    rmSync(folder, { recursive: true });
    await kubectl(["delete", "namespace", FURTHER, "--timeout=120s"]);
  });

  /** Installs the chart for both namespaces. */
  const install = () => installation.install("--set", `operator.namespaces={${FURTHER}}`);

  /** Returns the status of the dataset in the further namespace. Keys have its UID, which is another one after the restoration. */
  async function furtherDataset(): Promise<unknown> {
    const { metadata, status } = JSON.parse(await kubectl(["get", "dataset", "furnace", "--namespace", FURTHER, "--output", "json"])) as {
      metadata: { uid: string };
      status: object;
    };
    return JSON.parse(JSON.stringify({ ...status, conditions: undefined }).replaceAll(metadata.uid, "UID"));
  }

  async function withClient<T>(work: (client: TestClient) => Promise<T>): Promise<T> {
    const api = await installation.forward(`${RELEASE}-api`);
    try {
      const client = new TestClient(api.url);
      expect((await client.login("admin", password)).status).toBe(200);
      return await work(client);
    } finally {
      await api.stop();
    }
  }

  async function predictions(api_token: string): Promise<unknown> {
    const models = await installation.forward(`${RELEASE}-models`);
    try {
      const body = JSON.stringify({ api_token, data: ROWS });
      const link = await waitFor("the model to be published", async () => {
        const answer = await fetch(new URL("tukey/api/", models.url), {
          method: "POST",
          headers: { "content-type": "application/json" },
          body,
        });
        return answer.ok && ((await answer.json()) as { link: string }).link;
      });
      return ((await (await fetch(link)).json()) as PredictionAnswer).data;
    } finally {
      await models.stop();
    }
  }

  async function seen(client: TestClient): Promise<Seen> {
    const path = `agatha/datasets/${datasetId}`;
    const get = async <T>(end: string) => (await client.json<T>("GET", `${path}/${end}`)).body;
    // Ages count from the restoration.
    const { created_at: _c, updated_at: _u, ...dataset } = await get<DatasetAnswer>("");
    const { status, indicators, train_indicators, api_enable } = await get<ModelAnswer>(`models/${modelId}/`);
    const { api_token: token } = await get<ModelApiAnswer>(`models/${modelId}/api/`);
    return {
      dataset,
      rows: await get("rows/?start=0&limit=400"),
      model: { status, indicators, train_indicators, api_enable },
      info: await get(`models/${modelId}/info/`),
      token: token!,
      predictions: await predictions(token!),
    };
  }

  test("a restored backup has the datasets, models, tokens and predictions of before", async () => {
    ({ AGATHA_ADMIN_PASSWORD: password = "" } = await installation.secret(`${RELEASE}-api`));
    await kubectl(["create", "namespace", FURTHER]);
    await install();
    await kubectl(["apply", "--namespace", FURTHER, "--filename", join(REPOSITORY, "crds/samples/dataset.yaml")]);
    await kubectl(["wait", "--namespace", FURTHER, "--for=condition=Ready", "dataset/furnace", "--timeout=300s"]);
    const further = await furtherDataset();
    const before = await withClient(async (client) => {
      datasetId = (await client.uploadDataset("cars.csv", carsCsv(), { name: "SavedCars" })).id;
      const columns = Object.keys(ROWS[0]!);
      const layers = [{ nodes: [{ algorithm: "RF", params: { trees: 50 } }] }];
      const request = { name: "Saved", model_type: "REGRESSION", response: "Miles_per_Gallon", columns, layers, seed: 7 };
      modelId = (await client.train(datasetId, request)).id;
      const groups = [{ conditions: [{ column: "Cylinders", op: "eq" as const, value: 4 }] }];
      await client.api.createExtraction(datasetId, { spec: { type: "filter", groups } });
      const edited = { ...request, name: "SavedEdited", columns: ["Horsepower", "Weight_in_lbs"], use_extraction: true };
      modelOfEditedRows = (await client.train(datasetId, edited)).id;
      const enabled = { api_update_list: [{ model_id: modelId, api_enabled: true }], product_type: "quality" };
      expect((await client.json("PATCH", "agatha/openthirdapi/update_multi/", enabled)).status).toBe(200);
      return await seen(client);
    });
    await run([process.execPath, SCRIPT, "save", folder, ...names]);

    for (const place of [namespace, FURTHER]) await kubectl(["delete", KINDS.join(","), "--all", "--namespace", place, "--timeout=120s"]);
    await helm("uninstall", RELEASE, "--wait");
    await kubectl(["delete", "persistentvolumeclaims", "--selector", `app.kubernetes.io/instance=${RELEASE}`]);
    await kubectl(["delete", "secret", `${RELEASE}-stores`, `${RELEASE}-api`]);
    await kubectl(["delete", "customresourcedefinitions", ...KINDS.map((kind) => `${kind}.agatha.dev`)]);

    await kubectl(["apply", "--filename", join(folder, "secrets.json")]);
    await install();
    await run([process.execPath, SCRIPT, "restore", folder, ...names]);
    expect(await withClient(seen)).toEqual(before);
    await kubectl(["wait", "--namespace", FURTHER, "--for=condition=Ready", "dataset/furnace", "--timeout=300s"]);
    expect(await furtherDataset()).toEqual(further);
    await kubectl(["delete", "--namespace", FURTHER, "dataset", "furnace", "--timeout=120s"]);
  }, 900_000);

  test("restored datasets can be used for training, and restored objects are deleted without leftovers", async () => {
    await withClient(async (client) => {
      const model = await client.train(datasetId, { name: "Since", model_type: "REGRESSION", response: "Miles_per_Gallon", seed: 7 });
      expect(model).toMatchObject({ status: "success" });
      const { id } = await client.api.cloneModel(datasetId, modelOfEditedRows);
      expect(await client.waitForModel(datasetId, id)).toMatchObject({ status: "success", same_bytes: true, use_extraction: true });
    });
    const uids = (await kubectl(["get", "datasets,models", "--output", "jsonpath={.items[*].metadata.uid}"])).split(" ");
    expect(uids).toHaveLength(5);
    const source = await kubectl(["get", "dataset", datasetId, "--output", "jsonpath={.spec.source.key}"]);
    // Deletes at once, and not after the day in which people can undo a deletion in the console.
    await kubectl(["delete", "dataset", datasetId, "--timeout=120s"]);
    await waitFor("the models to go with their dataset", async () => (await kubectl(["get", "models", "--output", "name"])) === "", 120);
    const after = join(folder, "after");
    const { stderr } = await tryRun([process.execPath, SCRIPT, "save", after, ...names]);
    expect(stderr).toContain(": 0 resources, ");
    // Other objects may stay: nothing removes the outputs of an object whose finalizers were removed by hand.
    expect(objectsIn(after).filter((key) => key === source || uids.some((uid) => key.includes(uid)))).toEqual([]);
  });

  test("a backup is not restored over existing objects", async () => {
    await withClient(async (client) => void (await client.uploadDataset("cars.csv", carsCsv(), { name: "PresentCars" })));
    const { status, stderr } = await tryRun([process.execPath, SCRIPT, "restore", folder, ...names]);
    expect(status).toBe(1);
    expect(stderr).toContain("restore into an empty installation");
  });
});
