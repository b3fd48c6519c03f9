import type { KubernetesConnection } from "@agatha/adapters/kubernetes/connection";
import { createEventRecorder } from "@agatha/adapters/kubernetes/event-recorder";
import { createKubernetesResourceStore } from "@agatha/adapters/resources/kubernetes-resource-store";
import type { Resource, Transition } from "@agatha/contracts";
import { type ApiServer, findApiServer, startApiServer } from "./api-server.js";
import { newModel } from "./resource-store/samples.js";
import { describeWith } from "./servers.js";

interface Event {
  type: string;
  reason: string;
  note: string;
  action: string;
  regarding: { kind: string; name: string; uid: string };
  series?: { count: number };
}

describeWith("Kubernetes' Events", findApiServer(), () => {
  let server: ApiServer;
  let admin: KubernetesConnection;
  let model: Resource<"Model">;
  const errors: unknown[] = [];
  beforeAll(async () => {
    server = await startApiServer([]);
  }, 120_000);
  afterAll(() => server.stop());
  beforeEach(async () => {
    errors.length = 0;
    admin = server.admin(await server.namespace());
    const resources = createKubernetesResourceStore({ connection: server.admin(admin.namespace) });
    model = await resources.create("Model", newModel("m"));
    await resources.close();
  });
  afterEach(() => admin.close());

  const recorder = (now?: () => number) =>
    createEventRecorder({ connection: admin, instance: "operator-0", onError: (error) => errors.push(error), ...(now && { now }) });
  const path = () => `/apis/events.k8s.io/v1/namespaces/${admin.namespace}/events`;
  const events = async () => (await admin.request<{ items: Event[] }>({ method: "GET", path: path() })).items;
  const failed: Transition = { condition: "Trained", warning: true, reason: "OutOfMemory", message: "Raise the memory limit." };
  const fitting: Transition = { condition: "Trained", warning: false, reason: "Fitting", message: "The model is being fitted." };

  test("a change of phase becomes an Event about its object", async () => {
    const { record, close } = recorder();
    record(model, fitting);
    record(model, failed);
    await close();
    expect(errors).toEqual([]);
    const regarding = { kind: "Model", name: "m", uid: model.metadata.uid };
    const all = await events();
    expect(all).toHaveLength(2);
    expect(all).toContainEqual(expect.objectContaining({ type: "Normal", reason: "Fitting", note: fitting.message, action: "Trained" }));
    expect(all.find(({ type }) => type === "Warning")).toMatchObject({ reason: "OutOfMemory", regarding });
  });

  test("an event repeated soon raises the count of the first, and later becomes a new Event", async () => {
    let now = Date.parse("2024-05-01T08:00:00Z");
    const { record, close } = recorder(() => now);
    for (let n = 0; n < 3; n++) record(model, failed);
    await close();
    expect((await events()).map(({ series }) => series?.count)).toEqual([3]);
    now += 7 * 60_000;
    record(model, failed);
    await close();
    expect(await events()).toHaveLength(2);
    expect(errors).toEqual([]);
  });

  test("an Event that was deleted meanwhile is created again", async () => {
    const { record, close } = recorder();
    record(model, failed);
    await close();
    await admin.text({ method: "DELETE", path: path() });
    record(model, failed);
    await close();
    expect(await events()).toHaveLength(1);
    expect(errors).toEqual([]);
  });

  test("an event that cannot be recorded is reported and dropped", async () => {
    const { record, close } = recorder();
    record(model, { ...failed, reason: "" });
    record(model, fitting);
    await close();
    expect(errors).toHaveLength(1);
    expect(await events()).toHaveLength(1);
  });
});
