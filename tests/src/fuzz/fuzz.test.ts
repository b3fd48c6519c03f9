/** Short runs with a fixed seed. `npm run fuzz` runs for any time. */
import type { Outcome } from "./fuzz-target.js";
import { PARSERS } from "./parsers.js";

const CASES = 200;
const SEED = 20_240_501;

test.each(Object.keys(PARSERS))(
  "%s: any input is read or rejected with a code, and both happen",
  async (name) => {
    const parser = PARSERS[name]!();
    const outcomes: Outcome[] = [];
    const details = await parser.check({ seed: SEED, numRuns: CASES }, { before() {}, after: (outcome) => void outcomes.push(outcome) });
    await parser.close();
    if (details.failed) throw new Error(`path ${details.counterexamplePath}: ${details.errorInstance}`, { cause: details.errorInstance });
    expect(outcomes).toHaveLength(CASES);
    expect(outcomes).toContain("accepted");
    expect(outcomes.filter((outcome) => outcome.startsWith("refused")).length).toBeGreaterThan(0);
  },
  300_000,
);
