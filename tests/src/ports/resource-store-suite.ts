import {
  AlreadyExists,
  API_VERSION,
  Conflict,
  Expired,
  FINALIZER,
  InvalidInput,
  type KindName,
  type NewResource,
  NotFound,
  type OwnerReference,
  type Resource,
  type ResourceStore,
  type WatchEvent,
} from "@agatha/contracts";
import { eventually } from "./scratch.js";

/** A place for resources that can be closed and opened again. */
export interface ResourcePlace {
  /** At least this many events are kept for watchers, and not many more. */
  open(eventsKept: number): Promise<ResourceStore>;
  remove(): Promise<void>;
}

const EVENTS_KEPT = 50;
const SHA = "0".repeat(64);

type Meta = Omit<NewResource<"Dataset">["metadata"], "name">;

function newDataset(name: string, meta: Meta = {}): NewResource<"Dataset"> {
  const source = { key: `uploads/${name}`, sha256: SHA, size: 10, fileName: "a.csv", format: "csv" as const };
  return { metadata: { name, ...meta }, spec: { displayName: "Steel", owner: "u1", source } };
}

function newModel(name: string, meta: Meta = {}): NewResource<"Model"> {
  const layers = [{ nodes: [{ algorithm: "XGB", params: { rounds: 10, loss: "squared" } }] }];
  return {
    metadata: { name, ...meta },
    spec: { displayName: "M1", owner: "u1", datasetRef: "d", type: "REGRESSION", response: "y", layers },
  };
}

function ownedBy(...owners: Resource<KindName>[]): { ownerReferences: OwnerReference[] } {
  const reference = ({ kind, metadata }: Resource<KindName>) => ({ apiVersion: API_VERSION, kind, name: metadata.name, uid: metadata.uid });
  return { ownerReferences: owners.map(reference) };
}

function renamed<K extends "Dataset" | "Model">(resource: Resource<K>, displayName: string): Resource<K> {
  return { ...resource, spec: { ...resource.spec, displayName } };
}

/** What every ResourceStore promises. */
export function describeResourceStore(name: string, makePlace: () => Promise<ResourcePlace>): void {
  describe(`ResourceStore: ${name}`, () => {
    let place: ResourcePlace;
    let store: ResourceStore;
    const watching: AbortController[] = [];

    beforeEach(async () => {
      place = await makePlace();
      store = await place.open(EVENTS_KEPT);
    });
    afterEach(async () => {
      for (const controller of watching.splice(0)) controller.abort();
      await store.close();
      await place.remove();
    });

    /** Watches until the test ends; `error` is what the watch threw. */
    function follow<K extends KindName>(kind: K, resourceVersion: string) {
      const controller = new AbortController();
      watching.push(controller);
      const seen = { events: [] as WatchEvent<K>[], error: undefined as unknown, ended: false, stop: () => controller.abort() };
      const read = async () => {
        for await (const event of store.watch(kind, resourceVersion, controller.signal)) seen.events.push(event);
      };
      read().then(
        () => {
          seen.ended = true;
        },
        (error: unknown) => {
          seen.error = error;
        },
      );
      return seen;
    }
    const told = (events: WatchEvent<KindName>[]) => events.map(({ type, resource }) => `${type} ${resource.metadata.name}`);
    const names = async (kind: KindName) => (await store.list(kind)).items.map((item) => item.metadata.name);
    const gone = (kind: KindName, resource: string) => eventually(async () => (await store.get(kind, resource)) === undefined);

    describe("create, get and list", () => {
      test("a created object has all of its metadata, its defaults and no status", async () => {
        const meta = { labels: { "agatha.dev/team": "a-1", plain: "" }, annotations: { note: "any text: äé\n" }, finalizers: [FINALIZER] };
        const created = await store.create("Dataset", newDataset("d", meta));
        expect(created).toMatchObject({ apiVersion: API_VERSION, kind: "Dataset", metadata: { name: "d", generation: 1, ...meta } });
        expect(created.spec).toMatchObject({ displayName: "Steel", productType: "quality", timezone: "UTC", columns: [] });
        expect(created.status).toBeUndefined();
        expect(created.metadata.uid).toMatch(/^[0-9a-f-]{36}$/);
        expect(created.metadata.resourceVersion).toMatch(/^\d+$/);
        expect(Math.abs(Date.parse(created.metadata.creationTimestamp) - Date.now())).toBeLessThan(60_000);
        expect(await store.get("Dataset", "d")).toEqual(created);
      });

      test("what is not there is undefined, also under another kind", async () => {
        await store.create("Dataset", newDataset("d"));
        expect(await store.get("Model", "d")).toBeUndefined();
        expect(await store.get("Dataset", "e")).toBeUndefined();
      });

      test("list has all of one kind, in order of name, as they are got", async () => {
        expect((await store.list("Dataset")).items).toEqual([]);
        for (const each of ["b", "a-1", "a"]) await store.create("Dataset", newDataset(each));
        await store.create("Model", newModel("m"));
        expect(await names("Dataset")).toEqual(["a", "a-1", "b"]);
        expect((await store.list("Dataset")).items[2]).toEqual(await store.get("Dataset", "b"));
      });

      test("a name is free again only when its object is gone, and the new one has another uid", async () => {
        const first = await store.create("Dataset", newDataset("d"));
        await expect(store.create("Dataset", newDataset("d"))).rejects.toThrow(AlreadyExists);
        await store.delete("Dataset", first.metadata);
        const second = await store.create("Dataset", newDataset("d"));
        expect(second.metadata.uid).not.toBe(first.metadata.uid);
        expect(second.metadata.resourceVersion).not.toBe(first.metadata.resourceVersion);
      });

      test("of many creations under one name exactly one succeeds", async () => {
        const results = await Promise.allSettled(Array.from({ length: 20 }, () => store.create("Dataset", newDataset("d"))));
        const won = results.flatMap((result) => (result.status === "fulfilled" ? [result.value] : []));
        expect(won).toEqual([await store.get("Dataset", "d")]);
        expect(results.every((result) => result.status === "fulfilled" || result.reason instanceof AlreadyExists)).toBe(true);
      });
    });

    describe("what breaks the schema is refused with its path", () => {
      const spec = newDataset("d").spec;
      test.each<[string, NewResource<"Dataset">, string]>([
        ["a value out of the set", { ...newDataset("d"), spec: { ...spec, productType: "toys" as "occ" } }, "spec.productType"],
        ["a missing field", { ...newDataset("d"), spec: { ...spec, owner: undefined as unknown as string } }, "spec.owner"],
        [
          "a value within an array",
          { ...newDataset("d"), spec: { ...spec, columns: [{ name: "a" }, { name: "" }] } },
          "spec.columns[1].name",
        ],
        ["a path that climbs", { ...newDataset("d"), spec: { ...spec, source: { ...spec.source, key: "a/../b" } } }, "spec.source.key"],
        ["a name that is no DNS label", newDataset("A_b"), "metadata.name"],
        ["a label's value", newDataset("d", { labels: { a: "with space" } }), "metadata.labels.a"],
        ["a finalizer without a domain", newDataset("d", { finalizers: ["cleanup"] }), "metadata.finalizers[0]"],
      ])("%s", async (_case, bad, path) => {
        const failure: unknown = await store.create("Dataset", bad).catch((error: unknown) => error);
        expect(failure).toBeInstanceOf(InvalidInput);
        expect((failure as InvalidInput).problems.map((problem) => problem.path)).toContain(path);
        expect(await names("Dataset")).toEqual([]);
      });

      test("a rule between fields", async () => {
        const { spec: modelSpec, metadata } = newModel("m");
        await expect(store.create("Model", { metadata, spec: { ...modelSpec, response: undefined } })).rejects.toMatchObject({
          name: "InvalidInput",
          problems: [{ path: "spec.response", message: expect.stringContaining("need a response") }],
        });
      });

      test("an update, which changes nothing", async () => {
        const created = await store.create("Dataset", newDataset("d"));
        await expect(store.update("Dataset", renamed(created, "1 bad name"))).rejects.toThrow(InvalidInput);
        expect(await store.get("Dataset", "d")).toEqual(created);
      });

      test("a status, which changes nothing", async () => {
        const created = await store.create("Dataset", newDataset("d"));
        const status = { phase: "dancing" as "init" };
        await expect(store.updateStatus("Dataset", { ...created, status })).rejects.toMatchObject({ problems: [{ path: "status.phase" }] });
        expect(await store.get("Dataset", "d")).toEqual(created);
      });
    });

    describe("what must not change", () => {
      test.each<[string, (spec: Resource<"Model">["spec"]) => Partial<Resource<"Model">["spec"]>]>([
        ["type", () => ({ type: "CLASSIFICATION" })],
        ["datasetRef", () => ({ datasetRef: "other" })],
        ["response", () => ({ response: "z" })],
        ["columns", () => ({ columns: ["a"] })],
        ["seed", () => ({ seed: 2 })],
        ["a parameter deep in layers", () => ({ layers: [{ nodes: [{ algorithm: "XGB", params: { rounds: 11, loss: "squared" } }] }] })],
      ])("a model's %s", async (_field, change) => {
        const model = await store.create("Model", newModel("m"));
        const changed = { ...model, spec: { ...model.spec, ...change(model.spec) } };
        await expect(store.update("Model", changed)).rejects.toThrow("create a new model");
        expect(await store.get("Model", "m")).toEqual(model);
      });

      test("a dataset's file", async () => {
        const dataset = await store.create("Dataset", newDataset("d"));
        const { source } = dataset.spec;
        for (const other of [
          { ...source, key: "other" },
          { ...source, sha256: "1".repeat(64) },
        ]) {
          await expect(store.update("Dataset", { ...dataset, spec: { ...dataset.spec, source: other } })).rejects.toMatchObject({
            problems: [{ path: "spec.source", message: expect.stringContaining("upload a new dataset") }],
          });
        }
        const reread = await store.update("Dataset", { ...dataset, spec: { ...dataset.spec, source: { ...source, delimiter: ";" } } });
        expect(reread.spec.source.delimiter).toBe(";");
      });

      test("uid, name, creation time, generation and kind are kept whatever an update says", async () => {
        const created = await store.create("Dataset", newDataset("d"));
        const metadata = { ...created.metadata, generation: 77, creationTimestamp: "2000-01-01T00:00:00Z", labels: { a: "b" } };
        const updated = await store.update("Dataset", { ...created, metadata });
        const { resourceVersion, ...kept } = created.metadata;
        expect(updated.metadata).toEqual({
          ...kept,
          labels: { a: "b" },
          resourceVersion: expect.not.stringMatching(`^${resourceVersion}$`),
        });
      });
    });

    describe("update and updateStatus", () => {
      test("a change of spec raises the generation, a change of metadata does not", async () => {
        const created = await store.create("Model", newModel("m"));
        const enabled = await store.update("Model", { ...created, spec: { ...created.spec, apiEnabled: true } });
        expect(enabled.metadata.generation).toBe(2);
        const labelled = await store.update("Model", { ...enabled, metadata: { ...enabled.metadata, labels: { a: "b" } } });
        expect(labelled.metadata.generation).toBe(2);
        expect(await store.get("Model", "m")).toEqual(labelled);
      });

      test("update leaves the status as it is, updateStatus the spec and the generation", async () => {
        const created = await store.create("Model", newModel("m"));
        const fitting = await store.updateStatus("Model", { ...renamed(created, "Ignored"), status: { phase: "fitting", attempts: 1 } });
        expect(fitting).toMatchObject({ spec: created.spec, status: { phase: "fitting", attempts: 1 }, metadata: { generation: 1 } });
        const updated = await store.update("Model", { ...renamed(fitting, "Renamed"), status: { phase: "fail" } });
        expect(updated).toMatchObject({ spec: { displayName: "Renamed" }, status: { phase: "fitting", attempts: 1 } });
        const done = await store.updateStatus("Model", { ...updated, status: { phase: "success" } });
        expect(done.status).toEqual({ phase: "success" });
      });

      test("a version that is no longer the present one is a Conflict, and changes nothing", async () => {
        const old = await store.create("Model", newModel("m"));
        const present = await store.updateStatus("Model", { ...old, status: { phase: "init" } });
        await expect(store.update("Model", renamed(old, "Late"))).rejects.toThrow(Conflict);
        await expect(store.updateStatus("Model", { ...old, status: { phase: "fail" } })).rejects.toThrow(Conflict);
        expect(await store.get("Model", "m")).toEqual(present);
      });

      test("an object that was deleted and made anew is not taken for the old one", async () => {
        const old = await store.create("Model", newModel("m"));
        await store.delete("Model", old.metadata);
        await expect(store.update("Model", renamed(old, "Late"))).rejects.toThrow(NotFound);
        await expect(store.updateStatus("Model", { ...old, status: { phase: "fail" } })).rejects.toThrow(NotFound);
        const fresh = await store.create("Model", newModel("m"));
        await expect(store.update("Model", renamed(old, "Late"))).rejects.toThrow(Conflict);
        await expect(store.updateStatus("Model", { ...old, status: { phase: "fail" } })).rejects.toThrow(Conflict);
        await expect(store.delete("Model", old.metadata)).rejects.toThrow(NotFound);
        expect(await store.get("Model", "m")).toEqual(fresh);
      });

      test("of many updates of one version exactly one succeeds", async () => {
        const created = await store.create("Model", newModel("m"));
        const results = await Promise.allSettled(
          Array.from({ length: 20 }, (_, n) =>
            n % 2 ? store.update("Model", renamed(created, `N${n}`)) : store.updateStatus("Model", { ...created, status: { attempts: n } }),
          ),
        );
        const won = results.flatMap((result) => (result.status === "fulfilled" ? [result.value] : []));
        expect(won).toEqual([await store.get("Model", "m")]);
        expect(results.every((result) => result.status === "fulfilled" || result.reason instanceof Conflict)).toBe(true);
      });

      test("writing what is there already changes no version and tells nobody", async () => {
        const created = await store.create("Model", newModel("m"));
        const present = await store.updateStatus("Model", { ...created, status: { phase: "init" } });
        const seen = follow("Model", present.metadata.resourceVersion);
        expect(await store.update("Model", present)).toEqual(present);
        expect(await store.updateStatus("Model", present)).toEqual(present);
        await store.create("Model", newModel("next"));
        await eventually(() => seen.events.length > 0);
        expect(told(seen.events)).toEqual(["ADDED next"]);
      });
    });

    describe("deletion", () => {
      test("without finalizers the object is gone at once", async () => {
        const created = await store.create("Dataset", newDataset("d"));
        await store.delete("Dataset", created.metadata);
        expect(await store.get("Dataset", "d")).toBeUndefined();
        await expect(store.delete("Dataset", created.metadata)).rejects.toThrow(NotFound);
      });

      test("with finalizers it is marked, and goes with the last of them", async () => {
        const finalizers = [FINALIZER, "agatha.dev/second"];
        const created = await store.create("Dataset", newDataset("d", { finalizers }));
        await store.delete("Dataset", created.metadata);
        const marked = (await store.get("Dataset", "d"))!;
        expect(Math.abs(Date.parse(marked.metadata.deletionTimestamp!) - Date.now())).toBeLessThan(60_000);
        await store.delete("Dataset", created.metadata);
        expect(await store.get("Dataset", "d")).toEqual(marked);
        await expect(store.create("Dataset", newDataset("d"))).rejects.toThrow(AlreadyExists);

        const once = await store.update("Dataset", { ...marked, metadata: { ...marked.metadata, finalizers: [FINALIZER] } });
        expect(await store.get("Dataset", "d")).toEqual(once);
        await store.update("Dataset", { ...once, metadata: { ...once.metadata, finalizers: [] } });
        expect(await store.get("Dataset", "d")).toBeUndefined();
      });

      test("an object that is being deleted takes no new finalizer, but a status", async () => {
        const created = await store.create("Dataset", newDataset("d", { finalizers: [FINALIZER] }));
        await store.delete("Dataset", created.metadata);
        const marked = (await store.get("Dataset", "d"))!;
        const finalizers = [FINALIZER, "agatha.dev/late"];
        await expect(store.update("Dataset", { ...marked, metadata: { ...marked.metadata, finalizers } })).rejects.toThrow(InvalidInput);
        const failed = await store.updateStatus("Dataset", { ...marked, status: { phase: "uploading_fail" } });
        expect(failed.metadata.deletionTimestamp).toBe(marked.metadata.deletionTimestamp);
      });

      test("removing finalizers from an object that is not being deleted keeps it", async () => {
        const created = await store.create("Dataset", newDataset("d", { finalizers: [FINALIZER] }));
        await store.update("Dataset", { ...created, metadata: { ...created.metadata, finalizers: [] } });
        expect(await names("Dataset")).toEqual(["d"]);
      });
    });

    describe("owners", () => {
      test("what an object owns is deleted with it, and what that owns", async () => {
        const dataset = await store.create("Dataset", newDataset("d"));
        const model = await store.create("Model", newModel("m", ownedBy(dataset)));
        await store.create("Model", newModel("deep", ownedBy(model)));
        await store.create("Model", newModel("free"));
        await store.delete("Dataset", dataset.metadata);
        await gone("Model", "m");
        await gone("Model", "deep");
        expect(await names("Model")).toEqual(["free"]);
      });

      test("what is owned is only marked while it has finalizers", async () => {
        const dataset = await store.create("Dataset", newDataset("d"));
        await store.create("Model", newModel("m", { ...ownedBy(dataset), finalizers: [FINALIZER] }));
        await store.delete("Dataset", dataset.metadata);
        await eventually(async () => (await store.get("Model", "m"))?.metadata.deletionTimestamp !== undefined);
        const marked = (await store.get("Model", "m"))!;
        await store.update("Model", { ...marked, metadata: { ...marked.metadata, finalizers: [] } });
        expect(await store.get("Model", "m")).toBeUndefined();
      });

      test("nothing is deleted while its owner is only marked", async () => {
        const dataset = await store.create("Dataset", newDataset("d", { finalizers: [FINALIZER] }));
        await store.create("Model", newModel("m", ownedBy(dataset)));
        await store.delete("Dataset", dataset.metadata);
        expect(await names("Model")).toEqual(["m"]);
        const marked = (await store.get("Dataset", "d"))!;
        await store.update("Dataset", { ...marked, metadata: { ...marked.metadata, finalizers: [] } });
        await gone("Model", "m");
      });

      test("with two owners it stays until both are gone", async () => {
        const [first, second] = [await store.create("Dataset", newDataset("d1")), await store.create("Dataset", newDataset("d2"))];
        await store.create("Model", newModel("m", ownedBy(first, second)));
        await store.delete("Dataset", first.metadata);
        await eventually(async () => (await store.get("Model", "m"))?.metadata.ownerReferences?.length === 1);
        expect((await store.get("Model", "m"))?.metadata.ownerReferences).toEqual(ownedBy(second).ownerReferences);
        await store.delete("Dataset", second.metadata);
        await gone("Model", "m");
      });

      test("it is the owner's uid that counts, not its name", async () => {
        const old = await store.create("Dataset", newDataset("d"));
        await store.delete("Dataset", old.metadata);
        const fresh = await store.create("Dataset", newDataset("d"));
        await store.create("Model", newModel("late", ownedBy(old)));
        await store.create("Model", newModel("m", ownedBy(fresh)));
        await gone("Model", "late");
        expect(await names("Model")).toEqual(["m"]);
      });
    });

    describe("watch", () => {
      test("tells everything of its kind since the list, once and in order", async () => {
        await store.create("Dataset", newDataset("before"));
        const { resourceVersion } = await store.list("Dataset");
        const created = await store.create("Dataset", newDataset("d", { finalizers: [FINALIZER] }));
        const seen = follow("Dataset", resourceVersion);
        await eventually(() => seen.events.length === 1);
        await store.create("Model", newModel("m"));
        await store.updateStatus("Dataset", { ...created, status: { phase: "init" } });
        await store.delete("Dataset", created.metadata);
        const marked = (await store.get("Dataset", "d"))!;
        await store.update("Dataset", { ...marked, metadata: { ...marked.metadata, finalizers: [] } });
        await eventually(() => seen.events.length >= 4);
        expect(told(seen.events)).toEqual(["ADDED d", "MODIFIED d", "MODIFIED d", "DELETED d"]);
        expect(seen.events[0]?.resource).toEqual(created);
        expect(seen.events[2]?.resource).toEqual(marked);
        expect(new Set(seen.events.map(({ resource }) => resource.metadata.resourceVersion)).size).toBe(4);
      });

      test("goes on from any event's version", async () => {
        const { resourceVersion } = await store.list("Dataset");
        for (const each of ["a", "b", "c"]) await store.create("Dataset", newDataset(each));
        const all = follow("Dataset", resourceVersion);
        await eventually(() => all.events.length === 3);
        const rest = follow("Dataset", all.events[0]!.resource.metadata.resourceVersion);
        await eventually(() => rest.events.length === 2);
        expect(told(rest.events)).toEqual(["ADDED b", "ADDED c"]);
      });

      test("goes on after a restart", async () => {
        const { resourceVersion } = await store.list("Dataset");
        await store.create("Dataset", newDataset("a"));
        await store.close();
        store = await place.open(EVENTS_KEPT);
        await store.create("Dataset", newDataset("b"));
        const seen = follow("Dataset", resourceVersion);
        await eventually(() => seen.events.length === 2);
        expect(told(seen.events)).toEqual(["ADDED a", "ADDED b"]);
      });

      test("tells of what is deleted with its owner", async () => {
        const dataset = await store.create("Dataset", newDataset("d"));
        await store.create("Model", newModel("m", ownedBy(dataset)));
        const seen = follow("Model", (await store.list("Model")).resourceVersion);
        await store.delete("Dataset", dataset.metadata);
        await eventually(() => seen.events.some(({ type }) => type === "DELETED"));
        expect(told(seen.events).at(-1)).toBe("DELETED m");
      });

      test("ends when its signal aborts, also before it begins", async () => {
        const { resourceVersion } = await store.list("Dataset");
        const seen = follow("Dataset", resourceVersion);
        await store.create("Dataset", newDataset("a"));
        await eventually(() => seen.events.length === 1);
        seen.stop();
        await eventually(() => seen.ended);
        const never = follow("Dataset", resourceVersion);
        never.stop();
        await eventually(() => never.ended);
        await store.create("Dataset", newDataset("b"));
        expect(told(seen.events)).toEqual(["ADDED a"]);
      });

      test.each(["", "not a version", "-1", "99999999999"])("of version %j, which there never was, throws", async (version) => {
        await store.create("Dataset", newDataset("a"));
        const seen = follow("Dataset", version);
        await eventually(() => seen.error !== undefined);
        expect(seen.events).toEqual([]);
      });

      test("of a version whose events are no longer kept throws Expired; a new list goes on", async () => {
        const { resourceVersion } = await store.list("Dataset");
        let model = await store.create("Model", newModel("m"));
        for (let n = 0; n < EVENTS_KEPT + 10; n++) model = await store.updateStatus("Model", { ...model, status: { attempts: n } });
        const seen = follow("Dataset", resourceVersion);
        await eventually(() => seen.error !== undefined);
        expect(seen.error).toBeInstanceOf(Expired);
        const again = follow("Dataset", (await store.list("Dataset")).resourceVersion);
        await store.create("Dataset", newDataset("d"));
        await eventually(() => again.events.length === 1);
      });

      test("a watcher that reads too slowly gets Expired, never a gap", async () => {
        const { resourceVersion } = await store.list("Model");
        const events = store.watch("Model", resourceVersion, new AbortController().signal)[Symbol.asyncIterator]();
        const model = await store.create("Model", newModel("m"));
        expect((await events.next()).value?.type).toBe("ADDED");
        let present = model;
        for (let n = 0; n < 3 * EVENTS_KEPT; n++) present = await store.updateStatus("Model", { ...present, status: { attempts: n } });
        const attempts: (number | undefined)[] = [];
        const readAll = async () => {
          for (;;) {
            const next = await events.next();
            attempts.push(next.value?.resource.status?.attempts);
            if (attempts.at(-1) === 3 * EVENTS_KEPT - 1) return;
          }
        };
        await expect(readAll()).rejects.toThrow(Expired);
        expect(attempts).toEqual(attempts.map((_, index) => index));
      });

      test("many watchers during many writes each see every object reach its last state, in order", async () => {
        const { resourceVersion } = await store.list("Model");
        const watchers = Array.from({ length: 5 }, () => follow("Model", resourceVersion));
        const write = async (n: number) => {
          let model = await store.create("Model", newModel(`m${n}`));
          for (let attempts = 1; attempts <= 3; attempts++) model = await store.updateStatus("Model", { ...model, status: { attempts } });
        };
        await Promise.all(Array.from({ length: 10 }, (_, n) => write(n)));
        for (const seen of watchers) {
          await eventually(() => seen.events.length === 40);
          const versions = seen.events.map(({ resource }) => Number(resource.metadata.resourceVersion));
          expect(versions).toEqual([...versions].sort((a, b) => a - b));
          const last = new Map(seen.events.map(({ resource }) => [resource.metadata.name, resource.status?.attempts]));
          expect([...last.values()]).toEqual(Array.from({ length: 10 }, () => 3));
        }
      });
    });

    test("everything is there after closing and opening again, and versions go on rising", async () => {
      const created = await store.create("Dataset", newDataset("d"));
      const updated = await store.updateStatus("Dataset", { ...created, status: { phase: "init" } });
      await store.close();
      store = await place.open(EVENTS_KEPT);
      expect(await store.get("Dataset", "d")).toEqual(updated);
      const renamedLater = await store.update("Dataset", renamed(updated, "Later"));
      expect(Number(renamedLater.metadata.resourceVersion)).toBeGreaterThan(Number(updated.metadata.resourceVersion));
    });

    test("ping answers while open and throws once closed, as every other call does, and watches end", async () => {
      await store.ping();
      const seen = follow("Dataset", (await store.list("Dataset")).resourceVersion);
      await store.create("Dataset", newDataset("d"));
      await eventually(() => seen.events.length === 1);
      await store.close();
      await eventually(() => seen.ended || seen.error !== undefined);
      await expect(store.ping()).rejects.toThrow("closed");
      await expect(store.get("Dataset", "d")).rejects.toThrow("closed");
      await expect(store.create("Dataset", newDataset("e"))).rejects.toThrow("closed");
    });
  });
}
