/** Models that wait for the admission by Kueue's real controllers, on a real API server with Kubernetes' own. No pod runs there. */
import type { KubernetesJob } from "@agatha/adapters/jobs/kubernetes-job-types";
import type { KubernetesConnection } from "@agatha/adapters/kubernetes/connection";
import { StatusError } from "@agatha/adapters/kubernetes/status-error";
import { createKubernetesResourceStore } from "@agatha/adapters/resources/kubernetes-resource-store";
import type { Condition, Resource } from "@agatha/contracts";
import { type ApiServer, findApiServer, startApiServer } from "../ports/api-server.js";
import { findKueue, KUEUE_API, startKueue } from "../ports/kueue.js";
import { describeWith } from "../ports/servers.js";
import { eventually } from "../ports/temporary-folder.js";
import { startKubernetesOperator } from "./kubernetes-operator.js";
import { createTestHarness, type TestHarness } from "./test-harness.js";

const CONTROLLERS = ["job-controller", "serviceaccount-controller", "garbage-collector-controller"];
const QUOTA_CPUS = 2;

describeWith("a Model that names a queue of Kueue", findKueue() && findApiServer(), () => {
  let server: ApiServer;
  let admin: KubernetesConnection;
  let harness: TestHarness;
  let stopKueue: () => Promise<void>;
  let stopOperator: () => Promise<void>;

  beforeAll(async () => {
    server = await startApiServer(CONTROLLERS);
    const namespace = await server.namespace();
    admin = server.admin(namespace);
    stopKueue = await startKueue(server);
    const resources = [
      { name: "cpu", nominalQuota: QUOTA_CPUS },
      { name: "memory", nominalQuota: "64Gi" },
    ];
    await createWhenServed("resourceflavors", { kind: "ResourceFlavor", metadata: { name: "any" } });
    await createWhenServed("clusterqueues", {
      kind: "ClusterQueue",
      metadata: { name: "trainings" },
      spec: {
        namespaceSelector: {},
        resourceGroups: [{ coveredResources: ["cpu", "memory"], flavors: [{ name: "any", resources }] }],
      },
    });
    await createWhenServed(`namespaces/${namespace}/localqueues`, {
      kind: "LocalQueue",
      metadata: { name: "team" },
      spec: { clusterQueue: "trainings" },
    });
    harness = await createTestHarness(undefined, async () => createKubernetesResourceStore({ connection: server.admin(namespace) }));
    stopOperator = await startKubernetesOperator(server, namespace, harness);
  }, 300_000);
  afterAll(async () => {
    await stopOperator();
    await harness.close();
    await stopKueue();
    admin.close();
    await server.stop();
  }, 60_000);

  /** Kueue serves its webhooks a moment after it is ready. */
  async function createWhenServed(path: string, body: object): Promise<void> {
    const call = { method: "POST", path: `${KUEUE_API}/${path}`, body: { apiVersion: KUEUE_API.slice("/apis/".length), ...body } } as const;
    await eventually(async () => {
      try {
        await admin.request(call);
        return true;
      } catch (error) {
        if (error instanceof StatusError && error.status < 500) throw error;
        return false;
      }
    }, 60);
  }

  const model = async (name: string) => (await harness.ports.resources.get("Model", name))!;
  const condition = ({ status }: Resource<"Model">, type: string): Condition | undefined =>
    status?.conditions?.find((one) => one.type === type);
  const isQueued = async (name: string) => condition(await model(name), "Queued")?.status === "True";

  const finished = new Set<string>();
  /** Returns the object's job that has not run yet, once there is one. */
  async function jobOf(owner: string): Promise<KubernetesJob> {
    let job: KubernetesJob | undefined;
    await eventually(async () => {
      const query = { labelSelector: `agatha.dev/resource=${owner}` };
      const path = `/apis/batch/v1/namespaces/${admin.namespace}/jobs`;
      const { items } = await admin.request<{ items: KubernetesJob[] }>({ method: "GET", path, query });
      job = items.find(({ metadata }) => !finished.has(metadata.name));
      return job !== undefined;
    }, 60);
    return job!;
  }

  /** Sets the phase of the job's pod, as its kubelet does. */
  async function setPodPhase(job: string, phase: "Running" | "Succeeded"): Promise<void> {
    const pods = `/api/v1/namespaces/${admin.namespace}/pods`;
    const query = { labelSelector: `job-name=${job}` };
    let name: string | undefined;
    await eventually(async () => {
      name = (await admin.request<{ items: { metadata: { name: string } }[] }>({ method: "GET", path: pods, query })).items[0]?.metadata
        .name;
      return name !== undefined;
    }, 60);
    const contentType = "application/merge-patch+json";
    const conditions = [{ type: "Ready", status: phase === "Running" ? "True" : "False" }];
    const body = { status: { phase, conditions } };
    await admin.request({ method: "PATCH", path: `${pods}/${name}/status`, contentType, body });
  }

  /** Does what the pod of the object's job does, from its start to its end. */
  async function runJobOf(owner: string): Promise<void> {
    const { metadata } = await jobOf(owner);
    await setPodPhase(metadata.name, "Running");
    expect(await harness.runTask(metadata.name)).toBeUndefined();
    await setPodPhase(metadata.name, "Succeeded");
    finished.add(metadata.name);
  }

  async function createModel(name: string, datasetRef: string): Promise<void> {
    const layers = [{ nodes: [{ algorithm: "GLM" }] }];
    const resources = { cpus: QUOTA_CPUS, queueName: "team" };
    const spec = { displayName: name, owner: "u1", datasetRef, type: "REGRESSION" as const, response: "a", layers, resources };
    await harness.ports.resources.create("Model", { metadata: { name }, spec });
  }

  test("a Model is Queued with Kueue's reason while another uses the quota, and is trained when that one is done", async () => {
    await harness.addDataset("furnace", "a,b\n1,2\n3,4\n");
    // Its table is read, and then checked.
    for (const _step of ["ingest", "check"]) await runJobOf("furnace");
    await eventually(async () => {
      const dataset = await harness.ports.resources.get("Dataset", "furnace");
      return dataset?.status?.conditions?.some(({ type, status }) => type === "Ready" && status === "True") ?? false;
    }, 60);

    await createModel("first", "furnace");
    const first = await jobOf("first");
    await setPodPhase(first.metadata.name, "Running");
    await eventually(async () => condition(await model("first"), "Ready")?.reason === "Training", 60);
    await createModel("second", "furnace");
    await eventually(async () => condition(await model("second"), "Queued")?.reason === "Pending", 90);
    const waiting = await model("second");
    expect(condition(waiting, "Queued")?.message).toMatch(/insufficient unused quota for cpu in flavor any/);
    expect(condition(waiting, "Ready")).toMatchObject({ status: "False", reason: "Queued" });
    expect(condition(waiting, "Ready")?.message).toMatch(/^Since \d.*insufficient unused quota for cpu/);
    expect((await jobOf("second")).spec.suspend).toBe(true);

    await runJobOf("first");
    await eventually(async () => condition(await model("first"), "Ready")?.status === "True", 60);
    await runJobOf("second");
    await eventually(async () => condition(await model("second"), "Ready")?.status === "True", 60);
    // The result can be known before the job tells that it has begun.
    await eventually(async () => !(await isQueued("second")), 60);
  }, 300_000);
});
