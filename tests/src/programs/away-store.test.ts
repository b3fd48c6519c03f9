/**
 * A document store that is away: the API says so at once instead of after its retries, and predicts all the same; new objects tell
 * that they wait for it.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { collectionPath } from "@agatha/adapters/resources/kubernetes-object";
import type { Resource } from "@agatha/contracts";
import type { PredictionAnswer } from "@agatha/contracts/wire";
import { parse } from "yaml";
import { carsCsv } from "../data.js";
import { TestClient } from "../end-to-end/testing/client.js";
import { recordMeasurement } from "../measurements.js";
import { SAMPLES } from "../ports/api-server.js";
import { describeWith } from "../ports/servers.js";
import { eventually } from "../ports/temporary-folder.js";
import { clusterPrerequisites, isLeader, isReady, type ProcessCluster, type Program, startProcessCluster } from "./process-cluster.js";

const CALLS = 20;
const TRAINING = { name: "Consumption", model_type: "REGRESSION", response: "Miles_per_Gallon", columns: ["Displacement", "Horsepower"] };

describeWith("while the document store is away", clusterPrerequisites, () => {
  let cluster: ProcessCluster;
  let operator: Program;
  let api: Program;
  let client: TestClient;
  let token: string;

  const urlOf = ({ port }: Program) => `http://127.0.0.1:${port}/tukey/`;
  async function predict(): Promise<{ id: string; link: string }> {
    const headers = { "content-type": "application/json" };
    const body = JSON.stringify({ api_token: token, data: { Displacement: 100, Horsepower: 80 } });
    const answer = await fetch(`${urlOf(api)}tukey/api/`, { method: "POST", headers, body });
    expect(answer.status).toBe(200);
    return (await answer.json()) as { id: string; link: string };
  }
  const result = async (link: string) => (await (await fetch(link)).json()) as PredictionAnswer;
  const ask = () => client.request("GET", "agatha/datasets/");

  beforeAll(async () => {
    cluster = await startProcessCluster();
    operator = await cluster.operator("operator-0");
    api = await cluster.api();
    client = new TestClient(urlOf(api));
    expect((await client.login()).status).toBe(200);
    const { id: dataset } = await client.uploadDataset("cars.csv", carsCsv(), { name: "Cars" });
    const { id } = await client.train(dataset, { ...TRAINING, layers: [{ nodes: [{ algorithm: "GLM" }] }] });
    await client.api.enableApis({ api_update_list: [{ model_id: id, api_enabled: true }], product_type: "quality" });
    token = (await client.api.modelApi(dataset, id)).api_token!;
    await predict();
    await cluster.stores.mongo.kill();
    await eventually(
      async () => /agatha_store_up\{store="documents"\} 0/.test(await (await fetch(`${api.operationsUrl}/metrics`)).text()),
      60,
    );
    // The next ping without an answer makes it known.
    await eventually(async () => (await ask()).status === 503, 60);
  }, 300_000);
  afterAll(() => cluster.stop());

  test("calls are answered 503 with the time to retry, within a tenth of a second", async () => {
    const times: number[] = [];
    for (let i = 0; i < CALLS; i++) {
      const since = performance.now();
      const answer = await ask();
      times.push(performance.now() - since);
      expect([answer.status, answer.headers.get("Retry-After")]).toEqual([503, expect.stringMatching(/^\d+$/)]);
    }
    const [middle = 0] = times.sort((a, b) => a - b).slice(CALLS / 2);
    recordMeasurement(`a call while the document store is known to be away: 503 after ${middle.toFixed(0)} ms`);
    // With retries each would take 20 s.
    expect(middle).toBeLessThan(100);
  });

  /** Returns `Ready=False/StoreUnavailable` of an object. */
  async function readyCondition(path: string): Promise<string> {
    const { status } = await cluster.server.admin(cluster.namespace).request<Resource<"Dataset" | "Model">>({ method: "GET", path });
    const ready = status?.conditions?.find(({ type }) => type === "Ready");
    return ready ? `Ready=${ready.status}/${ready.reason}` : "none";
  }
  /** Creates the objects of the samples, each name with the ending. */
  async function create(ending: string): Promise<void> {
    const admin = cluster.server.admin(cluster.namespace);
    for (const [name, kind] of [
      ["dataset", "Dataset"],
      ["model", "Model"],
    ] as const) {
      const text = readFileSync(join(SAMPLES, `${name}.yaml`), "utf8").replaceAll(/(name|datasetRef): (furnace\S*)/g, `$1: $2${ending}`);
      await admin.request({ method: "POST", path: collectionPath(cluster.namespace, kind), body: parse(text) });
    }
    admin.close();
  }
  const objects = (ending: string) => ({
    dataset: `${collectionPath(cluster.namespace, "Dataset")}/furnace${ending}`,
    model: `${collectionPath(cluster.namespace, "Model")}/furnace-hardness${ending}`,
  });

  /** Resolves when the objects tell by a condition and an event that they wait for the store. */
  async function tellThatTheyWait(ending: string): Promise<void> {
    const paths = Object.values(objects(ending));
    for (const path of paths) await eventually(async () => (await readyCondition(path)) === "Ready=False/StoreUnavailable", 90);
    const names = paths.map((path) => path.slice(path.lastIndexOf("/") + 1)).sort();
    const admin = cluster.server.admin(cluster.namespace);
    const path = `/apis/events.k8s.io/v1/namespaces/${cluster.namespace}/events`;
    await eventually(async () => {
      const { items } = await admin.request<{ items: { reason: string; type: string; note: string; regarding: { name: string } }[] }>({
        method: "GET",
        path,
      });
      const told = items.filter(
        ({ reason, type, regarding }) => [reason, type].join() === "StoreUnavailable,Warning" && names.includes(regarding.name),
      );
      return told.length === 2 && told.every(({ note }) => note.startsWith("The document store does not answer."));
    });
    admin.close();
  }

  test("new objects tell by a condition and an event that they wait for the store", async () => {
    await create("");
    await tellThatTheyWait("");
  }, 180_000);

  test("so do objects that an operator finds when it starts meanwhile, which is not ready yet", async () => {
    expect(await operator.end("SIGTERM")).toBe(0);
    await create("-later");
    operator = await cluster.operator("operator-1", {}, isLeader);
    await tellThatTheyWait("-later");
    expect(await isReady(operator)).toBe(false);
  }, 180_000);

  test("predictions are answered, and other processes find their results once it is back", async () => {
    const { id, link } = await predict();
    expect(await result(link)).toMatchObject({ data: { status: "success", value: [expect.any(Number)] } });
    await cluster.stores.mongo.restart();
    await eventually(async () => (await ask()).status === 200, 60);
    const other = await cluster.api({ AGATHA_SERVES: "models" });
    await eventually(async () => (await result(`${urlOf(other)}tukey/api/${id}/`)).data?.status === "success", 60);
    expect(await result(`${urlOf(other)}tukey/api/${id}/`)).toEqual(await result(link));
  }, 240_000);

  test("new objects go on by themselves once the store is back, and the operator becomes ready", async () => {
    for (const ending of ["", "-later"]) {
      const { dataset, model } = objects(ending);
      await eventually(async () => (await readyCondition(model)) === "Ready=True/Trained", 120);
      expect(await readyCondition(dataset)).toBe("Ready=True/Checked");
    }
    expect(await isReady(operator)).toBe(true);
  }, 300_000);
});
