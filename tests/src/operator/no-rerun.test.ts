/**
 * Deletes the jobs and pods of a thousand models around their end, on a real API server with its job controller. No model may be
 * trained twice.
 */
import type { KubernetesConnection } from "@agatha/adapters/kubernetes/connection";
import { listAll } from "@agatha/adapters/kubernetes/list-all";
import { createLatestVersion, createWatch } from "@agatha/adapters/kubernetes/watch";
import { createKubernetesResourceStore } from "@agatha/adapters/resources/kubernetes-resource-store";
import type { Resource } from "@agatha/contracts";
import { recordMeasurement } from "../measurements.js";
import { type ApiServer, findApiServer, startApiServer } from "../ports/api-server.js";
import { describeWith } from "../ports/servers.js";
import { eventually } from "../ports/temporary-folder.js";
import { startKubernetesOperator } from "./kubernetes-operator.js";
import { createTestHarness, type TestHarness } from "./test-harness.js";

const MODELS = 1_000;
const MINUTES = 60_000;

interface Pod {
  metadata: { name: string; uid: string; resourceVersion: string; deletionTimestamp?: string };
  spec: { containers: { env: { name: string; value: string }[] }[] };
  status: { phase: string };
}

/** Moments at which a task's job and pod are deleted. */
const MOMENTS = ["before its end is told", "after its end is told"] as const;

describeWith("a thousand trained models", findApiServer(), () => {
  let server: ApiServer;
  let admin: KubernetesConnection;
  let harness: TestHarness;
  let stop: () => Promise<void>;
  const started: string[] = [];
  let deleted = 0;
  const stopping = new AbortController();
  let following: Promise<void>;

  beforeAll(async () => {
    server = await startApiServer(["job-controller", "serviceaccount-controller", "garbage-collector-controller"]);
    admin = server.admin(await server.namespace());
    harness = await createTestHarness(undefined, async () => createKubernetesResourceStore({ connection: server.admin(admin.namespace) }));
    following = follow();
  }, 2 * MINUTES);
  afterAll(async () => {
    await stop();
    stopping.abort();
    await following;
    await harness.close();
    admin.close();
    await server.stop();
  });

  const pods = () => `/api/v1/namespaces/${admin.namespace}/pods`;
  const jobs = () => `/apis/batch/v1/namespaces/${admin.namespace}/jobs`;

  async function remove(task: string): Promise<void> {
    deleted += 1;
    const body = { apiVersion: "v1", kind: "DeleteOptions", propagationPolicy: "Background" };
    await admin.text({ method: "DELETE", path: `${jobs()}/${task}`, body });
  }

  /** Runs a pod as a kubelet would, except that job and pod are deleted at a certain moment. */
  async function run(pod: Pod): Promise<void> {
    const task = pod.spec.containers[0]!.env.find(({ name }) => name === "AGATHA_TASK")!.value;
    const moment = MOMENTS[started.push(task) % MOMENTS.length];
    await harness.runTask(task);
    if (moment === "before its end is told") await remove(task);
    const terminated = { exitCode: 0, startedAt: new Date().toISOString(), finishedAt: new Date().toISOString() };
    const state = { name: "trainer", image: "", imageID: "", ready: false, restartCount: 0, state: { terminated } };
    const body = { status: { phase: "Succeeded", containerStatuses: [state] } };
    await admin.request({
      method: "PATCH",
      path: `${pods()}/${pod.metadata.name}/status`,
      contentType: "application/merge-patch+json",
      body,
    });
    if (moment === "after its end is told") await remove(task);
  }

  async function follow(): Promise<void> {
    const seen = new Set<string>();
    const watch = createWatch(admin, createLatestVersion());
    const { resourceVersion } = await listAll<Pod>(admin, { path: pods() });
    for await (const { object } of watch<Pod>({ path: pods() }, resourceVersion, stopping.signal)) {
      if (object.status.phase !== "Pending" || seen.has(object.metadata.uid)) continue;
      seen.add(object.metadata.uid);
      // The operator has deleted job and pod, which it may do as soon as the result exists.
      run(object).catch((error: unknown) => {
        if ((error as { status?: number }).status !== 404) process.stderr.write(`${error}\n`);
      });
    }
  }

  const inPhase = async (phase: string): Promise<number> =>
    (await harness.ports.resources.list("Model")).items.filter(({ status }) => status?.phase === phase).length;
  const leftJobs = async () => (await listAll<Pod>(admin, { path: jobs() })).items.length;

  test(
    "a thousand models are trained once each, whenever their jobs and pods are deleted",
    async () => {
      stop = await startKubernetesOperator(server, admin.namespace, harness);
      const dataset: Resource<"Dataset"> = await harness.addDataset("furnace");
      for (let n = 0; n < MODELS; n++) await harness.addModel(`model-${n}`, dataset);
      await eventually(async () => (await inPhase("success")) === MODELS, 600);
      await eventually(async () => (await leftJobs()) === 0, 120);
      expect(harness.publishedRuns).toEqual({ ingest: 1, check: 1, train: MODELS });
    },
    15 * MINUTES,
  );

  test(
    "a restarted operator that finds no jobs does not retrain finished models",
    async () => {
      await stop();
      const before = (await harness.ports.resources.list("Model")).resourceVersion;
      stop = await startKubernetesOperator(server, admin.namespace, harness);
      // Its work for all of the others precedes its work for a model that is created now.
      await harness.addModel("last", (await harness.ports.resources.get("Dataset", "furnace"))!);
      await eventually(async () => (await inPhase("success")) === MODELS + 1, 120);
      const { items } = await harness.ports.resources.list("Model");
      const touched = items.filter(({ metadata }) => Number(metadata.resourceVersion) > Number(before));
      expect(touched.map(({ metadata }) => metadata.name)).toEqual(["last"]);
      expect(harness.publishedRuns).toEqual({ ingest: 1, check: 1, train: MODELS + 1 });
      expect(new Set(started).size).toBe(started.length);
      expect(started).toHaveLength(MODELS + 3);
      expect(deleted).toBeGreaterThan(MODELS);
      recordMeasurement(
        `no rerun: ${MODELS} models, ${deleted} jobs deleted with their pods, ${started.length - new Set(started).size} trained again`,
      );
    },
    5 * MINUTES,
  );
});
