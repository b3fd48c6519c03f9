import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { collectionPath } from "@agatha/adapters/resources/kubernetes-object";
import { createKubernetesResourceStore } from "@agatha/adapters/resources/kubernetes-resource-store";
import type { PredictionAnswer } from "@agatha/contracts/wire";
import { parseAllDocuments } from "yaml";
import { carsCsv } from "../data.js";
import { TestClient } from "../end-to-end/testing/client.js";
import { recordMeasurement } from "../measurements.js";
import { SAMPLES } from "../ports/api-server.js";
import { describeWith } from "../ports/servers.js";
import { eventually } from "../ports/temporary-folder.js";
import { expireUndoPeriod } from "./expire-undo-period.js";
import { clusterPrerequisites, isLeader, isReady, type ProcessCluster, type Program, startProcessCluster } from "./process-cluster.js";

const SAMPLE = join(SAMPLES, "dataset.yaml");
const CHART_FILES = new URL("../../../charts/agatha/files/", import.meta.url);

const training = (name: string) => ({
  name,
  model_type: "REGRESSION",
  response: "Miles_per_Gallon",
  columns: ["Cylinders", "Displacement", "Horsepower", "Weight_in_lbs"],
  layers: [{ nodes: [{ algorithm: "GLM" }] }],
});

describeWith("the programs of a cluster", clusterPrerequisites, () => {
  let cluster: ProcessCluster;
  let operators: Program[];
  let api: Program;
  let client: TestClient;
  let datasetId: string;
  let trained = 1;

  beforeAll(async () => {
    cluster = await startProcessCluster();
    operators = await Promise.all([cluster.operator("operator-0"), cluster.operator("operator-1")]);
    api = await cluster.api();
    client = new TestClient(`http://127.0.0.1:${api.port}/tukey/`);
    expect((await client.login()).status).toBe(200);
  }, 180_000);
  afterAll(() => cluster.stop());

  const leader = async () => {
    const found: Program[] = [];
    for (const operator of operators) if (await isLeader(operator)) found.push(operator);
    return found;
  };

  test("an upload becomes a published prediction, which needs no API server and ends when its model is disabled", async () => {
    await eventually(async () => (await leader()).length === 1);
    const dataset = await client.uploadDataset("cars.csv", carsCsv(), { name: "Cars" });
    datasetId = dataset.id;
    const model = await client.train(datasetId, training("Consumption"));
    expect(model).toMatchObject({ status: "success" });
    const enable = (api_enabled: boolean) =>
      client.api.enableApis({ api_update_list: [{ model_id: model.id, api_enabled }], product_type: "quality" });
    await enable(true);
    const models = await cluster.api({ AGATHA_SERVES: "models" });
    const { api_token } = await client.api.modelApi(datasetId, model.id);
    const data = { Cylinders: 4, Displacement: 100, Horsepower: 80, Weight_in_lbs: 2200 };
    const url = `http://127.0.0.1:${models.port}/tukey/`;
    const predict = () =>
      fetch(`${url}tukey/api/`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ api_token, data }),
      });
    const answer = await predict();
    const { link } = (await answer.json()) as { link: string };
    const result = (await (await fetch(link)).json()) as PredictionAnswer;
    expect(result).toMatchObject({ data: { status: "success", value: [expect.any(Number)] } });
    // It serves no other path.
    for (const path of ["agatha/user/", "rest/models", "accounts/csrf", ""]) expect((await fetch(url + path)).status).toBe(404);
    await cluster.server.server.pause();
    try {
      expect((await predict()).status).toBe(200);
    } finally {
      cluster.server.server.resume();
    }
    await enable(false);
    await eventually(async () => (await predict()).status === 403);
    expect(await models.end("SIGTERM")).toBe(0);
  });

  test("an inline table is parsed like an upload, and its file is deleted with the Dataset", async () => {
    const [sample] = parseAllDocuments(readFileSync(SAMPLE, "utf8"));
    const admin = cluster.server.admin(cluster.namespace);
    await admin.request({ method: "POST", path: collectionPath(cluster.namespace, "Dataset"), body: sample!.toJS() });
    admin.close();
    const dataset = await client.waitForDataset("furnace", "evaluating_finish");
    expect(dataset).toMatchObject({ name: "Furnace", file_name: "furnace.csv", encoding: "utf-8", delimiter: ";", total_rows: 80 });
    const resources = createKubernetesResourceStore({ connection: cluster.server.admin(cluster.namespace) });
    const { spec, status, metadata } = (await resources.get("Dataset", "furnace"))!;
    const bytes = Buffer.from(spec.source.inline!);
    const digest = createHash("sha256").update(bytes).digest("hex");
    expect(status?.source).toEqual({ key: `datasets/${metadata.uid}/source`, sha256: digest, size: bytes.length });
    await resources.delete("Dataset", metadata);
    await eventually(async () => (await resources.get("Dataset", "furnace")) === undefined);
    await resources.close();
  });

  test("each step of an object is an Event about it", async () => {
    const admin = cluster.server.admin(cluster.namespace);
    const path = `/apis/events.k8s.io/v1/namespaces/${cluster.namespace}/events`;
    const { items } = await admin.request<{ items: { reason: string; type: string; regarding: { kind: string } }[] }>({
      method: "GET",
      path,
    });
    admin.close();
    const about = (kind: string) => items.filter(({ regarding }) => regarding.kind === kind).map(({ type, reason }) => `${type} ${reason}`);
    for (const kind of ["Dataset", "Model"]) expect(about(kind).length).toBeGreaterThan(1);
    expect(items.filter(({ type }) => type === "Warning")).toEqual([]);
  });

  test("the leader reports its work under the usual metric names", async () => {
    const [leading] = await leader();
    const text = await (await fetch(`${leading!.operationsUrl}/metrics`)).text();
    expect(text).toMatch(/^workqueue_depth\{name="model"\} \d+$/m);
    expect(text).toMatch(/^controller_runtime_reconcile_total\{controller="model",result="success"\} [1-9]\d*$/m);
    expect(text).toMatch(/^controller_runtime_reconcile_time_seconds_count\{controller="model"\} [1-9]\d*$/m);
  });

  test("every series of the chart's alerts and dashboard is one that a program reports", async () => {
    const [leading] = await leader();
    const texts = await Promise.all([leading!, api].map(async ({ operationsUrl }) => (await fetch(`${operationsUrl}/metrics`)).text()));
    const reported = new Set([...texts.join("\n").matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name));
    const queries = ["alerts.yaml", "dashboard.json"].map((file) => readFileSync(new URL(file, CHART_FILES), "utf8")).join("\n");
    const asked = [...queries.matchAll(/\b([a-z_]+)\{namespace=/g)].map(([, name = ""]) => name.replace(/_(bucket|count|sum)$/, ""));
    expect(asked.length).toBeGreaterThan(10);
    expect(asked.filter((name) => !reported.has(name))).toEqual([]);
  });

  test("each line of every program's log is JSON with the level's name, the time and a message", () => {
    const lines = [...operators, api].flatMap((program) => program.output().split("\n").filter(Boolean));
    expect(lines.length).toBeGreaterThan(10);
    for (const line of lines) {
      expect(JSON.parse(line)).toMatchObject({
        level: expect.stringMatching(/^(debug|info|warn|error|fatal)$/),
        time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
        msg: expect.any(String),
      });
    }
  });

  test.each<[string, (program: Program) => Promise<unknown>]>([
    ["is killed", (program) => program.end("SIGKILL")],
    ["is paused and continues later", async ({ child }) => child.kill("SIGSTOP")],
  ])(
    "a leader that %s: another leads within 20 s, and every task is started once",
    async (what, stop) => {
      const [leading] = await leader();
      const before = cluster.node.started.length;
      const names = ["A", "B", "C", "D"].map((letter) => `${letter}${before}`);
      const made = await Promise.all(
        names.map((name) => client.json<{ id: string }>("POST", `agatha/datasets/${datasetId}/models/`, training(name))),
      );
      await stop(leading!);
      const since = Date.now();
      operators = operators.filter((operator) => operator !== leading);
      await eventually(async () => (await leader()).length === 1);
      const seconds = (Date.now() - since) / 1_000;
      expect(seconds).toBeLessThan(20);
      recordMeasurement(`a leader that ${what}: another leads after ${seconds.toFixed(1)} s`);
      if (what.startsWith("is paused")) {
        leading!.child.kill("SIGCONT");
        await eventually(() => leading!.output().includes("the lease is lost"));
      }
      for (const { body } of made) expect(await client.waitForModel(datasetId, body.id)).toMatchObject({ status: "success" });
      const tasks = cluster.node.started.slice(before);
      expect(new Set(tasks).size).toBe(tasks.length);
      expect(tasks).toHaveLength(names.length);
      trained += names.length;
      // The same process competes for the lease again without a restart. It leads in the next test.
      if (what.startsWith("is paused")) await eventually(() => isReady(leading!));
      operators.push(what.startsWith("is paused") ? leading! : await cluster.operator(`operator-${operators.length + 1}`));
    },
    120_000,
  );

  test("deleted jobs of finished tasks are not created again, not even by a new leader", async () => {
    const admin = cluster.server.admin(cluster.namespace);
    const jobs = `/apis/batch/v1/namespaces/${cluster.namespace}/jobs`;
    await admin.text({ method: "DELETE", path: jobs, query: { propagationPolicy: "Background" } });
    const before = cluster.node.started.length;
    const [leading] = await leader();
    expect(await leading!.end("SIGTERM")).toBe(0);
    operators = operators.filter((operator) => operator !== leading);
    // No work is left once the new leader has reconciled everything and its queues are empty.
    await eventually(async () => {
      const [successor] = await leader();
      if (!successor) return false;
      const text = await (await fetch(`${successor.operationsUrl}/metrics`)).text();
      const figure = (pattern: RegExp) => Number(pattern.exec(text)?.[1] ?? Number.NaN);
      const looked = figure(/^controller_runtime_reconcile_total\{controller="model",result="success"\} (\d+)$/m);
      return looked >= trained && figure(/^workqueue_depth\{name="model"\} (\d+)$/m) === 0;
    });
    expect(cluster.node.started).toHaveLength(before);
    expect((await admin.request<{ items: unknown[] }>({ method: "GET", path: jobs })).items).toEqual([]);
    admin.close();
    operators.push(await cluster.operator(`operator-${operators.length + 1}`));
  });

  test("a final deletion leaves no job, no pod and no finalizer behind", async () => {
    await client.api.deleteDataset(datasetId);
    const resources = createKubernetesResourceStore({ connection: cluster.server.admin(cluster.namespace) });
    await expireUndoPeriod(resources);
    await eventually(async () => {
      const [datasets, models] = [await resources.list("Dataset"), await resources.list("Model")];
      return datasets.items.length + models.items.length === 0;
    });
    await resources.close();
    const admin = cluster.server.admin(cluster.namespace);
    for (const path of ["/apis/batch/v1", "/api/v1"].map((api, i) => `${api}/namespaces/${cluster.namespace}/${["jobs", "pods"][i]}`)) {
      await eventually(async () => (await admin.request<{ items: unknown[] }>({ method: "GET", path })).items.length === 0);
    }
    admin.close();
  });

  test("SIGTERM ends the leader cleanly, and the other one leads at once", async () => {
    const [leading] = await leader();
    expect(await leading!.end("SIGTERM")).toBe(0);
    operators = operators.filter((operator) => operator !== leading);
    const since = Date.now();
    await eventually(async () => (await leader()).length === 1);
    expect(Date.now() - since).toBeLessThan(6_000);
  });
});
