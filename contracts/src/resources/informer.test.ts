import { Expired } from "../errors/error-classes.js";
import { API_VERSION, type Resource } from "../kinds/index.js";
import type { ResourceList, WatchEvent } from "../ports/index.js";
import { fakeTimers, flushPromises } from "../testing/fake-timers.js";
import { createInformer, type ResourceChange } from "./informer.js";

const RESYNC = 60_000;

function dataset(name: string, uid: string, resourceVersion: string): Resource<"Dataset"> {
  return {
    apiVersion: API_VERSION,
    kind: "Dataset",
    metadata: { name, namespace: "default", uid, resourceVersion, generation: 1, creationTimestamp: "2024-05-01T08:00:00Z" },
    spec: {
      displayName: "Oven",
      owner: "u1",
      productType: "quality",
      source: { key: "uploads/oven.csv", sha256: "0".repeat(64), size: 1, fileName: "oven.csv", format: "csv" },
      timezone: "UTC",
      columns: [],
    },
  };
}

/** Fakes a store. The test sets `present` as the list, sends events to the open watch with `send`, and ends it with `end`. */
function scriptedStore() {
  const state = { present: [] as Resource<"Dataset">[], listError: undefined as Error | undefined, lists: 0, watches: [] as string[] };
  let deliver: ((event: WatchEvent<"Dataset"> | Error | undefined) => void) | undefined;
  return {
    state,
    send: async (type: WatchEvent<"Dataset">["type"], resource: Resource<"Dataset">) => {
      deliver!({ type, resource });
      await flushPromises();
    },
    end: async (error?: Error) => {
      deliver!(error);
      await flushPromises();
    },
    async list(): Promise<ResourceList<never>> {
      state.lists++;
      if (state.listError) throw state.listError;
      return { items: [...state.present] as never[], resourceVersion: `v${state.lists}` };
    },
    async *watch(_kind: string, version: string, signal: AbortSignal): AsyncGenerator<never> {
      state.watches.push(version);
      while (!signal.aborted) {
        const event = await new Promise<WatchEvent<"Dataset"> | Error | undefined>((resolve) => {
          deliver = resolve;
          signal.addEventListener("abort", () => resolve(undefined));
        });
        if (event instanceof Error) throw event;
        if (!event) return;
        yield event as never;
      }
    },
  };
}

function started(present: Resource<"Dataset">[] = []) {
  const store = scriptedStore();
  store.state.present = present;
  const timers = fakeTimers();
  const changes: string[] = [];
  const informer = createInformer({
    kind: "Dataset",
    resources: store,
    timers,
    logger: { debug: () => undefined, warn: () => undefined, error: () => undefined },
    resyncMs: RESYNC,
    backoff: { baseMs: 1000, capMs: 8000 },
  });
  informer.onChange(({ type, resource: { metadata } }: ResourceChange<"Dataset">) => changes.push(`${type} ${metadata.uid}`));
  informer.start();
  return { store, timers, informer, changes };
}

test("objects from the list and from the watch can be found by name", async () => {
  const { store, informer, changes } = started([dataset("a", "1", "1")]);
  expect(informer.synced()).toBe(false);
  await flushPromises();
  expect(informer.synced()).toBe(true);
  await store.send("ADDED", dataset("b", "2", "2"));
  await store.send("MODIFIED", dataset("a", "1", "3"));
  await store.send("DELETED", dataset("b", "2", "4"));
  expect(informer.get("a")?.metadata.resourceVersion).toBe("3");
  expect(informer.get("b")).toBeUndefined();
  expect(changes).toEqual(["ADDED 1", "ADDED 2", "MODIFIED 1", "DELETED 2"]);
  expect(store.state.watches).toEqual(["v1"]);
  await informer.stop();
});

test("an object recreated under its name is a new object, even if its deletion was missed", async () => {
  const { store, informer, changes } = started([dataset("a", "1", "1")]);
  await flushPromises();
  await store.send("ADDED", dataset("a", "2", "5"));
  expect(changes).toEqual(["ADDED 1", "DELETED 1", "ADDED 2"]);
  await store.send("DELETED", dataset("a", "1", "6"));
  expect(informer.get("a")?.metadata.uid).toBe("2");
  await informer.stop();
});

test.each([
  ["ends", undefined],
  ["fails", new Error("connection reset")],
  ["is too far behind", new Expired("too old")],
])("when the watch %s, the informer lists again and reports missed changes", async (_how, error) => {
  const { store, timers, informer, changes } = started([dataset("a", "1", "1"), dataset("b", "2", "1"), dataset("c", "3", "1")]);
  await flushPromises();
  changes.length = 0;
  store.state.present = [dataset("a", "1", "1"), dataset("b", "2", "9"), dataset("d", "4", "9")];
  await store.end(error);
  expect(store.state.lists).toBe(1);
  await timers.advance(1000);
  expect(store.state.lists).toBe(2);
  expect(changes).toEqual(["DELETED 3", "SYNC 1", "MODIFIED 2", "ADDED 4"]);
  expect(store.state.watches).toEqual(["v1", "v2"]);
  await informer.stop();
});

test("the next resync reports an event that the watch lost", async () => {
  const { store, timers, informer, changes } = started([dataset("a", "1", "1")]);
  await flushPromises();
  store.state.present = [dataset("a", "1", "2")];
  await timers.advance(RESYNC - 1);
  expect(changes).toEqual(["ADDED 1"]);
  await timers.advance(1);
  expect(changes).toEqual(["ADDED 1", "MODIFIED 1"]);
  await informer.stop();
});

test("the informer backs off from a store that is down, and follows it again within the cap", async () => {
  const { store, timers, informer } = started();
  await flushPromises();
  store.state.listError = new Error("down");
  await store.end(new Error("down"));
  store.state.lists = 0;
  await timers.advance(60_000);
  // Attempts follow after 1, 2, 4 and then every 8 s, each reduced by at most a fifth.
  expect(store.state.lists).toBeGreaterThanOrEqual(9);
  expect(store.state.lists).toBeLessThanOrEqual(12);
  store.state.listError = undefined;
  store.state.present = [dataset("a", "1", "1")];
  await timers.advance(8000);
  expect(informer.get("a")).toBeDefined();
  await informer.stop();
});

test("a handler that throws affects neither other handlers nor the watch", async () => {
  const { store, informer, changes } = started();
  informer.onChange(() => {
    throw new Error("handler");
  });
  await flushPromises();
  await store.send("ADDED", dataset("a", "1", "1"));
  await store.send("ADDED", dataset("b", "2", "2"));
  expect(changes).toEqual(["ADDED 1", "ADDED 2"]);
  await informer.stop();
});

test("stopping the informer ends the watch and leaves no timer behind", async () => {
  const { store, timers, informer } = started();
  await flushPromises();
  await informer.stop();
  expect(timers.pending()).toBe(0);
  expect(store.state.lists).toBe(1);
});
