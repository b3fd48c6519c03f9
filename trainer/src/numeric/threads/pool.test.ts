import { execFile } from "node:child_process";
import { setTimeout } from "node:timers/promises";
import { promisify } from "node:util";
import { type Job, limitThreads, runParts, shareWork } from "./pool.js";
import { prepare } from "./testing/shared-squares.js";

beforeEach(() => limitThreads(2));
afterEach(() => limitThreads(1));

const module = new URL("./testing/counted-parts.js", import.meta.url);
const counter = () => new Int32Array(new SharedArrayBuffer(4));

function job(overrides: Partial<Job> & { work?: object } = {}): Job & { results: Map<number, { value: number; thread: number }> } {
  const results = new Map<number, { value: number; thread: number }>();
  const { work, ...rest } = overrides;
  return {
    results,
    module,
    input: { add: 100, begun: counter(), together: 0, ...work },
    parts: 10,
    signal: new AbortController().signal,
    done: (part, result) => results.set(part, result as { value: number; thread: number }),
    ...rest,
  };
}

test("the pool runs every part once and passes its result with its index", async () => {
  const run = job();
  await runParts(run);
  expect([...run.results.keys()].sort((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  for (const [part, { value }] of run.results) expect(value).toBe(part + 100);
});

test("as many threads work at once as allowed, and no more", async () => {
  // Each of the first parts waits until three have started; with two threads the job would never end.
  limitThreads(3);
  const run = job({ work: { together: 3 } });
  await runParts(run);
  expect(new Set([...run.results.values()].map(({ thread }) => thread)).size).toBe(3);
  limitThreads(1);
  const alone = job();
  await runParts(alone);
  expect(new Set([...alone.results.values()].map(({ thread }) => thread)).size).toBe(1);
});

test("no more threads start than there are parts", async () => {
  limitThreads(8);
  const run = job({ parts: 1 });
  await runParts(run);
  expect(run.results.size).toBe(1);
});

test("reuses threads", async () => {
  limitThreads(1);
  const threads = new Set<number>();
  for (let k = 0; k < 5; k++) {
    const run = job();
    await runParts(run);
    for (const { thread } of run.results.values()) threads.add(thread);
  }
  expect(threads.size).toBe(1);
});

test("a failing part fails the job with its error, and its thread runs later jobs", async () => {
  await expect(runParts(job({ work: { fails: 3 } }))).rejects.toThrow("part 3 failed");
  const run = job();
  await runParts(run);
  expect(run.results.size).toBe(10);
});

test("an error in the result callback fails the job", async () => {
  const done = () => {
    throw new Error("no room");
  };
  await expect(runParts(job({ done }))).rejects.toThrow("no room");
});

test("an aborted job rejects with the reason at once, even while a thread works on a part", async () => {
  const controller = new AbortController();
  const begun = counter();
  // The parts wait for more threads than there are, until the test releases them.
  const run = job({ signal: controller.signal, work: { begun, together: 1000 } });
  const running = runParts(run);
  running.catch(() => undefined);
  while (Atomics.load(begun, 0) < 2) await new Promise((resolve) => setImmediate(resolve));
  controller.abort(new Error("not wanted any more"));
  await expect(running).rejects.toThrow("not wanted any more");
  expect(run.results.size).toBe(0);
  Atomics.store(begun, 0, 1000);
  Atomics.notify(begun, 0);
});

test("a job that is aborted before it starts runs no part", async () => {
  const run = job({ signal: AbortSignal.abort(new Error("too late")) });
  await expect(runParts(run)).rejects.toThrow("too late");
  expect(run.results.size).toBe(0);
});

describe("work of this thread together with workers", () => {
  const shared = new URL("./testing/shared-squares.js", import.meta.url);
  const sharedSquares = (length: number) => ({ squares: new Float64Array(new SharedArrayBuffer(8 * length)), helped: counter() });

  /** Takes long in the first part. In another, waits until a worker has begun one. */
  const waitForHelp = (helped: Int32Array) => (part: number) => void Atomics.wait(helped, 0, 0, part === 0 ? 2 : 30_000);

  test("each part of each call is done once, with the arguments of the call, on this thread or in a worker", () => {
    const input = sharedSquares(1000);
    const work = prepare(input, 0);
    const slowAtFirst = (part: number, args: readonly number[]) => {
      if (part === 0) Atomics.wait(counter(), 0, 0, 2);
      work(part, args);
    };
    const run = shareWork({ module: shared, input, threads: 2, work: slowAtFirst });
    const expected = new Float64Array(1000);
    for (let call = 1; call <= 500; call++) {
      const parts = 1 + ((7 * call) % 1000);
      run(parts, [call]);
      for (let part = 0; part < parts; part++) expected[part] += call * part * part;
    }
    expect(input.squares).toEqual(expected);
  });

  test("a worker helps once it has started, and in the next calls without another message", () => {
    const input = { ...sharedSquares(3), prepared: counter() };
    const run = shareWork({ module: shared, input, threads: 2, work: waitForHelp(input.helped) });
    for (let call = 0; call < 20; call++) {
      Atomics.store(input.helped, 0, 0);
      run(3, [1]);
      expect(Atomics.load(input.helped, 0)).toBe(1);
    }
    expect(Math.max(...input.squares)).toBeGreaterThan(0);
    expect(Atomics.load(input.prepared, 0)).toBeLessThan(20);
  });

  test("a worker helps in short calls that follow one another, and not in one alone", async () => {
    const input = sharedSquares(3);
    // It counts the time by itself: a wait on a busy machine may take longer.
    const work = () => {
      const end = performance.now() + 0.2;
      while (performance.now() < end);
    };
    const run = shareWork({ module: shared, input, threads: 2, work });
    for (let call = 0; call < 5; call++) {
      run(3, [1]);
      await setTimeout(20);
    }
    expect(Atomics.load(input.helped, 0)).toBe(0);
    const end = performance.now() + 30_000;
    while (Atomics.load(input.helped, 0) === 0 && performance.now() < end) run(3, [1]);
    expect(Atomics.load(input.helped, 0)).toBe(1);
  });

  test("works that take turns are done by the same worker, and so are jobs between them", async () => {
    const works = [1, 2].map(() => {
      const input = sharedSquares(3);
      return { input, run: shareWork({ module: shared, input, threads: 2, work: waitForHelp(input.helped) }) };
    });
    for (let round = 0; round < 5; round++) {
      for (const { input, run } of works) {
        Atomics.store(input.helped, 0, 0);
        run(3, [1]);
        expect(Atomics.load(input.helped, 0)).toBe(1);
      }
      const between = job();
      await runParts(between);
      expect(between.results.size).toBe(10);
    }
  });

  test.each([
    ["only one thread is allowed", 1, 5],
    ["they end soon", 2, 0],
  ])("this thread does all parts alone if %s", (_why, threads, firstMs) => {
    limitThreads(threads);
    const input = sharedSquares(100);
    const begun: number[] = [];
    const note = (part: number) => {
      begun.push(part);
      if (part === 0) Atomics.wait(counter(), 0, 0, firstMs);
    };
    shareWork({ module: shared, input, threads: 2, work: note })(100, []);
    expect(begun).toEqual(Array.from({ length: 100 }, (_, part) => part));
    expect(Atomics.load(input.helped, 0)).toBe(0);
  });

  test("a part that fails in a worker fails the work, and its thread helps later", () => {
    const input = { ...sharedSquares(3), fails: true };
    const run = shareWork({ module: shared, input, threads: 2, work: waitForHelp(input.helped) });
    expect(() => run(3, [1])).toThrow("failed in a worker");
    const later = sharedSquares(3);
    shareWork({ module: shared, input: later, threads: 2, work: waitForHelp(later.helped) })(3, [1]);
    expect(Atomics.load(later.helped, 0)).toBe(1);
  });

  test("an error on this thread is thrown after the workers have ended their parts", () => {
    // So many that the worker does not take all of them before this thread goes on.
    const parts = 1_000_000;
    const input = sharedSquares(parts);
    const work = (part: number) => {
      if (part === 0) Atomics.wait(counter(), 0, 0, 5);
      else throw new RangeError("no room");
    };
    expect(() => shareWork({ module: shared, input, threads: 2, work })(parts, [1])).toThrow("no room");
  });
});

test("idle threads do not keep the process alive, busy ones do", async () => {
  const program = `
    import(${JSON.stringify(import.meta.resolve("./pool.js"))}).then(async ({ limitThreads, runParts }) => {
      limitThreads(2);
      const begun = new Int32Array(new SharedArrayBuffer(4));
      let sum = 0;
      const input = { add: 1, begun, together: 0 };
      const done = (_, { value }) => { sum += value; };
      await runParts({ module: new URL(${JSON.stringify(module.href)}), input, parts: 4, signal: new AbortController().signal, done });
      console.log(sum);
    });`;
  const { stdout } = await promisify(execFile)(process.execPath, ["--eval", program], { timeout: 30_000 });
  expect(stdout.trim()).toBe("10");
});
