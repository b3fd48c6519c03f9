import { ERRORS, Unavailable } from "@agatha/contracts";
import { Registry } from "prom-client";
import { failFast } from "./fail-fast.js";
import { createStoreHealth } from "./store-health.js";

const TIMES = { timeoutMs: 1_000, healthyIntervalMs: 5, unhealthyIntervalMs: 5 };
const QUIET = { info: () => undefined, warn: () => undefined };

/** A store that answers until it is away. Then its operations never end, as during a long retry. */
function fakeStore() {
  let away = false;
  const calls: string[] = [];
  const never = new Promise<never>(() => undefined);
  const answer = (call: string) => {
    calls.push(call);
    return away ? never : Promise.resolve(call);
  };
  return {
    calls,
    setAway: (is: boolean) => {
      away = is;
    },
    store: {
      get: (key: string) => answer(`get ${key}`),
      collection: (name: string) => ({ find: () => answer(`find ${name}`) }),
      async *list(prefix: string) {
        yield await answer(`list ${prefix}`);
      },
      ping: async () => {
        if (away) throw new Error("refused");
      },
    },
  };
}

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 1));
}

test("while a store is known to be away its operations throw at once and reach nothing; afterwards they work again", async () => {
  const health = createStoreHealth({ metrics: new Registry(), logger: QUIET, times: TIMES });
  const { store, calls, setAway } = fakeStore();
  health.add({ documents: store });
  const fast = failFast("documents", store, health);
  const collection = fast.collection("users");
  expect(await fast.get("a")).toBe("get a");
  expect(await collection.find()).toBe("find users");

  setAway(true);
  const underWay = fast.get("b");
  await expect(underWay).rejects.toThrow(Unavailable);
  expect(health.isAway("documents")).toBe(true);
  const before = calls.length;
  // The same error as when the store itself gives up.
  await expect(fast.get("c")).rejects.toMatchObject({ name: "Unavailable", code: ERRORS.databaseUnavailable });
  await expect(collection.find()).rejects.toThrow("The store of documents does not answer");
  const list = async () => {
    for await (const each of fast.list("x")) throw new Error(each);
  };
  await expect(list()).rejects.toThrow(Unavailable);
  expect(calls).toHaveLength(before);

  setAway(false);
  await until(() => !health.isAway("documents"));
  expect(await fast.get("d")).toBe("get d");
  health.stop();
});

test("one ping without an answer is not yet an absence", async () => {
  const health = createStoreHealth({ metrics: new Registry(), logger: QUIET, times: TIMES });
  let pings = 0;
  const awayAt: number[] = [];
  health.onAway("objects", () => awayAt.push(pings));
  const ping = async () => {
    pings++;
    // The second ping fails alone, then the fourth and those after it.
    if (pings === 2 || pings > 3) throw new Error("refused");
  };
  health.add({ objects: { ping } });
  await until(() => awayAt.length > 0);
  expect(awayAt[0]).toBe(5);
  health.stop();
});
