/** The token of a model's open API in a Secret, on a real API server with its garbage collector. */
import { createInProcessEventBus } from "@agatha/adapters";
import type { KubernetesConnection } from "@agatha/adapters/kubernetes/connection";
import { readSecret } from "@agatha/adapters/kubernetes/secrets";
import { createKubernetesResourceStore } from "@agatha/adapters/resources/kubernetes-resource-store";
import type { Condition, EventBus, Resource } from "@agatha/contracts";
import { modelSubject } from "@agatha/contracts/api-access/api-tokens";
import { type ApiServer, findApiServer, startApiServer } from "../ports/api-server.js";
import { describeWith } from "../ports/servers.js";
import { eventually } from "../ports/temporary-folder.js";
import { PREDICTION_URL, startKubernetesOperator, tokenStore } from "./kubernetes-operator.js";
import { createTestHarness, type TestHarness } from "./test-harness.js";

describeWith("a model that names a Secret for its token", findApiServer(), () => {
  let server: ApiServer;
  let admin: KubernetesConnection;
  let harness: TestHarness;
  let events: EventBus;
  let stop: () => Promise<void>;

  beforeAll(async () => {
    server = await startApiServer(["garbage-collector-controller"]);
    const namespace = await server.namespace();
    admin = server.admin(namespace);
    events = createInProcessEventBus({ onError: () => undefined });
    harness = await createTestHarness(undefined, async () => createKubernetesResourceStore({ connection: server.admin(namespace) }));
    stop = await startKubernetesOperator(server, namespace, harness, events);
  }, 120_000);
  afterAll(async () => {
    await stop();
    await harness.close();
    admin.close();
    await server.stop();
  });

  const resources = () => harness.ports.resources;
  const create = (name: string, tokenSecret: string) =>
    resources().create("Model", {
      metadata: { name },
      spec: {
        displayName: name,
        owner: "u1",
        datasetRef: "none",
        type: "REGRESSION",
        response: "a",
        layers: [{ nodes: [{ algorithm: "GLM" }] }],
        api: { tokenSecret },
      },
    });
  const told = async (name: string): Promise<Condition | undefined> =>
    (await resources().get("Model", name))?.status?.conditions?.find(({ type }) => type === "TokenSecret");
  const reasonBecomes = (name: string, reason: string) => eventually(async () => (await told(name))?.reason === reason, 60);
  const changed = (model: Resource<"Model">) => events.publish("tokenChanged", { model: model.metadata.name });

  test("the Secret has a valid token and the address, follows rotation and revocation, and goes with the model", async () => {
    const tokens = tokenStore(harness);
    const model = await create("hardness", "hardness-token");
    await reasonBecomes("hardness", "Written");
    const first = (await readSecret(admin, "hardness-token"))!;
    expect(first).toEqual({ url: PREDICTION_URL, token: expect.any(String) });
    expect(await tokens.verify("model", first.token!)).toMatchObject({ name: "hardness" });

    const second = await tokens.rotate(modelSubject(model));
    changed(model);
    await eventually(async () => (await readSecret(admin, "hardness-token"))?.token === second, 60);

    await tokens.revoke(modelSubject(model));
    changed(model);
    await reasonBecomes("hardness", "Revoked");
    expect(await readSecret(admin, "hardness-token")).toEqual({ url: PREDICTION_URL });

    await tokens.rotate(modelSubject(model));
    changed(model);
    await reasonBecomes("hardness", "Written");
    const present = (await resources().get("Model", "hardness"))!;
    await resources().update("Model", { ...present, spec: { ...present.spec, api: { tokenSecret: "another" } } });
    await eventually(async () => (await readSecret(admin, "another"))?.token !== undefined, 60);
    await eventually(async () => (await readSecret(admin, "hardness-token"))?.token === undefined, 60);

    await resources().delete("Model", model.metadata);
    await eventually(async () => (await readSecret(admin, "another")) === undefined, 120);
  }, 300_000);

  test("a Secret of another use, or of another model, keeps its values", async () => {
    const path = `/api/v1/namespaces/${admin.namespace}/secrets`;
    await admin.request({ method: "POST", path, body: { metadata: { name: "stores" }, data: { password: "cGFzc3dvcmQ=" } } });
    await create("greedy", "stores");
    await reasonBecomes("greedy", "SecretTaken");
    expect(await readSecret(admin, "stores")).toEqual({ password: "password" });

    await create("one", "shared");
    await reasonBecomes("one", "Written");
    const { token } = (await readSecret(admin, "shared"))!;
    await create("two", "shared");
    await reasonBecomes("two", "SecretTaken");
    expect((await readSecret(admin, "shared"))!.token).toBe(token);
  }, 120_000);
});
