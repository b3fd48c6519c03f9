import { AlreadyExists, API_VERSION, Conflict, FINALIZER, type FieldSelector, NotFound } from "@agatha/contracts";
import { eventually } from "../temporary-folder.js";
import { eventSummaries, newDataset, newModel, renamed } from "./samples.js";
import { RETAINED_EVENTS, type StoreFixture } from "./store-fixture.js";

/** Tests of creating, changing and reading. */
export function describeWriting(given: StoreFixture): void {
  describe("create, get and list", () => {
    test("a created object has all of its metadata, its defaults and no status", async () => {
      const meta = { labels: { "agatha.dev/team": "a-1", plain: "" }, annotations: { note: "any text: äé\n" }, finalizers: [FINALIZER] };
      const created = await given.store.create("Dataset", newDataset("d", meta));
      expect(created).toMatchObject({ apiVersion: API_VERSION, kind: "Dataset", metadata: { name: "d", generation: 1, ...meta } });
      expect(created.spec).toMatchObject({ displayName: "Steel", productType: "quality", timezone: "UTC", columns: [] });
      expect(created.status).toBeUndefined();
      expect(created.metadata.uid).toMatch(/^[0-9a-f-]{36}$/);
      expect(created.metadata.resourceVersion).toMatch(/^\d+$/);
      expect(Math.abs(Date.parse(created.metadata.creationTimestamp) - Date.now())).toBeLessThan(60_000);
      expect(await given.store.get("Dataset", "d")).toEqual(created);
    });

    test("a missing object is undefined, also under another kind", async () => {
      await given.store.create("Dataset", newDataset("d"));
      expect(await given.store.get("Model", "d")).toBeUndefined();
      expect(await given.store.get("Dataset", "e")).toBeUndefined();
    });

    test("list returns all objects of one kind in order of name, equal to what get returns", async () => {
      expect((await given.store.list("Dataset")).items).toEqual([]);
      for (const each of ["b", "a-1", "a"]) await given.store.create("Dataset", newDataset(each));
      await given.store.create("Model", newModel("m"));
      expect(await given.names("Dataset")).toEqual(["a", "a-1", "b"]);
      expect((await given.store.list("Dataset")).items[2]).toEqual(await given.store.get("Dataset", "b"));
    });

    test("a list filtered by values follows changes of the objects", async () => {
      const ofOwner = (owner: string, datasetRef: string, name: string) => {
        const { metadata, spec } = newModel(name);
        return given.store.create("Model", { metadata, spec: { ...spec, owner, datasetRef } });
      };
      const [mine] = [await ofOwner("u1", "d", "c"), await ofOwner("u2", "d", "b"), await ofOwner("u1", "e", "a")];
      const named = async (where: FieldSelector<"Model">) =>
        (await given.store.list("Model", where)).items.map(({ metadata }) => metadata.name).join(" ");
      expect(await named({ owner: "u1" })).toBe("a c");
      expect(await named({ datasetRef: "d" })).toBe("b c");
      expect(await named({ owner: "u1", datasetRef: "d" })).toBe("c");
      expect([await named({}), await named({ owner: "u,3" }), await named({ owner: "u1", datasetRef: "u1" })]).toEqual(["a b c", "", ""]);
      expect((await given.store.list("Dataset", { owner: "u1" })).items).toEqual([]);

      const known = await given.store.updateStatus("Model", { ...mine!, status: { phase: "fitting" } });
      expect((await given.store.list("Model", { owner: "u1", datasetRef: "d" })).items).toEqual([known]);
      await given.store.update("Model", { ...known, spec: { ...known.spec, owner: "u,3" } });
      expect([await named({ owner: "u1" }), await named({ owner: "u,3" })]).toEqual(["a", "c"]);
      await given.store.close();
      given.store = await given.backend.open(RETAINED_EVENTS);
      expect([await named({ owner: "u1" }), await named({ owner: "u,3" })]).toEqual(["a", "c"]);
      await given.store.delete("Model", known.metadata);
      await given.waitUntilDeleted("Model", "c");
      expect([await named({ datasetRef: "d" }), await named({ owner: "u,3" })]).toEqual(["b", ""]);
    });

    test("a name is free only when its object is gone, and the new object has another uid", async () => {
      const first = await given.store.create("Dataset", newDataset("d"));
      await expect(given.store.create("Dataset", newDataset("d"))).rejects.toThrow(AlreadyExists);
      await given.store.delete("Dataset", first.metadata);
      const second = await given.store.create("Dataset", newDataset("d"));
      expect(second.metadata.uid).not.toBe(first.metadata.uid);
      expect(second.metadata.resourceVersion).not.toBe(first.metadata.resourceVersion);
    });

    test("of many concurrent creations under one name exactly one succeeds", async () => {
      const results = await Promise.allSettled(Array.from({ length: 20 }, () => given.store.create("Dataset", newDataset("d"))));
      const won = results.flatMap((result) => (result.status === "fulfilled" ? [result.value] : []));
      expect(won).toEqual([await given.store.get("Dataset", "d")]);
      expect(results.every((result) => result.status === "fulfilled" || result.reason instanceof AlreadyExists)).toBe(true);
    });
  });

  describe("update and updateStatus", () => {
    test("a change of spec raises the generation, a change of metadata does not", async () => {
      const created = await given.store.create("Model", newModel("m"));
      const enabled = await given.store.update("Model", { ...created, spec: { ...created.spec, apiEnabled: true } });
      expect(enabled.metadata.generation).toBe(2);
      const labelled = await given.store.update("Model", { ...enabled, metadata: { ...enabled.metadata, labels: { a: "b" } } });
      expect(labelled.metadata.generation).toBe(2);
      expect(await given.store.get("Model", "m")).toEqual(labelled);
    });

    test("update keeps the status, and updateStatus keeps the spec and the generation", async () => {
      const created = await given.store.create("Model", newModel("m"));
      const fitting = await given.store.updateStatus("Model", {
        ...renamed(created, "Ignored"),
        status: { phase: "fitting", attempts: 1 },
      });
      expect(fitting).toMatchObject({ spec: created.spec, status: { phase: "fitting", attempts: 1 }, metadata: { generation: 1 } });
      const updated = await given.store.update("Model", { ...renamed(fitting, "Renamed"), status: { phase: "fail" } });
      expect(updated).toMatchObject({ spec: { displayName: "Renamed" }, status: { phase: "fitting", attempts: 1 } });
      const done = await given.store.updateStatus("Model", { ...updated, status: { phase: "success" } });
      expect(done.status).toEqual({ phase: "success" });
    });

    test("writing an outdated version throws Conflict and changes nothing", async () => {
      const old = await given.store.create("Model", newModel("m"));
      const present = await given.store.updateStatus("Model", { ...old, status: { phase: "init" } });
      await expect(given.store.update("Model", renamed(old, "Late"))).rejects.toThrow(Conflict);
      await expect(given.store.updateStatus("Model", { ...old, status: { phase: "fail" } })).rejects.toThrow(Conflict);
      expect(await given.store.get("Model", "m")).toEqual(present);
    });

    test("an object that was deleted and created again is not taken for the old one", async () => {
      const old = await given.store.create("Model", newModel("m"));
      await given.store.delete("Model", old.metadata);
      await expect(given.store.update("Model", renamed(old, "Late"))).rejects.toThrow(NotFound);
      await expect(given.store.updateStatus("Model", { ...old, status: { phase: "fail" } })).rejects.toThrow(NotFound);
      const fresh = await given.store.create("Model", newModel("m"));
      await expect(given.store.update("Model", renamed(old, "Late"))).rejects.toThrow(Conflict);
      await expect(given.store.updateStatus("Model", { ...old, status: { phase: "fail" } })).rejects.toThrow(Conflict);
      await expect(given.store.delete("Model", old.metadata)).rejects.toThrow(NotFound);
      expect(await given.store.get("Model", "m")).toEqual(fresh);
    });

    test("of many concurrent updates of one version exactly one succeeds", async () => {
      const created = await given.store.create("Model", newModel("m"));
      const results = await Promise.allSettled(
        Array.from({ length: 20 }, (_, n) =>
          n % 2
            ? given.store.update("Model", renamed(created, `N${n}`))
            : given.store.updateStatus("Model", { ...created, status: { attempts: n } }),
        ),
      );
      const won = results.flatMap((result) => (result.status === "fulfilled" ? [result.value] : []));
      expect(won).toEqual([await given.store.get("Model", "m")]);
      expect(results.every((result) => result.status === "fulfilled" || result.reason instanceof Conflict)).toBe(true);
    });

    test("writing the stored value again changes no version and sends no event", async () => {
      const created = await given.store.create("Model", newModel("m"));
      const present = await given.store.updateStatus("Model", { ...created, status: { phase: "init" } });
      const seen = given.startWatch("Model", present.metadata.resourceVersion);
      expect(await given.store.update("Model", present)).toEqual(present);
      expect(await given.store.updateStatus("Model", present)).toEqual(present);
      await given.store.create("Model", newModel("next"));
      await eventually(() => seen.events.length > 0);
      expect(eventSummaries(seen.events)).toEqual(["ADDED next"]);
    });
  });
}
