import { Conflict } from "@agatha/contracts";
import type { ResourceChange } from "@agatha/contracts/resources/informer";
import { fakeTimers, flushPromises } from "@agatha/contracts/testing/fake-timers";
import { pino } from "pino";
import { Registry } from "prom-client";
import { aDataset } from "../testing/objects.js";
import { createController, type ReconcileResult } from "./controller.js";
import { createControllerMetrics } from "./metrics.js";

function controlled(reconcile: (name: string) => Promise<ReconcileResult>) {
  const timers = fakeTimers();
  const registry = new Registry();
  const logged: string[] = [];
  let change: ((change: ResourceChange<"Dataset">) => void) | undefined;
  const informer = {
    get: () => undefined,
    list: () => [],
    onChange: (handler: typeof change) => {
      change = handler;
    },
    start: () => undefined,
    synced: () => true,
    stop: async () => undefined,
  };
  const calls: number[] = [];
  const controller = createController({
    kind: "Dataset",
    informer,
    reconcile: (name) => {
      calls.push(timers.now());
      return reconcile(name);
    },
    timers,
    logger: pino({ level: "info" }, { write: (line: string) => void logged.push(line) }),
    metrics: createControllerMetrics(registry)("dataset"),
    backoff: { baseMs: 100, capMs: 1000 },
    concurrency: 2,
  });
  const figure = async (name: string, labels: Record<string, string>) => {
    const { values } = await registry.getSingleMetric(name)!.get();
    return values.find((value) => Object.entries(labels).every(([label, wanted]) => value.labels[label] === wanted))?.value;
  };
  return { controller, timers, calls, logged, figure, change: (of: ResourceChange<"Dataset">) => change!(of) };
}

test.each(["ADDED", "MODIFIED", "DELETED", "SYNC"] as const)("reconciles an object by name when it is %s", async (type) => {
  const names: string[] = [];
  const { change } = controlled(async (name) => {
    names.push(name);
    return {};
  });
  change({ type, resource: aDataset() });
  await flushPromises();
  expect(names).toEqual(["furnace"]);
});

test("the controller retries a failure with growing delays up to the cap, and starts from the shortest again after a success", async () => {
  let fails = 6;
  const { controller, timers, calls } = controlled(async () => {
    if (fails-- > 0) throw new Error("store is down");
    return {};
  });
  controller.enqueue("furnace");
  await timers.advance(60_000);
  const pauses = calls.slice(1).map((at, i) => at - calls[i]!);
  expect(pauses).toHaveLength(6);
  for (const [i, most] of [100, 200, 400, 800, 1000, 1000].entries()) {
    expect(pauses[i]).toBeLessThanOrEqual(most);
    expect(pauses[i]).toBeGreaterThanOrEqual(most * 0.8);
  }
  fails = 1;
  calls.length = 0;
  controller.enqueue("furnace");
  await timers.advance(60_000);
  expect(calls[1]! - calls[0]!).toBeLessThanOrEqual(100);
});

test("reconciles an object once more if it requests it", async () => {
  const wishes = [5000, undefined];
  const { controller, timers, calls } = controlled(async () => {
    const requeueAfter = wishes.shift();
    return requeueAfter === undefined ? {} : { requeueAfter };
  });
  controller.enqueue("furnace");
  await timers.advance(60_000);
  expect(calls.map((at) => at - calls[0]!)).toEqual([0, 5000]);
});

test("the controller counts failures and logs them as errors, except conflicts", async () => {
  const errors = [new Conflict("changed since"), new Error("store is down")];
  const { controller, timers, logged, figure } = controlled(async () => {
    const error = errors.shift();
    if (error) throw error;
    return {};
  });
  controller.enqueue("furnace");
  await timers.advance(60_000);
  expect(logged.map((line) => JSON.parse(line).err.message)).toEqual(["store is down"]);
  const total = (result: string) => figure("controller_runtime_reconcile_total", { controller: "dataset", result });
  expect([await total("requeue"), await total("error"), await total("success")]).toEqual([1, 1, 1]);
  expect(await figure("controller_runtime_reconcile_errors_total", { controller: "dataset" })).toBe(1);
  expect(await figure("workqueue_retries_total", { name: "dataset" })).toBe(2);
  expect(await figure("workqueue_depth", { name: "dataset" })).toBe(0);
});

test("metrics show how many keys are waiting and how many are in progress", async () => {
  const ends: (() => void)[] = [];
  const { controller, figure } = controlled(() => new Promise((resolve) => ends.push(() => resolve({}))));
  for (const name of ["a", "b", "c"]) controller.enqueue(name);
  expect(await figure("workqueue_depth", { name: "dataset" })).toBe(1);
  expect(await figure("controller_runtime_active_workers", { controller: "dataset" })).toBe(2);
  const stopped = controller.shutDown();
  for (const end of ends) end();
  await stopped;
  expect(await figure("controller_runtime_active_workers", { controller: "dataset" })).toBe(0);
});
