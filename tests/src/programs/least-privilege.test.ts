/** The programs under their own service accounts with the rights of the chart. No right is missing and none is unused. */
import { createKubernetesConnection } from "@agatha/adapters/kubernetes/connection";
import { SECRETS_DIGEST_ANNOTATION } from "@agatha/adapters/kubernetes/secret-rollout";
import { readSecret } from "@agatha/adapters/kubernetes/secrets";
import { createKubernetesResourceStore } from "@agatha/adapters/resources/kubernetes-resource-store";
import {
  DELETED_AT_ANNOTATION,
  GROUP,
  KIND_NAMES,
  KINDS,
  nameBeside,
  namespacedName,
  type Resource,
  type ResourceStore,
  VERSION,
} from "@agatha/contracts";
import type { AutoModelAnswer, CalculationAnswer, EvaluationAnswer } from "@agatha/contracts/wire";
import { carsCsv } from "../data.js";
import { TestClient } from "../end-to-end/testing/client.js";
import { recordMeasurement } from "../measurements.js";
import type { AuditEvent } from "../ports/api-server.js";
import { describeWith } from "../ports/servers.js";
import { eventually } from "../ports/temporary-folder.js";
import { expireUndoPeriod } from "./expire-undo-period.js";
import { clusterPrerequisites, type ProcessCluster, type Program, startProcessCluster } from "./process-cluster.js";
import { eachWithout, isFor, type Right } from "./rights.js";
import { type Component, HELM } from "./service-accounts.js";

const PARTS: Component[] = ["operator", "api", "models"];
const COLUMNS = ["Cylinders", "Displacement", "Horsepower", "Weight_in_lbs"];
const JSON_BODY = { "content-type": "application/json" };
const training = (name: string) => ({
  name,
  model_type: "REGRESSION",
  response: "Miles_per_Gallon",
  columns: COLUMNS,
  layers: [{ nodes: [{ algorithm: "GLM" }] }],
});
const MINUTES = 60_000;

describeWith("the chart's rights", HELM && clusterPrerequisites, () => {
  describe.each(["the installation's namespace", "a further namespace"])("in %s", describeRights);
});

function describeRights(place: string): void {
  const isFurther = place === "a further namespace";
  let cluster: ProcessCluster;
  /** Where the objects are. */
  let namespace: string;
  let operator: Program;
  let client: TestClient;
  let dataset: string;
  let path: string;

  beforeAll(async () => {
    cluster = await startProcessCluster({ ownAccounts: true });
    namespace = isFurther ? cluster.team : cluster.namespace;
    await cluster.secrets();
    operator = await cluster.operator("operator-0");
    const api = await cluster.api();
    client = new TestClient(`http://127.0.0.1:${api.port}/tukey/`);
    expect((await client.login()).status).toBe(200);
    // They would stand in for the rights in a namespace.
    if (isFurther) await cluster.accounts!.removeClusterRules();
  }, 3 * MINUTES);
  afterAll(() => cluster.stop());

  const requests = (part: Component): AuditEvent[] => {
    const user = cluster.accounts!.user(part);
    return cluster.server.audit().filter((event) => event.user.username === user);
  };
  const openStore = () =>
    createKubernetesResourceStore({ connection: cluster.server.admin(cluster.namespace), namespaces: [cluster.team] });
  async function ok<T>(method: string, at: string, body?: unknown): Promise<T> {
    const answer = await client.json<T>(method, at, body);
    if (answer.status >= 300) throw new Error(`${method} ${at} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  }
  async function until<T extends { status: string }>(at: string, under: string): Promise<T> {
    let found!: T;
    await eventually(async () => {
      found = await ok<T>("GET", at);
      return found.status !== under;
    }, 240);
    return found;
  }

  test(
    "every action of a user succeeds with the chart's rights",
    async () => {
      const kept = openStore();
      dataset = isFurther ? await applyDataset(kept) : (await client.uploadDataset("cars.csv", carsCsv(), { name: "Cars" })).id;
      path = `agatha/datasets/${dataset}/`;
      await ok("PATCH", path, { name: "Vehicles" });

      const model = await client.train(dataset, training("Consumption"));
      expect(model.status).toBe("success");
      await ok("PATCH", `${path}models/${model.id}/`, { name: "Usage" });
      // Objects created at the same time under one name are withdrawn if they see another.
      const same = await Promise.all(
        Array.from({ length: 8 }, () => client.request("POST", `${path}models/`, JSON.stringify(training("Same")), JSON_BODY)),
      );
      expect(same.filter(({ ok: made }) => made).length).toBeLessThanOrEqual(1);
      await ok("GET", `${path}models/`);
      for (const api_enabled of [true, false, true]) {
        const api_update_list = [{ model_id: model.id, api_enabled }];
        await ok("PATCH", "agatha/openthirdapi/update_multi/", { api_update_list, product_type: "quality" });
      }
      const { api_token } = await ok<{ api_token: string }>("GET", `${path}models/${model.id}/api/`);
      const published = (await kept.get("Model", model.id))!;
      await kept.update("Model", { ...published, spec: { ...published.spec, api: { tokenSecret: "usage-token" } } });
      const admin = cluster.server.admin(namespace);
      await eventually(async () => (await readSecret(admin, "usage-token"))?.token === api_token, 120);
      admin.close();
      await kept.close();
      const models = await cluster.api({ AGATHA_SERVES: "models" });
      const data = { Cylinders: 4, Displacement: 100, Horsepower: 80, Weight_in_lbs: 2200 };
      const answer = await fetch(`http://127.0.0.1:${models.port}/tukey/tukey/api/`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ api_token, data }),
      });
      expect(answer.ok).toBe(true);

      const calcs = `${path}models/${model.id}/calcs/`;
      const { id: calculation } = await ok<CalculationAnswer>("POST", calcs, { type: "batch", dataset_id: dataset });
      expect(await until<CalculationAnswer>(`${calcs}${calculation}/`, "is_processed")).toMatchObject({ status: "success" });
      await ok("GET", "rest/calculations");
      await ok("DELETE", `${calcs}${calculation}/`);

      const evaluations = `${path}evaluations/`;
      const { id: evaluation } = await ok<{ id: string }>("POST", evaluations, { model_id_list: [model.id] });
      const form = new FormData();
      form.set("file", new Blob([carsCsv()]), "later.csv");
      expect((await client.request("POST", `${evaluations}${evaluation}/upload/`, form)).status).toBe(201);
      await ok("POST", `${evaluations}${evaluation}/start/`);
      await eventually(async () => /_finish$|_fail$/.test((await ok<EvaluationAnswer>("GET", `${evaluations}${evaluation}/`)).status), 120);
      await ok("GET", evaluations);
      await ok("DELETE", `${evaluations}${evaluation}/`);
    },
    10 * MINUTES,
  );

  test(
    "automatic training succeeds with the chart's rights, drops useless models, and can be cancelled",
    async () => {
      const batches = `${path}automodels/`;
      const request = { mode: "AUTO_REGRESSION", response: "Miles_per_Gallon", columns: COLUMNS, limit: { models: 30, seconds: 60 } };
      const { id } = await ok<{ id: string }>("POST", batches, request);
      expect(await until<AutoModelAnswer>(`${batches}${id}/`, "fitting_processing")).toMatchObject({ status: "fitting_finished" });
      const other = await ok<{ id: string }>("POST", batches, { ...request, limit: { models: 30, seconds: 600 } });
      const before = cluster.node.started.length;
      await eventually(() => cluster.node.started.length > before, 120);
      await ok("PATCH", `${batches}${other.id}/`, { cancelled: true });
      await until<AutoModelAnswer>(`${batches}${other.id}/`, "fitting_processing");
      await ok("GET", batches);
      await ok("DELETE", `${batches}${other.id}/`);
    },
    10 * MINUTES,
  );

  if (!isFurther) describeInstallation();
  test(
    "failing jobs and expired calculations are handled with the chart's rights",
    async () => {
      const resources = openStore();
      const soon = nameBeside(dataset, "soon");
      const models = await ok<{ data: { id: string }[] }>("GET", `${path}models/`);
      const { spec } = (await resources.get("Model", models.data[0]!.id))!;
      await resources.create("Calculation", {
        metadata: { name: soon },
        spec: { owner: spec.owner, modelRef: models.data[0]!.id, type: "batch", rows: "uploads/none", ttlSecondsAfterFinished: 60 },
      });
      cluster.node.failTasksOf("train");
      const { id } = await ok<{ id: string }>("POST", `${path}models/`, training("Broken"));
      await eventually(() => requests("operator").some(({ objectRef }) => objectRef?.subresource === "log"), 120);
      cluster.node.failTasksOf(undefined);
      expect(await client.waitForModel(dataset, id)).toMatchObject({ status: "success" });
      await ok("DELETE", `${path}models/${id}/`);
      await expireUndoPeriod(resources);
      await eventually(async () => (await resources.get("Model", id)) === undefined, 60);
      await eventually(async () => (await resources.get("Calculation", soon)) === undefined, 180);
      for (const kind of ["AutoModel", "Evaluation"] as const) {
        const isDeletedByUser = ({ metadata }: Resource<typeof kind>) => metadata.annotations?.[DELETED_AT_ANNOTATION] !== undefined;
        await eventually(async () => !(await resources.list(kind)).items.some(isDeletedByUser), 60);
      }
      expect((await client.request("DELETE", path)).status).toBeLessThan(300);
      await expireUndoPeriod(resources);
      await eventually(async () => (await resources.list("Dataset")).items.length === 0, 60);
      await resources.close();
    },
    10 * MINUTES,
  );

  test.each(PARTS)("no request of the %s is denied", (part) => {
    const denied = requests(part).filter(({ responseStatus }) => responseStatus?.code === 403 || responseStatus?.code === 401);
    expect(denied.map(({ verb, requestURI }) => `${verb} ${requestURI}`)).toEqual([]);
    recordMeasurement(`${part}: ${requests(part).length} requests under its own account, ${denied.length} denied`);
  });

  test.each(PARTS)(
    "every right of the %s is used: without it a request is denied",
    async (part) => {
      const rules = cluster.accounts!.rules(part, namespace);
      const asked = requests(part).filter(({ objectRef }) => objectRef?.namespace === namespace);
      const unused: string[] = [];
      let rights = 0;
      for (const { without, right } of eachWithout(rules)) {
        rights += 1;
        const needs = asked.some((event) => isFor(event, right));
        if (needs) {
          await cluster.accounts!.setRules(part, without, namespace);
          await eventually(async () => !(await allows(part, right)), 20);
        } else unused.push(Object.values(right).filter(Boolean).join(" "));
      }
      await cluster.accounts!.setRules(part, rules, namespace);
      recordMeasurement(`${part}: ${rights} rights, ${unused.length} unused`);
      expect(unused).toEqual([]);
    },
    5 * MINUTES,
  );

  if (isFurther) {
    test("a namespace whose role is gone counts as empty, and the others are served", async () => {
      const kubeConfig = await cluster.accounts!.kubeConfig("models");
      const errors: unknown[] = [];
      const resources = createKubernetesResourceStore({
        connection: createKubernetesConnection({ kubeConfig, namespace: cluster.namespace }),
        namespaces: [cluster.team],
        onError: (error) => errors.push(error),
      });
      const admin = openStore();
      for (const name of ["kept", nameBeside(dataset, "hidden")]) {
        const source = { fileName: "a.csv", format: "csv" as const, inline: "a\n1" };
        await admin.create("Dataset", { metadata: { name }, spec: { displayName: "Kept", owner: "admin", source } });
      }
      const rules = cluster.accounts!.rules("models", namespace);
      await cluster.accounts!.setRules("models", [], namespace);
      const names = async () => (await resources.list("Dataset")).items.map(({ metadata }) => metadata.name);
      await eventually(async () => (await names()).join() === "kept", 60);
      expect(errors).not.toEqual([]);
      await cluster.accounts!.setRules("models", rules, namespace);
      await eventually(async () => (await names()).length === 2, 60);
      await Promise.all([resources.close(), admin.close()]);
    });
  }

  /** What the operator does once for the installation, and with its jobs. */
  function describeInstallation(): void {
    test(
      "the operator reads why a queue of Kueue holds a training back",
      async () => {
        const resources = openStore();
        const admin = cluster.server.admin(cluster.namespace);
        const { data: models } = await ok<{ data: { id: string }[] }>("GET", `${path}models/`);
        const { api, apiEnabled, ...spec } = (await resources.get("Model", models[0]!.id))!.spec;
        // The search lasts until its time is over.
        const more = { displayName: "Queued", tuning: { seconds: 300, candidates: 500 }, resources: { queueName: "team" } };
        const { metadata } = await resources.create("Model", { metadata: { name: "queued" }, spec: { ...spec, ...more } });
        const jobs = `/apis/batch/v1/namespaces/${cluster.namespace}/jobs`;
        const query = { labelSelector: "agatha.dev/resource=queued" };
        let job: string | undefined;
        await eventually(async () => {
          const { items } = await admin.request<{ items: Resource<"Model">[] }>({ method: "GET", path: jobs, query });
          job = items[0]?.metadata.name;
          return job !== undefined;
        }, 120);
        const contentType = "application/merge-patch+json";
        await admin.request({ method: "PATCH", path: `${jobs}/${job}`, contentType, body: { spec: { suspend: true } } });
        await eventually(() => requests("operator").some(({ objectRef }) => objectRef?.resource === "workloads"), 120);
        await resources.delete("Model", metadata);
        await eventually(async () => (await resources.get("Model", "queued")) === undefined, 120);
        await resources.close();
        admin.close();
      },
      10 * MINUTES,
    );

    test(
      "objects stored in an earlier version are rewritten, for which the operator has rights in the whole cluster, and uses all of them",
      async () => {
        const admin = cluster.server.admin(cluster.namespace);
        const resources = createKubernetesResourceStore({ connection: admin });
        const models = await ok<{ data: { id: string }[] }>("GET", `${path}models/`);
        const [{ id }] = models.data as [{ id: string }];
        const { owner } = (await resources.get("Model", id))!.spec;
        const evaluation = { owner, datasetRef: dataset, models: [id] };
        await resources.create("Evaluation", { metadata: { name: "stored" }, spec: evaluation });
        const calculation = { owner, modelRef: id, type: "batch" as const, rows: "uploads/none", ttlSecondsAfterFinished: 3_600 };
        await resources.create("Calculation", { metadata: { name: "stored" }, spec: calculation });

        const definitions = KIND_NAMES.map(
          (kind) => `/apis/apiextensions.k8s.io/v1/customresourcedefinitions/${KINDS[kind].plural}.${GROUP}`,
        );
        const body = { status: { storedVersions: ["v1alpha1", VERSION] } };
        const contentType = "application/merge-patch+json";
        for (const at of definitions) await admin.request({ method: "PATCH", path: `${at}/status`, contentType, body });
        await operator.end("SIGTERM");
        await cluster.operator("operator-1", { AGATHA_MIGRATE_STORAGE: "true" });
        for (const at of definitions) {
          await eventually(async () => {
            const { status } = await admin.request<{ status: { storedVersions: string[] } }>({ method: "GET", path: at });
            return status.storedVersions.join() === VERSION;
          }, 120);
        }
        // Lists of a namespace need no right in the cluster.
        const asked = requests("operator").filter(({ verb, objectRef }) => verb !== "list" || objectRef?.namespace === undefined);
        const unused = [...eachWithout(cluster.accounts!.clusterRules)].filter(({ right }) => !asked.some((event) => isFor(event, right)));
        expect(unused.map(({ right }) => right)).toEqual([]);
        await cluster.accounts!.removeClusterRules();
        await resources.close();
      },
      5 * MINUTES,
    );

    test(
      "secrets are made once, a given value replaces a made one, and pods that read a changed secret are replaced",
      async () => {
        const admin = cluster.server.admin(cluster.namespace);
        const path = `/apis/apps/v1/namespaces/${cluster.namespace}/deployments/agatha-operator`;
        type Annotated = { metadata: { annotations?: Record<string, string> } };
        const deployment = () => admin.request<Annotated & { spec: { template: Annotated } }>({ method: "GET", path });
        const noted = async () => (await deployment()).metadata.annotations?.[SECRETS_DIGEST_ANNOTATION];
        const started = async () => (await deployment()).spec.template.metadata.annotations?.[SECRETS_DIGEST_ANNOTATION];
        await eventually(async () => (await noted()) !== undefined, 120);
        const before = await noted();
        const stores = await readSecret(admin, "agatha-stores");
        await cluster.secrets();
        expect(await readSecret(admin, "agatha-stores")).toEqual(stores);
        await cluster.secrets({ AGATHA_NATS_TOKEN: "given-by-the-administrator" });
        expect(await readSecret(admin, "agatha-stores")).toEqual({ ...stores, AGATHA_NATS_TOKEN: "given-by-the-administrator" });
        await eventually(async () => (await started()) !== undefined, 120);
        expect(await started()).not.toBe(before);
        // A secret that was used and is gone is not made with other values, which would not fit the stores.
        const gone = `/api/v1/namespaces/${cluster.namespace}/secrets/agatha-stores`;
        await admin.request({ method: "DELETE", path: gone });
        await expect(cluster.secrets()).rejects.toMatchObject({ code: 1, stdout: expect.stringContaining("agatha-stores is gone") });
        expect(await readSecret(admin, "agatha-stores")).toBeUndefined();
        admin.close();
      },
      5 * MINUTES,
    );
  }

  /** Returns the decision of the server's authorizer. */
  async function allows(part: Component, { group, resource, subresource, verb, name }: Right): Promise<boolean> {
    const admin = cluster.server.admin(cluster.namespace);
    const resourceAttributes = { namespace, group, resource, subresource, verb, name };
    const { status } = await admin.request<{ status: { allowed: boolean } }>({
      method: "POST",
      path: "/apis/authorization.k8s.io/v1/subjectaccessreviews",
      body: {
        apiVersion: "authorization.k8s.io/v1",
        kind: "SubjectAccessReview",
        spec: { user: cluster.accounts!.user(part), resourceAttributes },
      },
    });
    admin.close();
    return status.allowed;
  }

  /** Creates a dataset as kubectl does, and returns its name once it is ready. */
  async function applyDataset(resources: ResourceStore): Promise<string> {
    const source = { fileName: "cars.csv", format: "csv" as const, inline: carsCsv() };
    const name = namespacedName("cars", namespace);
    await resources.create("Dataset", { metadata: { name }, spec: { displayName: "Cars", owner: "admin", source } });
    await client.waitForDataset(name, "evaluating_finish");
    return name;
  }
}
