import { fakeTimers, flushPromises } from "@agatha/contracts/testing/fake-timers";
import fc from "fast-check";
import { createWorkQueue } from "./work-queue.js";

/** Returns a queue whose work ends when the test calls `finish`. */
function controlled(concurrency = 1, wanted: (key: string) => number | undefined = () => undefined) {
  const timers = fakeTimers();
  const started: string[] = [];
  const running = new Map<string, () => void>();
  const twice: string[] = [];
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
    async finish(key: string) {
      running.get(key)!();
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

type Step = { do: "add" | "finish"; key: string } | { do: "addAfter"; key: string; ms: number } | { do: "advance"; ms: number };

const KEYS = ["a", "b", "c", "d"];
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constant("add" as const), key: fc.constantFrom(...KEYS) }),
  fc.record({ do: fc.constant("addAfter" as const), key: fc.constantFrom(...KEYS), ms: fc.integer({ min: 0, max: 100 }) }),
  fc.record({ do: fc.constant("finish" as const), key: fc.constantFrom(...KEYS) }),
  fc.record({ do: fc.constant("advance" as const), ms: fc.integer({ min: 0, max: 60 }) }),
);

/** Runs one step. `owed` contains the minimum number of turns for each added key. */
async function runStep(fixture: ReturnType<typeof controlled>, one: Step, owed: Map<string, number>): Promise<void> {
  if (one.do === "add") {
    owed.set(one.key, runsOf(fixture, one.key) + 1);
    fixture.queue.add(one.key);
  } else if (one.do === "addAfter") fixture.queue.addAfter(one.key, one.ms);
  else if (one.do === "advance") await fixture.timers.advance(one.ms);
  else if (fixture.running.has(one.key)) await fixture.finish(one.key);
}

function runsOf(fixture: ReturnType<typeof controlled>, key: string): number {
  return fixture.started.filter((other) => other === key).length;
}

test("in any order of steps, no key has two workers, no key is lost, and the limit holds", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 60 }), fc.integer({ min: 1, max: 3 }), async (steps, concurrency) => {
      const fixture = controlled(concurrency);
      const owed = new Map<string, number>();
      for (const one of steps) {
        await runStep(fixture, one, owed);
        expect(fixture.running.size).toBeLessThanOrEqual(concurrency);
      }
      await fixture.timers.advance(1000);
      while (fixture.running.size > 0) await fixture.finish([...fixture.running.keys()][0]!);
      expect(fixture.twice).toEqual([]);
      for (const [key, turns] of owed) expect(runsOf(fixture, key)).toBeGreaterThanOrEqual(turns);
      expect(fixture.timers.pending()).toBe(0);
    }),
    { numRuns: 200 },
  );
});
