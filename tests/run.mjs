// Runs all tests that need no cluster, or the named ones: `npm test -- trainer/src/numeric`, `npm test -- trainer/src/numeric/split.ts`,
// `npm test -- operator -t "retries"`. Its last line is `N passed, N failed, N skipped` alone.
import { mkdtempSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { prepare } from "../standalone/prepare.mjs";
import { findBrowser, HOW_TO_GET_A_BROWSER } from "./browser.mjs";
import { rulesNotHeld } from "./contract.mjs";
import { addUp, jest } from "./jest.mjs";
import { COMPONENT_TESTS, componentTests, optionsOf, testPatterns } from "./selection.mjs";

/**
 * Tests that need no server run first, in one Jest process for each core but one. Tests that start the whole product then run one
 * at a time. They do not share the workers of one Jest, because its workers may miss their start message and wait for ever.
 */
const JESTS = Math.max(1, availableParallelism() - 1);
const WITHOUT_COMPONENTS = ["--testPathIgnorePatterns", "/node_modules/", ...COMPONENT_TESTS];
const ELSEWHERE = [...WITHOUT_COMPONENTS, "/tests/dist/end-to-end/", "/tests/dist/cluster/"];
const SHARDS = Array.from({ length: JESTS }, (_, i) => [`--shard=${i + 1}/${JESTS}`, ...ELSEWHERE]);
const END_TO_END = ["tests/dist/end-to-end/"];
/** More failed files than this are no accident. */
const MOST_RERUN_FILES = 5;

await prepare();
const browser = findBrowser();
if (browser) process.env.BROWSER_PATH = browser;
else if (process.env.CI === "true") {
  console.error(`Browser tests cannot run. ${HOW_TO_GET_A_BROWSER}`);
  console.log("0 passed, 1 failed");
  process.exit(1);
}

const folder = mkdtempSync(join(tmpdir(), "agatha-tests-"));
const count = { passed: 0, failed: 0, skipped: 0 };
const only = testPatterns(process.argv.slice(2));
const components = componentTests(only);
const testResults = [];
const run = async (args, name) => {
  const result = await jest(["--runInBand", ...args], join(folder, `${name}.json`));
  addUp(count, result);
  testResults.push(...(result.testResults ?? []));
  return result;
};
/** Test files that failed run once more, alone. One that passes then counts as passed and is named as flaky. */
const rerunFailed = async () => {
  const failed = testResults.filter(({ status }) => status === "failed");
  if (failed.length > MOST_RERUN_FILES) return;
  for (const [i, { name, assertionResults }] of failed.entries()) {
    const before = { ...count };
    const again = await run(["--runTestsByPath", name], `again-${i}`);
    if (!again.success) Object.assign(count, before);
    else {
      const having = (wanted) => assertionResults.filter(({ status }) => status === wanted).length;
      count.passed -= having("passed");
      count.skipped -= having("pending") + having("todo");
      // A file that cannot be loaded has no tests, and counts as one failure.
      count.failed -= Math.max(1, having("failed"));
      console.error(`FLAKY ${name} failed, and passed when it ran again alone.`);
    }
  }
};
if (components.length > 0) await run([...optionsOf(only), ...components], "components");
if (only.length > 0) await run([...only, "--passWithNoTests", ...WITHOUT_COMPONENTS], "only");
else {
  await Promise.all(SHARDS.map((args, i) => run(args, `shard-${i}`)));
  await run(END_TO_END, "end-to-end");
  await rerunFailed();
  // Without a browser some rules are held by skipped tests alone.
  for (const rule of browser ? rulesNotHeld(testResults) : []) {
    console.error(`docs/contract.md: no test that is marked // @contract ${rule} has passed`);
    count.failed++;
  }
}
rmSync(folder, { recursive: true });
if (!browser) console.error(`Browser tests were skipped. ${HOW_TO_GET_A_BROWSER}`);
console.log(`${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped`);
process.exit(count.failed === 0 && count.passed > 0 ? 0 : 1);
