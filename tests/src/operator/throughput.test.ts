/** Throughput of the operator: jobs of a thousand models on a real API server. */
import type { KubernetesConnection } from "@agatha/adapters/kubernetes/connection";
import { createLatestVersion, createWatch } from "@agatha/adapters/kubernetes/watch";
import { createKubernetesResourceStore } from "@agatha/adapters/resources/kubernetes-resource-store";
import { recordMeasurement } from "../measurements.js";
import { type ApiServer, findApiServer, startApiServer } from "../ports/api-server.js";
import { describeWith } from "../ports/servers.js";
import { eventually } from "../ports/temporary-folder.js";
import { startKubernetesOperator } from "./kubernetes-operator.js";
import { createTestHarness, type TestHarness } from "./test-harness.js";

const MODELS = 1_000;
const EACH_SECOND = 20;

interface Job {
  metadata: { resourceVersion: string; labels: Record<string, string> };
}

function measure(): void {
  let server: ApiServer;
  let admin: KubernetesConnection;
  let harness: TestHarness;
  let stop: () => Promise<void>;

  beforeAll(async () => {
    // Without Kubernetes' controllers, jobs are created but not run.
    server = await startApiServer([]);
    admin = server.admin(await server.namespace());
    harness = await createTestHarness(undefined, async () => createKubernetesResourceStore({ connection: server.admin(admin.namespace) }));
    await harness.addDataset("furnace");
    await harness.reconcileUntilStable();
    stop = await startKubernetesOperator(server, admin.namespace, harness);
  }, 120_000);
  afterAll(async () => {
    await stop();
    await harness.close();
    admin.close();
    await server.stop();
  });

  test(`the operator makes jobs of ${EACH_SECOND} models a second, 99 of 100 within a second`, async () => {
    const dataset = (await harness.ports.resources.get("Dataset", "furnace"))!;
    const madeAt = new Map<string, number>();
    const launchedAt = new Map<string, number>();
    const stopping = new AbortController();
    const jobs = { path: `/apis/batch/v1/namespaces/${admin.namespace}/jobs`, labelSelector: "agatha.dev/kind=Model" };
    const { metadata } = await admin.request<{ metadata: { resourceVersion: string } }>({ method: "GET", path: jobs.path });
    const follow = async () => {
      for await (const { object } of createWatch(admin, createLatestVersion())<Job>(jobs, metadata.resourceVersion, stopping.signal)) {
        const model = object.metadata.labels["agatha.dev/resource"]!;
        if (!launchedAt.has(model)) launchedAt.set(model, Date.now());
      }
    };
    const following = follow();
    const start = Date.now();
    const creations: Promise<unknown>[] = [];
    const create = (n: number) => {
      madeAt.set(`model-${n}`, Date.now());
      return harness.addModel(`model-${n}`, dataset);
    };
    await eventually(
      () => {
        const due = Math.min(MODELS, Math.floor(((Date.now() - start) / 1000) * EACH_SECOND));
        while (creations.length < due) creations.push(create(creations.length));
        return creations.length === MODELS;
      },
      2 * (MODELS / EACH_SECOND),
    );
    await Promise.all(creations);
    await eventually(() => launchedAt.size === MODELS, 60);
    stopping.abort();
    await following;
    const seconds = (Math.max(...launchedAt.values()) - start) / 1000;
    const delays = [...launchedAt].map(([name, at]) => at - madeAt.get(name)!).sort((a, b) => a - b);
    recordMeasurement(`${MODELS} jobs in ${seconds.toFixed(1)} s; p50 ${delays[MODELS / 2]} ms, p99 ${delays[MODELS * 0.99]} ms`);
    expect(delays[MODELS * 0.99]!).toBeLessThan(1_000);
    expect(MODELS / seconds).toBeGreaterThan(0.95 * EACH_SECOND);
  }, 300_000);
}

if (process.env.AGATHA_MEASURE) describeWith("a thousand models", findApiServer(), measure);
else test.skip("the throughput is measured where AGATHA_MEASURE is set, on a machine that has nothing else to do", () => undefined);
