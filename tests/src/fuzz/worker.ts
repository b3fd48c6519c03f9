/**
 * Fuzzes one parser in this process for main.ts, which watches it. Arguments are name, seconds, seed, and the path of one case to
 * repeat. It reports each case before it begins, so that its parent knows which one did not end.
 */
import fc from "fast-check";
import type { Outcome } from "./fuzz-target.js";
import { PARSERS } from "./parsers.js";

export type WorkerMessage = { began: number } | { crashed: string; path: string } | { cases: number; accepted: number };

const [, , name = "", seconds = "60", seed = "0", path] = process.argv;
const send = (message: WorkerMessage): void => void process.send?.(message);

/** Ends the process once the parent has the message. */
const end = (message: WorkerMessage): void => void process.send?.(message, () => process.exit());

// The worker ends with its parent.
process.on("disconnect", () => process.exit());

let cases = 0;
const count = { accepted: 0 };
const parser = PARSERS[name]!();
const details = await parser.check(
  { seed: Number(seed), numRuns: path ? 1 : 2 ** 31 - 1, interruptAfterTimeLimit: Number(seconds) * 1000, ...(path && { path }) },
  {
    before: () => send({ began: cases++ }),
    after(outcome: Outcome) {
      if (outcome === "accepted") count.accepted++;
    },
  },
);
await parser.close();
if (details.failed && details.counterexample) {
  const { errorInstance: error } = details;
  const shown = fc.stringify(details.counterexample[0]).slice(0, 4000);
  end({ crashed: `${error instanceof Error ? error.stack : error}\nwith ${shown}`, path: details.counterexamplePath ?? "0" });
} else end({ cases: details.numRuns, ...count });
