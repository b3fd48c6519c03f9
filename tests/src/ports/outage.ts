import type { RunningServer } from "./servers.js";
import { eventually } from "./temporary-folder.js";

/** Outages of a server, each with the function that starts it and the one that ends it. */
export const OUTAGES: [string, (server: RunningServer) => Promise<void>, (server: RunningServer) => Promise<void>][] = [
  ["is killed and restarted", (server) => server.kill(), (server) => server.restart()],
  ["pauses and continues", (server) => server.pause(), async (server) => server.resume()],
];

interface StepOutcomes {
  succeeded: number;
  /** Names of the errors and how often each was thrown. */
  failed: Map<string, number>;
}

/**
 * Writers repeat a step without pause while the server goes away and comes back. They run from the first successes through at
 * least one failure of each to successes again. Each call of `step` gets a unique number.
 */
export async function runThroughOutage(
  writers: number,
  step: (n: number) => Promise<void>,
  [down, up]: [() => Promise<void>, () => Promise<void>],
): Promise<StepOutcomes> {
  const outcomes: StepOutcomes = { succeeded: 0, failed: new Map() };
  let [next, stopping] = [0, false];
  const failures = Array.from({ length: writers }, () => 0);
  const work = failures.map(async (_none, writer) => {
    while (!stopping) {
      try {
        await step(next++);
        outcomes.succeeded++;
      } catch (error) {
        failures[writer]!++;
        const name = (error as Error).name;
        outcomes.failed.set(name, (outcomes.failed.get(name) ?? 0) + 1);
      }
    }
  });
  await eventually(() => outcomes.succeeded >= 3 * writers);
  await down();
  await eventually(() => failures.every((count) => count > 0));
  await up();
  const before = outcomes.succeeded;
  await eventually(() => outcomes.succeeded >= before + 3 * writers);
  stopping = true;
  await Promise.all(work);
  return outcomes;
}
