import { Registry } from "prom-client";
import { createStoreHealth, type StoreHealth } from "./store-health.js";

const times = { timeoutMs: 30, healthyIntervalMs: 5, unhealthyIntervalMs: 5 };

describe("what is known of stores", () => {
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

  /** Answers as long as it is not `broken`. */
  function aStore() {
    const store = {
      broken: false,
      asked: 0,
      async ping() {
        store.asked += 1;
        if (store.broken) throw new Error("refused");
      },
    };
    return store;
  }
  const until = async (holds: () => boolean) => {
    while (!holds()) await new Promise((resolve) => setImmediate(resolve));
  };
  /** Resolves when the store was asked twice more: the first answer was heard by then. */
  const askedAgain = async (store: { asked: number }) => {
    const before = store.asked;
    await until(() => store.asked > before + 1);
  };

  test("one that answers is seen, and seen for good: when it goes that is told by log and metric, and so is its return", async () => {
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

  test("one that was never there is not seen, and told of once, however long it is away", async () => {
    const documents = aStore();
    documents.broken = true;
    health.add({ documents });
    await askedAgain(documents);
    await askedAgain(documents);
    expect([health.seen(), health.states()]).toEqual([false, { documents: "error" }]);
    expect(logged).toEqual([["warn", "documents"]]);
  });

  test("nobody waits for one that only hints", async () => {
    const [objects, events] = [aStore(), aStore()];
    events.broken = true;
    health.add({ objects, events });
    await until(health.seen);
    await askedAgain(events);
    expect(health.states()).toEqual({ objects: "ok", events: "error" });
  });

  test("one that does not answer at all is away", async () => {
    health.add({ resources: { ping: () => new Promise<void>(() => undefined) } });
    await until(() => health.states().resources !== undefined);
    expect(health.states()).toEqual({ resources: "error" });
  });

  test("nothing is asked any more when it was stopped", async () => {
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
