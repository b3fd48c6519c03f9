/** A store that serves further namespaces, on a real API server. */
import type { KubernetesConnection } from "@agatha/adapters/kubernetes/connection";
import { collectionPath, type KubernetesObject } from "@agatha/adapters/resources/kubernetes-object";
import { createKubernetesResourceStore } from "@agatha/adapters/resources/kubernetes-resource-store";
import { API_VERSION, InvalidInput, type KindName, type NewResource, type ResourceStore, type WatchEvent } from "@agatha/contracts";
import { type ApiServer, findApiServer, startApiServer } from "./api-server.js";
import { eventSummaries, newDataset, newModel, ownedBy, renamed } from "./resource-store/samples.js";
import { describeWith } from "./servers.js";
import { eventually } from "./temporary-folder.js";

describeWith("a store of several namespaces", findApiServer(), () => {
  let server: ApiServer;
  let team: string;
  let other: string;
  let admin: KubernetesConnection;
  let store: ResourceStore;

  beforeAll(async () => {
    server = await startApiServer([]);
  }, 120_000);
  afterAll(() => server.stop());
  afterEach(async () => {
    await store.close();
    admin.close();
  });

  /** Opens a store that serves a new home and either the namespace `team`, or all. */
  async function open(which: "listed" | "all"): Promise<void> {
    const home = await server.namespace();
    [team, other] = [await server.namespace(), await server.namespace()];
    admin = server.admin(home);
    store = createKubernetesResourceStore({
      connection: server.admin(home),
      namespaces: which === "all" ? ["*"] : [team],
    });
  }
  const ofTeam = <K extends KindName>({ metadata, spec }: NewResource<K>): NewResource<K> => ({
    metadata: { ...metadata, name: `${metadata.name}_${team}` },
    spec,
  });
  const stored = (kind: KindName, namespace: string, name: string) =>
    admin.request<KubernetesObject>({ method: "GET", path: `${collectionPath(namespace, kind)}/${name}` });

  describe.each(["listed", "all"] as const)("with %s namespaces", (which) => {
    beforeEach(() => open(which));

    test("an object of a further namespace has its namespace in its name, and in Kubernetes plain names that refer to each other", async () => {
      const dataset = await store.create("Dataset", ofTeam(newDataset("d")));
      expect(dataset.metadata).toMatchObject({ name: `d_${team}`, namespace: team });
      const wanted = ofTeam(newModel("m", ownedBy(dataset)));
      const model = await store.create("Model", { ...wanted, spec: { ...wanted.spec, datasetRef: dataset.metadata.name } });
      expect(model.spec.datasetRef).toBe(dataset.metadata.name);
      expect(model.metadata.ownerReferences).toEqual(ownedBy(dataset).ownerReferences);
      expect(await stored("Model", team, "m")).toMatchObject({
        metadata: { ownerReferences: [{ name: "d", uid: dataset.metadata.uid }] },
        spec: { datasetRef: "d" },
      });
      expect(await store.get("Model", `m_${team}`)).toEqual(model);
      expect(await store.get("Model", "m")).toBeUndefined();
    });

    test("the same name in two namespaces is two objects, and each is changed and deleted by its own name", async () => {
      const [mine, theirs] = [await store.create("Dataset", newDataset("d")), await store.create("Dataset", ofTeam(newDataset("d")))];
      const changed = await store.update("Dataset", renamed(theirs, "Copper"));
      await store.updateStatus("Dataset", { ...changed, status: { phase: "init" } });
      expect(await stored("Dataset", team, "d")).toMatchObject({ spec: { displayName: "Copper" }, status: { phase: "init" } });
      const names = (await store.list("Dataset")).items.map(({ metadata }) => metadata.name);
      expect(names).toEqual([...names].sort());
      expect(names).toEqual(expect.arrayContaining(["d", `d_${team}`]));
      expect(await store.get("Dataset", "d")).toEqual(mine);
      await store.delete("Dataset", theirs.metadata);
      expect(await store.get("Dataset", `d_${team}`)).toBeUndefined();
      expect(await store.get("Dataset", "d")).toEqual(mine);
    });

    test("objects that refer to one are selected in its namespace alone", async () => {
      await store.create("Model", newModel("mine"));
      const wanted = ofTeam(newModel("theirs"));
      await store.create("Model", { ...wanted, spec: { ...wanted.spec, datasetRef: `d_${team}` } });
      const selected = async (datasetRef: string) => (await store.list("Model", { datasetRef })).items.map(({ metadata }) => metadata.name);
      expect(await selected("d")).toEqual(["mine"]);
      expect(await selected(`d_${team}`)).toEqual([`theirs_${team}`]);
    });

    test("one watch reports the changes of all that are served", async () => {
      const { resourceVersion } = await store.list("Dataset");
      const ending = new AbortController();
      const events: WatchEvent<"Dataset">[] = [];
      const watching = (async () => {
        for await (const event of store.watch("Dataset", resourceVersion, ending.signal)) events.push(event);
      })();
      try {
        const created = await store.create("Dataset", newDataset("d"));
        await store.create("Dataset", ofTeam(newDataset("d")));
        await store.delete("Dataset", created.metadata);
        await eventually(() => events.length === 3, 60);
      } finally {
        ending.abort();
        await watching;
      }
      // Each namespace has an order of its own.
      expect(eventSummaries(events).sort()).toEqual(["ADDED d", `ADDED d_${team}`, "DELETED d"]);
    });

    test("a reference to another namespace is refused, with what to do", async () => {
      const refused = store.create("Model", { ...newModel("m"), spec: { ...newModel("m").spec, datasetRef: `d_${team}` } });
      await expect(refused).rejects.toThrow(InvalidInput);
      await expect(refused).rejects.toThrow("use objects of one namespace");
    });
  });

  test("objects of a namespace that is not served are not there", async () => {
    await open("listed");
    const body = { apiVersion: API_VERSION, kind: "Dataset", ...newDataset("d") };
    await admin.request({ method: "POST", path: collectionPath(other, "Dataset"), body });
    expect(await store.get("Dataset", `d_${other}`)).toBeUndefined();
    expect((await store.list("Model", { datasetRef: `d_${other}` })).items).toEqual([]);
    expect((await store.list("Dataset")).items).toEqual([]);
  });
});
