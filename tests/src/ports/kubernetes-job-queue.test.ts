/** Why a job waits, on a real API server with the job controller and the quota controller. Kueue's part is played. */
import { createKubernetesJobRunner } from "@agatha/adapters/jobs/kubernetes-job-runner";
import { kubernetesJobSettings } from "@agatha/adapters/jobs/kubernetes-job-settings";
import type { KubernetesJob } from "@agatha/adapters/jobs/kubernetes-job-types";
import type { KubernetesConnection } from "@agatha/adapters/kubernetes/connection";
import type { Job, JobRunner } from "@agatha/contracts";
import { type ApiServer, findApiServer, startApiServer } from "./api-server.js";
import { describeWith } from "./servers.js";
import { eventually } from "./temporary-folder.js";

const CONTROLLERS = ["job-controller", "resourcequota-controller", "serviceaccount-controller"];
const WORKLOADS = "/apis/kueue.x-k8s.io/v1beta1";
/** Kueue's definition as far as it is read. */
const WORKLOAD_DEFINITION = {
  apiVersion: "apiextensions.k8s.io/v1",
  kind: "CustomResourceDefinition",
  metadata: { name: "workloads.kueue.x-k8s.io", annotations: { "api-approved.kubernetes.io": "https://github.com/kubernetes-sigs/kueue" } },
  spec: {
    group: "kueue.x-k8s.io",
    scope: "Namespaced",
    names: { kind: "Workload", listKind: "WorkloadList", plural: "workloads", singular: "workload" },
    versions: [
      {
        name: "v1beta1",
        served: true,
        storage: true,
        schema: { openAPIV3Schema: { type: "object", "x-kubernetes-preserve-unknown-fields": true } },
      },
    ],
  },
};

describeWith("a job that waits", findApiServer(), () => {
  let server: ApiServer;
  let admin: KubernetesConnection;
  let runner: JobRunner;

  beforeAll(async () => {
    server = await startApiServer(CONTROLLERS);
  }, 120_000);
  afterAll(() => server.stop());
  beforeEach(async () => {
    const namespace = await server.namespace();
    admin = server.admin(namespace);
    const settings = kubernetesJobSettings.parse({ image: "trainer:1", queueName: "trainings" });
    runner = createKubernetesJobRunner({ connection: server.admin(namespace), settings });
  });
  afterEach(async () => {
    await runner.close();
    admin.close();
  });

  const at = (group: string, resource: string) => `${group}/namespaces/${admin.namespace}/${resource}`;
  const launchFor = (account: string, name: string, kind = "Model") =>
    runner.launch({ name, owner: { kind, name: "m", uid: "u" }, account, memoryMiB: 1024, cpus: 2, deadlineSeconds: 60 });
  const launch = (name: string) => launchFor("ada", name);
  const becomes = (name: string, expected: Partial<Job>) =>
    eventually(async () => {
      const job = await runner.get(name);
      return job?.phase === "queued" && job.reason === expected.reason && (job.message ?? "").includes(expected.message ?? "");
    }, 60);

  test("a job that waits for a place starts when its owner's turn comes, and a new leader goes on in the same order", async () => {
    await runner.close();
    const settings = kubernetesJobSettings.parse({ image: "trainer:1", maxJobs: 1 });
    const open = () => createKubernetesJobRunner({ connection: server.admin(admin.namespace), settings });
    runner = open();
    runner.observe(() => undefined);
    const jobs = at("/apis/batch/v1", "jobs");
    const started = async () => {
      const { items } = await admin.request<{ items: KubernetesJob[] }>({ method: "GET", path: jobs });
      return items.filter(({ spec }) => !spec.suspend).map(({ metadata }) => metadata.name);
    };
    for (const name of ["ada-1", "ada-2", "ada-3"]) await launchFor("ada", name);
    await eventually(async () => (await started()).length === 1, 60);
    for (const name of ["bob-1", "bob-2"]) await launchFor("bob", name);
    const order: string[] = [];
    while (order.length < 5) {
      await eventually(async () => (await started()).length === 1, 60);
      const [name] = (await started()) as [string];
      order.push(name);
      if (order.length === 3) {
        await runner.close();
        runner = open();
        runner.observe(() => undefined);
      }
      await runner.remove(name);
    }
    expect(order).toEqual(["ada-1", "ada-2", "bob-1", "ada-3", "bob-2"]);
  }, 180_000);

  test("a job for a Dataset waits for no turn", async () => {
    await runner.close();
    const settings = kubernetesJobSettings.parse({ image: "trainer:1", maxJobs: 1 });
    runner = createKubernetesJobRunner({ connection: server.admin(admin.namespace), settings });
    runner.observe(() => undefined);
    await launchFor("ada", "training");
    await launchFor("ada", "parsing", "Dataset");
    const { spec } = await admin.request<KubernetesJob>({ method: "GET", path: `${at("/apis/batch/v1", "jobs")}/parsing` });
    expect(spec.suspend ?? false).toBe(false);
  }, 60_000);

  test("a job that waits for a quota tells so in the words of the job controller", async () => {
    const quota = at("/api/v1", "resourcequotas");
    await admin.request({
      method: "POST",
      path: quota,
      body: { metadata: { name: "small" }, spec: { hard: { "limits.memory": "256Mi" } } },
    });
    // The quota holds once its controller has computed the usage.
    await eventually(async () => {
      const found = await admin.request<{ status?: { hard?: object } }>({ method: "GET", path: `${quota}/small` });
      return found.status?.hard !== undefined;
    }, 60);
    await launch("over-quota");
    await becomes("over-quota", { reason: "QuotaExceeded", message: "exceeded quota: small" });
  }, 180_000);

  test("a job that waits for a node tells so, and its pod asks for what the Model asks for", async () => {
    const classes = {
      "/apis/node.k8s.io/v1/runtimeclasses": { handler: "runc" },
      "/apis/scheduling.k8s.io/v1/priorityclasses": { value: 1 },
    };
    for (const [path, body] of Object.entries(classes))
      await admin.request({ method: "POST", path, body: { metadata: { name: "special" }, ...body } });
    await runner.launch({
      name: "special",
      owner: { kind: "Model", name: "m", uid: "u" },
      account: "ada",
      ...{ memoryMiB: 1024, cpus: 2, deadlineSeconds: 60 },
      ...{ ephemeralStorageMiB: 10, extended: { "example.com/accelerator": 2 }, nodeSelector: { pool: "a" } },
      ...{ tolerations: [{ key: "a", operator: "Exists" }], runtimeClassName: "special", priorityClassName: "special" },
    });
    interface Pod {
      spec: { containers: { resources: { limits: object } }[]; priority: number; runtimeClassName: string; nodeSelector: object };
    }
    let pod: Pod | undefined;
    await eventually(async () => {
      [pod] = (await admin.request<{ items: Pod[] }>({ method: "GET", path: at("/api/v1", "pods") })).items;
      return pod !== undefined;
    }, 60);
    expect(pod?.spec).toMatchObject({ priority: 1, runtimeClassName: "special", nodeSelector: { pool: "a" } });
    expect(pod?.spec.containers[0]?.resources.limits).toMatchObject({ "ephemeral-storage": "10Mi", "example.com/accelerator": "2" });
    expect(await runner.get("special")).toMatchObject({ phase: "queued" });
  }, 120_000);

  test("a job that waits for the admission by its queue tells what the Workload tells", async () => {
    const definitions = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
    await admin.request({ method: "POST", path: definitions, body: WORKLOAD_DEFINITION });
    await eventually(() =>
      admin.request({ method: "GET", path: at(WORKLOADS, "workloads") }).then(
        () => true,
        () => false,
      ),
    );
    await launch("in-line");
    const job = at("/apis/batch/v1", "jobs/in-line");
    const contentType = "application/merge-patch+json";
    const { metadata } = await admin.request<{ metadata: { uid: string } }>({
      method: "PATCH",
      path: job,
      contentType,
      body: { spec: { suspend: true } },
    });
    await becomes("in-line", { reason: "Suspended" });
    const condition = { type: "QuotaReserved", status: "False", reason: "Pending", message: "insufficient unused quota for cpu" };
    await admin.request({
      method: "POST",
      path: at(WORKLOADS, "workloads"),
      body: {
        apiVersion: "kueue.x-k8s.io/v1beta1",
        kind: "Workload",
        metadata: { name: "job-in-line-1", labels: { "kueue.x-k8s.io/job-uid": metadata.uid } },
        status: { conditions: [condition] },
      },
    });
    await becomes("in-line", { reason: "Pending", message: "insufficient unused quota for cpu" });
  }, 180_000);
});
