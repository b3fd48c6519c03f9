import { Expired, FINALIZER } from "@agatha/contracts";
import { eventually } from "../temporary-folder.js";
import { eventSummaries, newDataset, newModel, ownedBy } from "./samples.js";
import { RETAINED_EVENTS, type StoreFixture } from "./store-fixture.js";

/** Tests of watches. */
export function describeStoreWatching(given: StoreFixture): void {
  describe("watch", () => {
    test("a watch delivers every event of its kind since the list, once and in order", async () => {
      await given.store.create("Dataset", newDataset("before"));
      const { resourceVersion } = await given.store.list("Dataset");
      const created = await given.store.create("Dataset", newDataset("d", { finalizers: [FINALIZER] }));
      const seen = given.startWatch("Dataset", resourceVersion);
      await eventually(() => seen.events.length === 1);
      await given.store.create("Model", newModel("m"));
      await given.store.updateStatus("Dataset", { ...created, status: { phase: "init" } });
      await given.store.delete("Dataset", created.metadata);
      const marked = (await given.store.get("Dataset", "d"))!;
      await given.store.update("Dataset", { ...marked, metadata: { ...marked.metadata, finalizers: [] } });
      await eventually(() => seen.events.length >= 4);
      expect(eventSummaries(seen.events)).toEqual(["ADDED d", "MODIFIED d", "MODIFIED d", "DELETED d"]);
      expect(seen.events[0]?.resource).toEqual(created);
      expect(seen.events[2]?.resource).toEqual(marked);
      expect(new Set(seen.events.map(({ resource }) => resource.metadata.resourceVersion)).size).toBe(4);
    });

    test("a watch continues from any event's version", async () => {
      const { resourceVersion } = await given.store.list("Dataset");
      for (const each of ["a", "b", "c"]) await given.store.create("Dataset", newDataset(each));
      const all = given.startWatch("Dataset", resourceVersion);
      await eventually(() => all.events.length === 3);
      const rest = given.startWatch("Dataset", all.events[0]!.resource.metadata.resourceVersion);
      await eventually(() => rest.events.length === 2);
      expect(eventSummaries(rest.events)).toEqual(["ADDED b", "ADDED c"]);
    });

    test("a watch continues after a restart", async () => {
      const { resourceVersion } = await given.store.list("Dataset");
      await given.store.create("Dataset", newDataset("a"));
      await given.store.close();
      given.store = await given.backend.open(RETAINED_EVENTS);
      await given.store.create("Dataset", newDataset("b"));
      const seen = given.startWatch("Dataset", resourceVersion);
      await eventually(() => seen.events.length === 2);
      expect(eventSummaries(seen.events)).toEqual(["ADDED a", "ADDED b"]);
    });

    test("a watch reports objects that are deleted with their owner", async () => {
      const dataset = await given.store.create("Dataset", newDataset("d"));
      await given.store.create("Model", newModel("m", ownedBy(dataset)));
      const seen = given.startWatch("Model", (await given.store.list("Model")).resourceVersion);
      await given.store.delete("Dataset", dataset.metadata);
      await eventually(() => seen.events.some(({ type }) => type === "DELETED"));
      expect(eventSummaries(seen.events).at(-1)).toBe("DELETED m");
    });

    test("a watch ends when its signal aborts, also before it begins", async () => {
      const { resourceVersion } = await given.store.list("Dataset");
      const seen = given.startWatch("Dataset", resourceVersion);
      await given.store.create("Dataset", newDataset("a"));
      await eventually(() => seen.events.length === 1);
      seen.stop();
      await eventually(() => seen.ended);
      const never = given.startWatch("Dataset", resourceVersion);
      never.stop();
      await eventually(() => never.ended);
      await given.store.create("Dataset", newDataset("b"));
      expect(eventSummaries(seen.events)).toEqual(["ADDED a"]);
    });

    test.each(["", "not a version", "-1", "99999999999"])("a watch from version %j, which never existed, throws", async (version) => {
      await given.store.create("Dataset", newDataset("a"));
      const seen = given.startWatch("Dataset", version);
      await eventually(() => seen.error !== undefined);
      expect(seen.events).toEqual([]);
    });

    test("a watch from a version whose events are discarded throws Expired, and a new list succeeds", async () => {
      const { resourceVersion } = await given.store.list("Dataset");
      let model = await given.store.create("Model", newModel("m"));
      for (let n = 0; n < RETAINED_EVENTS + 10; n++) model = await given.store.updateStatus("Model", { ...model, status: { attempts: n } });
      await given.backend.discardEvents?.();
      const seen = given.startWatch("Dataset", resourceVersion);
      await eventually(() => seen.error !== undefined);
      expect(seen).toMatchObject({ error: { name: "Expired" } });
      const again = given.startWatch("Dataset", (await given.store.list("Dataset")).resourceVersion);
      await given.store.create("Dataset", newDataset("d"));
      await eventually(() => again.events.length === 1);
    });

    test("a watcher that reads too slowly gets Expired, never a gap", async () => {
      const { resourceVersion } = await given.store.list("Model");
      const events = given.store.watch("Model", resourceVersion, new AbortController().signal)[Symbol.asyncIterator]();
      const model = await given.store.create("Model", newModel("m"));
      expect((await events.next()).value?.type).toBe("ADDED");
      let present = model;
      for (let n = 0; n < 3 * RETAINED_EVENTS; n++)
        present = await given.store.updateStatus("Model", { ...present, status: { attempts: n } });
      const attempts: (number | undefined)[] = [];
      const readAll = async () => {
        for (;;) {
          const next = await events.next();
          attempts.push(next.value?.resource.status?.attempts);
          if (attempts.at(-1) === 3 * RETAINED_EVENTS - 1) return;
        }
      };
      // A server that keeps more events may deliver all of them.
      if (given.backend.discardEvents) await readAll().catch((error: unknown) => expect(error).toBeInstanceOf(Expired));
      else await expect(readAll()).rejects.toThrow(Expired);
      expect(attempts).toEqual(attempts.map((_, index) => index));
    });

    test("many watchers during many writes each see the last state of every object, in order", async () => {
      const { resourceVersion } = await given.store.list("Model");
      const watchers = Array.from({ length: 5 }, () => given.startWatch("Model", resourceVersion));
      const write = async (n: number) => {
        let model = await given.store.create("Model", newModel(`m${n}`));
        for (let attempts = 1; attempts <= 3; attempts++)
          model = await given.store.updateStatus("Model", { ...model, status: { attempts } });
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
}
