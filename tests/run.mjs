// Runs all tests that need no cluster, or the named ones: `npm test -- trainer/src/numeric`, `npm test -- trainer/src/numeric/split.ts`,
// `npm test -- operator -t "retries"`. Its last line is `N passed, N failed, N skipped` alone.
import { mkdtempSync, rmSync, statfsSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { prepare } from "../standalone/prepare.mjs";
import { findBrowser, HOW_TO_GET_A_BROWSER } from "./browser.mjs";
import { rulesNotHeld } from "./contract.mjs";
import { addUp, jest } from "./jest.mjs";
import { COMPONENT_TESTS, componentTests, END_TO_END_TESTS, optionsOf, testPatterns } from "./selection.mjs";

/** As many Jest processes run at once. They share no workers, because the workers of one Jest may miss their start message. */
const LANES = availableParallelism();
const WITHOUT_COMPONENTS = ["--testPathIgnorePatterns", "/node_modules/", ...COMPONENT_TESTS];
const ELSEWHERE = [...WITHOUT_COMPONENTS, "/tests/dist/end-to-end/", "/tests/dist/cluster/"];
const SHARDS = Array.from({ length: LANES }, (_, i) => [`--shard=${i + 1}/${LANES}`, ...ELSEWHERE]);
const LEAST_SCRATCH_BYTES = 4e9;
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

const folder = mkdtempSync(join(scratchPlace(), "agatha-tests-"));
process.env.TMPDIR = folder;
const count = { passed: 0, failed: 0, skipped: 0 };
const only = testPatterns(process.argv.slice(2));
const components = componentTests(only);
const testResults = [];
let runs = 0;
const run = async (args) => {
  const result = await jest(["--runInBand", ...args], join(folder, `${runs++}.json`));
  addUp(count, result);
  testResults.push(...(result.testResults ?? []));
  return result;
};
/** Runs each list of arguments. Tests that start the whole product get a Jest of their own, so that the lanes end together. */
const runAll = async (jobs) => {
  const lane = async () => {
    for (let job = jobs.shift(); job; job = jobs.shift()) await run(job);
  };
  await Promise.all(Array.from({ length: LANES }, lane));
};
/** Test files that failed run once more, alone. One that passes then counts as passed and is named as flaky. */
const rerunFailed = async () => {
  const failed = testResults.filter(({ status }) => status === "failed");
  if (failed.length > MOST_RERUN_FILES) return;
  for (const { name, assertionResults } of failed) {
    const before = { ...count };
    const again = await run(["--runTestsByPath", name]);
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
const componentRun = components.length > 0 ? [[...optionsOf(only), ...components]] : [];
if (only.length > 0) await runAll([...componentRun, [...only, "--passWithNoTests", ...WITHOUT_COMPONENTS]]);
else {
  await runAll([...SHARDS, ...componentRun, ...END_TO_END_TESTS.map((path) => ["--runTestsByPath", path])]);
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

/** Memory, where the system lends it as a file system with room enough: embedded stores wait for the disk at each change. */
function scratchPlace() {
  try {
    const { bavail, bsize } = statfsSync("/dev/shm");
    return bavail * bsize > LEAST_SCRATCH_BYTES ? "/dev/shm" : tmpdir();
  } catch {
    return tmpdir();
  }
}
