/** How fast the operator makes jobs of a thousand models, on a real API server. */
import { createNewest, createWatch } from "@agatha/adapters/kubernetes/watch";
import { createKubernetesResourceStore } from "@agatha/adapters/resources/kubernetes-resource-store";
import { carsCsv } from "../data.js";
import { Client } from "../end-to-end/client.js";
import { tellFigure } from "../figures.js";
import { eventually } from "../ports/scratch.js";
import { describeWith } from "../ports/servers.js";
import { clusterPrograms, startCluster, type TestCluster } from "./cluster.js";

const MODELS = 1_000;
const EACH_SECOND = 20;

interface Job {
  metadata: { resourceVersion: string; labels: Record<string, string> };
}

function measure(): void {
  let cluster: TestCluster;
  beforeAll(async () => {
    cluster = await startCluster();
  }, 120_000);
  afterAll(() => cluster.stop());

  test(`${EACH_SECOND} a second from resource to job, 99 of 100 within a second`, async () => {
    const operator = await cluster.operator("operator-0");
    const processorSeconds = async () => {
      const text = await (await fetch(`${operator.operations}/metrics`)).text();
      return Number(/^process_cpu_seconds_total (\S+)$/m.exec(text)![1]);
    };
    const api = await cluster.api();
    const client = new Client(`http://127.0.0.1:${api.port}/tukey/`);
    await client.login();
    const dataset = await client.readyDataset("cars.csv", carsCsv(), { name: "Cars" });
    await api.end("SIGTERM");
    // From here on it is the operator that is measured: jobs are made, and wait.
    await cluster.server.stopControllers();

    const admin = cluster.server.admin(cluster.namespace);
    const resources = createKubernetesResourceStore({ connection: cluster.server.admin(cluster.namespace) });
    const madeAt = new Map<string, number>();
    const launchedAt = new Map<string, number>();
    const stopping = new AbortController();
    const jobs = { path: `/apis/batch/v1/namespaces/${cluster.namespace}/jobs`, labelSelector: "agatha.dev/kind=Model" };
    const follow = async () => {
      const { metadata } = await admin.request<{ metadata: { resourceVersion: string } }>({ method: "GET", path: jobs.path });
      for await (const { object } of createWatch(admin, createNewest())<Job>(jobs, metadata.resourceVersion, stopping.signal)) {
        const model = object.metadata.labels["agatha.dev/resource"]!;
        if (!launchedAt.has(model)) launchedAt.set(model, Date.now());
      }
    };
    const following = follow().catch((error: unknown) => {
      // Of the end of the test, when it ended badly.
      if (!stopping.signal.aborted) process.stderr.write(`jobs are watched no more: ${error}\n`);
    });

    const worked = await processorSeconds();
    const start = Date.now();
    const create = async (n: number) => {
      const name = `model-${n}`;
      const layers = [{ nodes: [{ algorithm: "GLM" }] }];
      madeAt.set(name, Date.now());
      await resources.create("Model", {
        metadata: { name },
        spec: { displayName: `M${n}`, owner: "u1", datasetRef: dataset.id, type: "REGRESSION", response: "Miles_per_Gallon", layers },
      });
    };
    const creations: Promise<void>[] = [];
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
    const seconds = (Math.max(...launchedAt.values()) - start) / 1000;
    const delays = [...launchedAt].map(([name, at]) => at - madeAt.get(name)!).sort((a, b) => a - b);
    const milliseconds = (((await processorSeconds()) - worked) / MODELS) * 1_000;
    stopping.abort();
    await following;
    await resources.close();
    admin.close();

    tellFigure(
      `${MODELS} jobs in ${seconds.toFixed(1)} s; p50 ${delays[MODELS / 2]} ms, p99 ${delays[MODELS * 0.99]} ms; ${milliseconds.toFixed(1)} ms of a processor for each`,
    );
    expect(delays[MODELS * 0.99]!).toBeLessThan(1_000);
    expect(MODELS / seconds).toBeGreaterThan(0.95 * EACH_SECOND);
  }, 300_000);
}

if (process.env.AGATHA_MEASURE) describeWith("a thousand models", clusterPrograms, measure);
else test.skip("figures are measured where AGATHA_MEASURE is set, on a machine that has nothing else to do", () => undefined);
