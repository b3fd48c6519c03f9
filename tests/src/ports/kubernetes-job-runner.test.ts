/** Jobs on a real API server with its job controller. There is no node: the tests write the pod status that a kubelet would report. */
import { createKubernetesJobRunner } from "@agatha/adapters/jobs/kubernetes-job-runner";
import { kubernetesJobSettings } from "@agatha/adapters/jobs/kubernetes-job-settings";
import type { KubernetesConnection } from "@agatha/adapters/kubernetes/connection";
import { createKubernetesResourceStore } from "@agatha/adapters/resources/kubernetes-resource-store";
import type { Job, JobRunner, JobSpec } from "@agatha/contracts";
import { type ApiServer, findApiServer, startApiServer } from "./api-server.js";
import { jobSpec } from "./job-runner-conformance.js";
import { newModel } from "./resource-store/samples.js";
import { describeWith } from "./servers.js";
import { eventually } from "./temporary-folder.js";

interface Pod {
  metadata: { name: string; creationTimestamp: string };
  status: { phase: string };
}

const settings = kubernetesJobSettings.parse({
  image: "trainer:1",
  queueName: undefined,
  envFrom: [{ secretRef: { name: "stores" } }, { configMapRef: { name: "stores" } }],
  nodeSelector: { pool: "training" },
  tolerations: [{ key: "training", operator: "Exists" }],
  resources: { maxMemoryMiB: 400, cpuRequest: 0.5 },
});
const now = () => new Date().toISOString();

describeWith("Kubernetes' jobs", findApiServer(), () => {
  let server: ApiServer;
  let admin: KubernetesConnection;
  let runner: JobRunner;
  let owner: JobSpec["owner"];
  const changes: string[] = [];

  beforeAll(async () => {
    server = await startApiServer(["job-controller", "serviceaccount-controller", "garbage-collector-controller"]);
  }, 120_000);
  afterAll(() => server.stop());
  beforeEach(async () => {
    const namespace = await server.namespace({ "pod-security.kubernetes.io/enforce": "restricted" });
    admin = server.admin(namespace);
    const resources = createKubernetesResourceStore({ connection: server.admin(namespace) });
    const { metadata } = await resources.create("Model", newModel("m"));
    await resources.close();
    owner = { kind: "Model", name: "m", uid: metadata.uid };
    runner = createKubernetesJobRunner({ connection: server.admin(namespace), settings });
    changes.length = 0;
    runner.observe((name) => changes.push(name));
  });
  afterEach(async () => {
    await runner.close();
    admin.close();
  });

  async function launch(limits: Partial<JobSpec> = {}): Promise<string> {
    const spec = jobSpec("train", { owner, ...limits });
    await runner.launch(spec);
    return spec.name;
  }
  const pods = async (job: string) => {
    const query = { labelSelector: `batch.kubernetes.io/job-name=${job}` };
    const path = `/api/v1/namespaces/${admin.namespace}/pods`;
    return (await admin.request<{ items: Pod[] }>({ method: "GET", path, query })).items;
  };
  /** Resolves with the unfinished pod as soon as it exists. */
  async function livePod(job: string): Promise<Pod> {
    let found: Pod | undefined;
    await eventually(async () => {
      found = (await pods(job)).find(({ status }) => status.phase === "Pending" || status.phase === "Running");
      return found !== undefined;
    });
    return found!;
  }
  async function report(job: string, status: object): Promise<void> {
    const { metadata } = await livePod(job);
    const path = `/api/v1/namespaces/${admin.namespace}/pods/${metadata.name}/status`;
    await admin.request({ method: "PATCH", path, contentType: "application/merge-patch+json", body: { status } });
  }
  const running = (job: string) =>
    report(job, {
      phase: "Running",
      startTime: now(),
      conditions: [{ type: "Ready", status: "True" }],
      containerStatuses: [container({ running: { startedAt: now() } })],
    });
  const ended = (job: string, terminated: { exitCode: number; reason?: string }, more: object = {}) =>
    report(job, {
      phase: terminated.exitCode === 0 ? "Succeeded" : "Failed",
      conditions: [{ type: "Ready", status: "False" }],
      containerStatuses: [container({ terminated: { startedAt: now(), finishedAt: now(), ...terminated } })],
      ...more,
    });
  const container = (state: object) => ({ name: "trainer", image: "trainer:1", imageID: "", ready: false, restartCount: 0, state });
  const inPhase = (job: string, phase: Job["phase"]) => eventually(async () => (await runner.get(job))?.phase === phase);

  test("a job is queued until its pod runs, and succeeds with it; observers receive each phase", async () => {
    const job = await launch();
    expect(await runner.get(job)).toEqual({ name: job, phase: "queued" });
    await running(job);
    await inPhase(job, "running");
    expect((await runner.get(job))?.startedAt).toEqual(expect.any(String));
    await ended(job, { exitCode: 0 });
    await inPhase(job, "succeeded");
    const { startedAt, finishedAt, ...rest } = (await runner.get(job))!;
    expect(rest).toEqual({ name: job, phase: "succeeded" });
    expect(Date.parse(finishedAt!)).toBeGreaterThanOrEqual(Date.parse(startedAt!));
    await eventually(() => changes.filter((name) => name === job).length >= 2);
    expect(await runner.list()).toEqual([await runner.get(job)]);
  });

  test("launching an existing name returns the same job", async () => {
    const spec = jobSpec("train", { owner });
    await Promise.all([runner.launch(spec), runner.launch(spec)]);
    await livePod(spec.name);
    await runner.launch({ ...spec, memoryMiB: 1024 });
    expect(await runner.list()).toHaveLength(1);
    expect(await pods(spec.name)).toHaveLength(1);
  });

  test.each<[string, { exitCode: number; reason?: string }, object, Partial<Job>]>([
    ["that exits with an error", { exitCode: 3 }, {}, { failure: "Error", message: "The job ended with exit code 3" }],
    [
      "that the kernel kills for its memory",
      { exitCode: 137, reason: "OOMKilled" },
      {},
      { failure: "OutOfMemory", message: "The job needed more than 400 MiB of memory, the most that the administrator allows" },
    ],
    ["that could not save something", { exitCode: 73 }, {}, { failure: "NotWritable" }],
    ["whose heap is full", { exitCode: 134 }, {}, { failure: "OutOfMemory" }],
    [
      "that exceeds its deadline",
      { exitCode: 143 },
      { reason: "DeadlineExceeded" },
      { failure: "DeadlineExceeded", message: "The job ran longer than 60 s" },
    ],
  ])("a job %s fails with its reason after one try", async (_what, terminated, more, expected) => {
    const job = await launch();
    await running(job);
    await ended(job, terminated, more);
    await inPhase(job, "failed");
    expect(await runner.get(job)).toMatchObject(expected);
    expect(await pods(job)).toHaveLength(1);
  });

  const DISRUPTIONS: [string, (job: string) => Promise<void>, string][] = [
    ["evicted", (job) => disrupt(job, "TerminationByKubelet"), "The node was low on resource"],
    [
      "drained",
      async (job) => {
        const { metadata } = await livePod(job);
        await disrupt(job, "EvictionByEvictionAPI");
        await admin.text({ method: "DELETE", path: `/api/v1/namespaces/${admin.namespace}/pods/${metadata.name}` });
      },
      "The job was taken off its node again and again",
    ],
  ];
  const disrupt = (job: string, reason: string) =>
    ended(
      job,
      { exitCode: 137 },
      { reason: "Evicted", message: "The node was low on resource", conditions: [{ type: "DisruptionTarget", status: "True", reason }] },
    );

  // The waits between the attempts are those of the job controller: 10 s and 20 s.
  test.each(DISRUPTIONS)(
    "a job that is %s continues on another node, and fails the third time",
    async (_how, happens, message) => {
      const job = await launch();
      for (let time = 1; time <= 2; time++) {
        await happens(job);
        await livePod(job);
        expect(await runner.get(job)).toMatchObject({ phase: "queued" });
      }
      await happens(job);
      await inPhase(job, "failed");
      expect(await runner.get(job)).toMatchObject({ failure: "Evicted", message });
    },
    90_000,
  );

  test("a queued job that is cancelled never starts and is remembered", async () => {
    const job = await launch();
    await livePod(job);
    await runner.cancel(job);
    await inPhase(job, "failed");
    const cancelled = (await runner.get(job))!;
    expect(cancelled).toMatchObject({ failure: "Cancelled", message: "The job was cancelled" });
    expect(cancelled.startedAt).toBeUndefined();
    await runner.launch(jobSpec("train", { owner, name: job }));
    expect(await runner.get(job)).toEqual(cancelled);
    await eventually(async () => (await pods(job)).length === 0);
  });

  test("cancelling a finished or unknown job changes nothing", async () => {
    const job = await launch();
    await ended(job, { exitCode: 0 });
    await inPhase(job, "succeeded");
    const before = await runner.get(job);
    await runner.cancel(job);
    await runner.cancel("unknown");
    expect(await runner.get(job)).toEqual(before);
  });

  test("a removed job is forgotten with its pods, and its name can be used again", async () => {
    const spec = jobSpec("train", { owner });
    await runner.launch(spec);
    const { metadata } = await livePod(spec.name);
    await runner.remove(spec.name);
    await runner.remove("unknown");
    expect(await runner.get(spec.name)).toBeUndefined();
    await eventually(async () => (await pods(spec.name)).every((pod) => pod.metadata.name !== metadata.name));
    await runner.launch(spec);
    expect(await runner.get(spec.name)).toMatchObject({ phase: "queued" });
  });

  test.each(["", "Upper", "a.b", "-a", "a/b", "x".repeat(64)])("%j is an invalid job name", async (bad) => {
    await expect(runner.launch({ ...jobSpec("train", { owner }), name: bad })).rejects.toMatchObject({ name: "InvalidInput" });
    expect(await runner.list()).toEqual([]);
  });

  test("an unknown job is undefined and has no log", async () => {
    expect(await runner.get("unknown")).toBeUndefined();
    expect(await runner.logs("unknown", 10)).toBe("");
    expect(await runner.logs(await launch(), 10)).toBe("");
  });

  test("a job is deleted with its owner", async () => {
    const job = await launch();
    const resources = createKubernetesResourceStore({ connection: server.admin(admin.namespace) });
    await resources.delete("Model", owner);
    await resources.close();
    await eventually(async () => (await runner.get(job)) === undefined);
  });

  test("ping answers while open and throws once closed", async () => {
    await runner.ping();
    await runner.close();
    await expect(runner.ping()).rejects.toThrow("closed");
    await expect(runner.launch(jobSpec("train", { owner }))).rejects.toThrow("closed");
  });
});
