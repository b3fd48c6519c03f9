/**
 * Callers of the open model API while its pods come and go. The processes are real. A proxy stands for the Service: it connects each
 * client to one of the pods that are ready, and learns a second late that a pod ends, as nodes of a cluster do.
 */
import { readFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { CALLERS, callsDuring, type Prediction } from "../callers.js";
import { carsCsv } from "../data.js";
import { TestClient } from "../end-to-end/testing/client.js";
import { recordMeasurement } from "../measurements.js";
import { describeWith } from "../ports/servers.js";
import { startTcpProxy, type TcpProxy } from "../ports/tcp-proxy.js";
import { eventually } from "../ports/temporary-folder.js";
import { createDrainedPods, DRAIN_CONTROLLERS } from "./drained-pods.js";
import { clusterPrerequisites, type ProcessCluster, type Program, startProcessCluster } from "./process-cluster.js";
import { HELM } from "./service-accounts.js";

const COLUMNS = ["Cylinders", "Displacement", "Horsepower", "Weight_in_lbs"];
const ROW = { Cylinders: 4, Displacement: 100, Horsepower: 80, Weight_in_lbs: 2200 };
/** Time in which a node learns that a pod ends. */
const PROPAGATION_MS = 1_000;
const DEPLOYMENT = new URL("../../../charts/agatha/templates/api/_deployment.tpl", import.meta.url);
const PRE_STOP_MS = 1_000 * Number(/preStop: \{ sleep: \{ seconds: (\d+) \} \}/.exec(readFileSync(DEPLOYMENT, "utf8"))![1]);

describeWith("callers of the open model API", clusterPrerequisites, () => {
  let cluster: ProcessCluster;
  let service: TcpProxy;
  let prediction: Prediction;
  /** Pods that new connections go to. */
  const endpoints: Program[] = [];

  beforeAll(async () => {
    cluster = await startProcessCluster({ controllers: DRAIN_CONTROLLERS });
    await cluster.operator("operator-0");
    const api = await cluster.api();
    const client = new TestClient(`http://127.0.0.1:${api.port}/tukey/`);
    expect((await client.login()).status).toBe(200);
    const { id: dataset } = await client.uploadDataset("cars.csv", carsCsv(), { name: "Cars" });
    const training = { name: "Consumption", model_type: "REGRESSION", response: "Miles_per_Gallon", columns: COLUMNS };
    const { id } = await client.train(dataset, { ...training, layers: [{ nodes: [{ algorithm: "GLM" }] }] });
    await client.api.enableApis({ api_update_list: [{ model_id: id, api_enabled: true }], product_type: "quality" });
    const apiToken = (await client.api.modelApi(dataset, id)).api_token!;
    let connections = 0;
    service = await startTcpProxy(async () => endpoints[connections++ % endpoints.length]!.port);
    prediction = { url: `http://127.0.0.1:${service.port}/tukey/`, apiToken, row: ROW };
    await Promise.all([startPod(), startPod()]);
  }, 300_000);
  afterAll(async () => {
    await service?.close();
    await cluster.stop();
  });

  async function startPod(env: Record<string, string> = {}): Promise<void> {
    endpoints.push(await cluster.api({ AGATHA_SERVES: "models", ...env }));
  }

  /** Ends the oldest pod as Kubernetes does: nodes learn of it, and at the same time the pod's hook runs, after which it is told to end. */
  async function stopPod(): Promise<void> {
    const [pod] = endpoints as [Program];
    const learned = delay(PROPAGATION_MS).then(() => endpoints.splice(endpoints.indexOf(pod), 1));
    await delay(PRE_STOP_MS);
    expect(await pod.end("SIGTERM")).toBe(0);
    await learned;
  }

  /** Replaces each pod as the deployment does: no pod ends before another one is ready. */
  async function rollOut(env?: Record<string, string>): Promise<void> {
    for (const _pod of [...endpoints]) {
      await startPod(env);
      await stopPod();
    }
  }

  test.each([
    ["a restart of all pods", () => rollOut()],
    ["an upgrade, which changes their environment", () => rollOut({ LOG_LEVEL: "warn" })],
    ["three replicas and two again", () => startPod().then(stopPod)],
  ])(
    "lose none of their calls by %s",
    async (what, change) => {
      const { answered, failed } = await callsDuring(prediction, change);
      recordMeasurement(`${what}: ${answered} calls of ${CALLERS} callers answered, ${failed.length} lost`);
      expect(failed).toEqual([]);
    },
    300_000,
  );

  (HELM ? test : test.skip)(
    "lose none of their calls while the nodes of both pods are drained, which the disruption budget admits one after the other",
    async () => {
      const admin = cluster.server.admin(await cluster.server.namespace());
      const pods = await createDrainedPods(admin, HELM!);
      try {
        const [first, second] = (await pods.unstarted(endpoints.length)) as [string, string];
        for (const pod of [first, second]) await pods.report(pod);
        /** The deployment starts another pod as soon as the evicted one ends. */
        const replace = async () => {
          await Promise.all([startPod(), stopPod()]);
          for (const pod of await pods.unstarted(1)) await pods.report(pod);
        };
        const { answered, failed } = await callsDuring(prediction, async () => {
          await eventually(() => pods.evict(first), 60);
          expect(await pods.evict(second)).toBe(false);
          await replace();
          await eventually(() => pods.evict(second), 60);
          await replace();
        });
        recordMeasurement(`drained nodes: ${answered} calls of ${CALLERS} callers answered, ${failed.length} lost`);
        expect(failed).toEqual([]);
      } finally {
        admin.close();
      }
    },
    300_000,
  );

  test("lose calls when a pod is killed, all of which one retry mends", async () => {
    const kill = async () => {
      await startPod();
      // A deletion by force removes the pod from the Service at once.
      await endpoints.shift()!.end("SIGKILL");
    };
    const { answered, failed, repeated } = await callsDuring(prediction, kill, 1);
    recordMeasurement(`a pod killed: ${answered} calls answered, ${repeated} of them at the second try, ${failed.length} lost`);
    expect(failed).toEqual([]);
  }, 120_000);
});
