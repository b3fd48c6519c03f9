import { ERRORS } from "@agatha/contracts";
import { Registry } from "prom-client";
import { createStoreHealth, type StoreHealth } from "./store-health.js";

const times = { timeoutMs: 30, healthyIntervalMs: 5, unhealthyIntervalMs: 5 };

describe("store health", () => {
  let metrics: Registry;
  let health: StoreHealth;
  let logged: [level: string, store: unknown][];

  beforeEach(() => {
    metrics = new Registry();
    logged = [];
    const log = (level: string) => (what: object) => void logged.push([level, (what as { store: unknown }).store]);
    health = createStoreHealth({ metrics, logger: { info: log("info"), warn: log("warn") }, optionalStores: ["events"], times });
  });
  afterEach(() => health.stop());

  /** Fakes a store that responds unless it is `broken`. */
  function aStore(message = "refused") {
    const store = {
      broken: false,
      asked: 0,
      async ping() {
        store.asked += 1;
        if (store.broken) throw new Error(message);
      },
    };
    return store;
  }
  const until = async (holds: () => boolean) => {
    while (!holds()) await new Promise((resolve) => setImmediate(resolve));
  };
  /** Resolves after two more pings, when the first response has been processed. */
  const askedAgain = async (store: { asked: number }) => {
    const before = store.asked;
    await until(() => store.asked > before + 1);
  };

  test("a store that responds is seen permanently; its loss and return appear in log and metric", async () => {
    const objects = aStore();
    health.add({ objects });
    expect(health.seen()).toBe(false);
    await until(health.seen);
    expect(health.states()).toEqual({ objects: "ok" });
    expect(await metrics.metrics()).toContain('agatha_store_up{store="objects"} 1');

    objects.broken = true;
    await askedAgain(objects);
    expect([health.seen(), health.states()]).toEqual([true, { objects: "error" }]);
    expect(await metrics.metrics()).toContain('agatha_store_up{store="objects"} 0');

    objects.broken = false;
    await askedAgain(objects);
    expect(health.states()).toEqual({ objects: "ok" });
    expect(logged).toEqual([
      ["warn", "objects"],
      ["info", "objects"],
    ]);
  });

  test("a store that never responds is not seen, and is logged once, however long it is away", async () => {
    const documents = aStore();
    documents.broken = true;
    health.add({ documents });
    await askedAgain(documents);
    await askedAgain(documents);
    expect([health.seen(), health.states()]).toEqual([false, { documents: "error" }]);
    expect(logged).toEqual([["warn", "documents"]]);
  });

  test.each([
    ["full", ERRORS.storageFull, "ENOSPC: no space left on device"],
    ["read-only", ERRORS.storageReadOnly, "EROFS: read-only file system"],
  ])("a store whose disk is %s answers, and says that it cannot save", async (state, code, message) => {
    const objects = aStore(message);
    objects.broken = true;
    health.add({ objects });
    await askedAgain(objects);
    expect([health.seen(), health.states(), health.storageProblem()]).toEqual([true, { objects: state }, code]);
    expect(await metrics.metrics()).toContain('agatha_store_up{store="objects"} 1');
    expect(await metrics.metrics()).toContain('agatha_store_writable{store="objects"} 0');
    objects.broken = false;
    await askedAgain(objects);
    expect([health.states(), health.storageProblem()]).toEqual([{ objects: "ok" }, undefined]);
    expect(await metrics.metrics()).toContain('agatha_store_writable{store="objects"} 1');
  });

  test("seen() does not wait for an optional store", async () => {
    const [objects, events] = [aStore(), aStore()];
    events.broken = true;
    health.add({ objects, events });
    await until(health.seen);
    await askedAgain(events);
    expect(health.states()).toEqual({ objects: "ok", events: "error" });
  });

  test("a store that does not respond in time is in error", async () => {
    health.add({ resources: { ping: () => new Promise<void>(() => undefined) } });
    await until(() => health.states().resources !== undefined);
    expect(health.states()).toEqual({ resources: "error" });
  });

  test("stop() ends the pings", async () => {
    const objects = aStore();
    health.add({ objects });
    await askedAgain(objects);
    health.stop();
    const { asked } = objects;
    const other = createStoreHealth({ metrics: new Registry(), logger: { info: () => undefined, warn: () => undefined }, times });
    const present = aStore();
    other.add({ present });
    for (let i = 0; i < 3; i++) await askedAgain(present);
    other.stop();
    expect(objects.asked).toBe(asked);
  });
});
