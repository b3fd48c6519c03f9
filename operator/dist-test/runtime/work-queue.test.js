import { fakeTimers, flushPromises } from "@agatha/contracts/testing/fake-timers";
import fc from "fast-check";
import { createWorkQueue } from "./work-queue.js";

/** Returns a queue whose work ends when the test calls `finish`. */
function controlled(concurrency = 1, wanted = () => undefined) {
  const timers = fakeTimers();
  const started = [];
  const running = new Map();
  const twice = [];
  const queue = createWorkQueue({
    concurrency,
    timers,
    process: (key) =>
      new Promise((resolve) => {
        if (running.has(key)) twice.push(key);
        started.push(key);
        running.set(key, () => {
          running.delete(key);
          resolve(wanted(key));
        });
      }),
  });
  return {
    queue,
    timers,
    started,
    running,
    twice,
    async finish(key) {
      running.get(key)();
      await flushPromises();
    },
  };
}
test("a key that is added several times while it waits is processed once", async () => {
  const { queue, started, finish } = controlled();
  for (const key of ["a", "b", "b", "b"]) queue.add(key);
  await finish("a");
  await finish("b");
  expect(started).toEqual(["a", "b"]);
});
test("a key that is added while it is processed is processed once more afterwards", async () => {
  const { queue, started, finish } = controlled(2);
  queue.add("a");
  queue.add("a");
  queue.add("a");
  expect(started).toEqual(["a"]);
  await finish("a");
  expect(started).toEqual(["a", "a"]);
  await finish("a");
  expect(started).toEqual(["a", "a"]);
});
test("processes as many keys concurrently as allowed", async () => {
  const { queue, started, finish } = controlled(2);
  for (const key of ["a", "b", "c"]) queue.add(key);
  expect(started).toEqual(["a", "b"]);
  await finish("b");
  expect(started).toEqual(["a", "b", "c"]);
});
test("a key is processed again after the time that its work requested", async () => {
  const { queue, timers, started, finish } = controlled(1, () => 1000);
  queue.add("a");
  await finish("a");
  await timers.advance(999);
  expect(started).toEqual(["a"]);
  await timers.advance(1);
  expect(started).toEqual(["a", "a"]);
});
test("adding a key cancels its later turn", async () => {
  const { queue, timers, started, finish } = controlled();
  queue.addAfter("a", 1000);
  queue.addAfter("a", 5000);
  queue.add("a");
  await finish("a");
  await timers.advance(10_000);
  expect(started).toEqual(["a"]);
});
test("stopping waits for running work, and starts no more", async () => {
  const { queue, timers, started, finish } = controlled();
  queue.add("a");
  queue.add("b");
  queue.addAfter("c", 10);
  const stopped = queue.shutDown();
  let done = false;
  void stopped.then(() => {
    done = true;
  });
  await timers.advance(100);
  expect(done).toBe(false);
  await finish("a");
  await stopped;
  queue.add("d");
  await timers.advance(100);
  expect(started).toEqual(["a"]);
  expect(timers.pending()).toBe(0);
});
const KEYS = ["a", "b", "c", "d"];
const step = fc.oneof(
  fc.record({ do: fc.constant("add"), key: fc.constantFrom(...KEYS) }),
  fc.record({ do: fc.constant("addAfter"), key: fc.constantFrom(...KEYS), ms: fc.integer({ min: 0, max: 100 }) }),
  fc.record({ do: fc.constant("finish"), key: fc.constantFrom(...KEYS) }),
  fc.record({ do: fc.constant("advance"), ms: fc.integer({ min: 0, max: 60 }) }),
);
/** Runs one step. `owed` contains the minimum number of turns for each added key. */
async function runStep(world, one, owed) {
  if (one.do === "add") {
    owed.set(one.key, runsOf(world, one.key) + 1);
    world.queue.add(one.key);
  } else if (one.do === "addAfter") world.queue.addAfter(one.key, one.ms);
  else if (one.do === "advance") await world.timers.advance(one.ms);
  else if (world.running.has(one.key)) await world.finish(one.key);
}
function runsOf(world, key) {
  return world.started.filter((other) => other === key).length;
}
test("in any order of steps, no key has two workers, no key is lost, and the limit holds", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 60 }), fc.integer({ min: 1, max: 3 }), async (steps, concurrency) => {
      const world = controlled(concurrency);
      const owed = new Map();
      for (const one of steps) {
        await runStep(world, one, owed);
        expect(world.running.size).toBeLessThanOrEqual(concurrency);
      }
      await world.timers.advance(1000);
      while (world.running.size > 0) await world.finish([...world.running.keys()][0]);
      expect(world.twice).toEqual([]);
      for (const [key, turns] of owed) expect(runsOf(world, key)).toBeGreaterThanOrEqual(turns);
      expect(world.timers.pending()).toBe(0);
    }),
    { numRuns: 200 },
  );
});
//# sourceMappingURL=work-queue.test.js.map
