/** The whole operator with its informers and queues, also on a store whose watches lose events. */
import { JobRefused, type JobRunner, type KindName, type ResourceStore, Unavailable } from "@agatha/contracts";
import { createOperator, type Operator, type OperatorDeps } from "@agatha/operator";
import { FINALIZE_TIMEOUT_MS } from "@agatha/operator/lifecycle/finalize";
import { pino } from "pino";
import { Registry } from "prom-client";
import { waitFor } from "../end-to-end/testing/agatha-process.js";
import { createTestHarness, type OpenResources, type TestHarness } from "./test-harness.js";

/** Returns the store without the event of this number, counted over all watches from 0. */
function droppingEvent(resources: ResourceStore, lost: number): ResourceStore & { events(): number } {
  let events = 0;
  return {
    ...resources,
    events: () => events,
    async *watch<K extends KindName>(kind: K, version: string, signal: AbortSignal) {
      for await (const event of resources.watch(kind, version, signal)) if (events++ !== lost) yield event;
    },
  };
}

const RESYNC_MS = 5 * 60_000;

export function describeOperatorWatching(openResources: OpenResources): void {
  describe("an operator", () => {
    let harness: TestHarness;
    let operator: Operator;

    beforeEach(async () => {
      harness = await createTestHarness(undefined, openResources);
    });
    afterEach(async () => {
      await operator.stop();
      await harness.close();
    });

    function start(resources: ResourceStore, others: Partial<Pick<OperatorDeps, "awaitedStore" | "jobs">> = {}) {
      const jobs: JobRunner = harness.jobs;
      operator = createOperator({
        ...harness.ports,
        resources,
        jobs,
        events: { publish: () => undefined, subscribe: () => () => undefined, ping: async () => undefined, close: async () => undefined },
        timers: harness.timers,
        logger: pino({ level: "silent" }),
        metrics: new Registry(),
        ...others,
      });
      operator.start();
    }

    async function isDone(): Promise<boolean> {
      await harness.jobs.runQueued();
      const { resources } = harness.ports;
      const model = await resources.get("Model", "hardness");
      return model?.status?.phase === "success" && (await resources.get("Dataset", "furnace"))?.status?.phase === "evaluating_finish";
    }

    async function runs(resources: ResourceStore & { events(): number }): Promise<void> {
      start(resources);
      await waitFor("the operator to be ready", async () => operator.ready());
      await harness.addModel("hardness", await harness.addDataset("furnace"));
      const begin = harness.timers.now();
      // Time advances while nothing else happens, at most until the resync and its consequences.
      await waitFor("the model to be trained", async () => {
        if (await isDone()) return true;
        if (harness.timers.now() - begin < RESYNC_MS + 120_000) await harness.timers.advance(10_000);
        return false;
      });
    }

    test("an operator reacts to events of datasets, models and jobs, and waits for no clock", async () => {
      start(harness.ports.resources);
      await harness.addModel("hardness", await harness.addDataset("furnace"));
      await waitFor("the model to be trained", isDone);
      expect(harness.jobs.launched).toHaveLength(3);
    });

    test("an operator that was started while a store is gone finally releases a deleted object", async () => {
      const { resources } = harness.ports;
      const model = await harness.addModel("hardness", await harness.addDataset("furnace"));
      await harness.reconcileUntilStable();
      await resources.delete("Model", model.metadata);
      const deletedAt = harness.timers.now();
      let heldMs = 0;
      start(resources, {
        awaitedStore: () => new Unavailable("The object store has not answered since the start", { service: "object store" }),
      });
      await waitFor("the model to be released", async () => {
        if ((await resources.get("Model", "hardness")) === undefined) return true;
        heldMs = harness.timers.now() - deletedAt;
        if (heldMs < 2 * FINALIZE_TIMEOUT_MS) await harness.timers.advance(10_000);
        return false;
      });
      expect(heldMs).toBeGreaterThan(FINALIZE_TIMEOUT_MS - 20_000);
    });

    test("an object whose job is refused says why, and goes on once it is allowed", async () => {
      const { resources } = harness.ports;
      let message: string | undefined = "exceeded quota: jobs";
      const launch: JobRunner["launch"] = async (spec) => {
        if (message) throw new JobRefused(message);
        await harness.jobs.launch(spec);
      };
      start(resources, { jobs: { ...harness.jobs, launch } });
      await harness.addModel("hardness", await harness.addDataset("furnace"));
      const ready = async () => (await resources.get("Dataset", "furnace"))?.status?.conditions?.find(({ type }) => type === "Ready");
      await waitFor("the dataset to say why", async () => (await ready())?.reason === "JobRefused");
      expect((await ready())?.message).toContain(message);
      message = undefined;
      await waitFor("the model to be trained", async () => {
        await harness.timers.advance(10_000);
        return await isDone();
      });
    });

    test("an operator that misses any one event catches up by its next resync at the latest", async () => {
      const all = droppingEvent(harness.ports.resources, -1);
      await runs(all);
      const events = all.events();
      expect(events).toBeGreaterThan(6);
      for (let lost = 0; lost < events; lost++) {
        await operator.stop();
        await harness.close();
        harness = await createTestHarness(undefined, openResources);
        await runs(droppingEvent(harness.ports.resources, lost));
        expect(harness.publishedRuns).toEqual({ ingest: 1, check: 1, train: 1 });
        expect(harness.jobs.launched).toHaveLength(3);
      }
    });
  });
}
