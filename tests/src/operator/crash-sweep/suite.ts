/**
 * After Sieve: the operator is killed after each of its writes, and a new one finishes. The outcome must equal that of a run
 * without a crash.
 */
import { recordMeasurement } from "../../measurements.js";
import { crashAfterWrites } from "../crash-injection.js";
import { storeSnapshot } from "../store-snapshot.js";
import { createTestHarness, type OpenResources } from "../test-harness.js";
import { SCENARIOS, type Scenario } from "./scenarios.js";

interface Sweep {
  /** Each so many-th write is one after which the operator dies, the last one among them, unless a scenario has fewer. */
  every?: number;
  /** Number of runs side by side. */
  concurrency?: number;
}

/** Runs a scenario, killing the first operator after `writes`. Returns its outcome and the jobs that were made. */
async function runScenario({ inline, jobOutcome, before }: Scenario, openResources: OpenResources, writes?: number) {
  const harness = await createTestHarness(jobOutcome, openResources);
  try {
    const dataset = await harness.addDataset("furnace", inline);
    const model = await harness.addModel("hardness", dataset);
    await before?.(harness, model, dataset);
    const operator = crashAfterWrites(harness.ports, writes);
    await harness.reconcileUntilStable(operator);
    const { resources } = harness.ports;
    const phase = async (kind: "Dataset" | "Model" | "Calculation" | "AutoModel" | "Evaluation", name: string) =>
      (await resources.get(kind, name))?.status?.phase;
    return {
      writes: operator.writes,
      phases: {
        Dataset: await phase("Dataset", "furnace"),
        Model: await phase("Model", "hardness"),
        Calculation: await phase("Calculation", "tomorrow"),
        Evaluation: await phase("Evaluation", "comparison"),
        AutoModel: await phase("AutoModel", "search"),
      },
      outcome: {
        state: await storeSnapshot(harness.ports),
        // The order of two independent jobs does not matter.
        made: harness.jobs.launched.map((name) => name.replace(/[0-9a-f]{13,16}/g, "digest")).sort(),
        published: harness.publishedRuns,
      },
    };
  } finally {
    await harness.close();
  }
}

/** `openResources` opens a separate store for each run. All writes are tried unless the sweep says otherwise. */
export function describeCrashSweep(openResources: OpenResources, { every = 1, concurrency = 16 }: Sweep = {}): void {
  describe("an operator that is killed", () => {
    let played = 0;
    afterAll(() => recordMeasurement(`${played} deaths in ${Object.keys(SCENARIOS).length} scenarios`));

    test.each(Object.entries(SCENARIOS))("%s, after whichever write the operator dies", async (_title, scenario) => {
      const undisturbed = await runScenario(scenario, openResources);
      expect(undisturbed.phases).toEqual(scenario.finalPhases);
      expect(undisturbed.outcome.made).toHaveLength(scenario.jobs);
      // No task and no progress is left.
      expect(undisturbed.outcome.state).toMatchObject({
        collections: expect.arrayContaining([
          ["tasks", []],
          ["progress", []],
        ]),
      });
      if (!undisturbed.phases.Dataset) expect(undisturbed.outcome.state).toMatchObject({ keys: [] });
      expect(undisturbed.writes.length).toBeGreaterThan(0);
      const { length } = undisturbed.writes;
      const deaths = undisturbed.writes
        .map((_, i) => i + 1)
        .filter((deadline) => (length - deadline) % Math.max(every, scenario.every ?? 1) === 0);
      // Runs in groups: most of each run waits for the disk.
      for (let from = 0; from < deaths.length; from += concurrency) {
        const plays = await Promise.all(
          deaths
            .slice(from, from + concurrency)
            .map(async (deadline) => ({ deadline, ...(await runScenario(scenario, openResources, deadline)) })),
        );
        played += plays.length;
        for (const { deadline, outcome } of plays) {
          const diedAfter = undisturbed.writes.slice(0, deadline);
          expect({ diedAfter, ...outcome }).toEqual({ diedAfter, ...undisturbed.outcome });
        }
      }
    });
  });
}
