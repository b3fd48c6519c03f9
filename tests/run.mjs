// Runs all tests that need no cluster, and prints `N passed, N failed, N skipped` alone on the last line.
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { prepare } from "../standalone/prepare.mjs";
import { findBrowser, HOW_TO_GET_A_BROWSER } from "./browser.mjs";

/** First what needs no server, on all cores; then one at a time what starts the whole product. */
const RUNS = [
  ["--testPathIgnorePatterns", "/node_modules/", "/tests/dist/end-to-end/"],
  ["--runInBand", "tests/dist/end-to-end/"],
];

function jest(args, outputFile) {
  return new Promise((resolve) => {
    const child = spawn(
      process.execPath,
      ["--enable-source-maps", "node_modules/jest/bin/jest.js", "--json", `--outputFile=${outputFile}`, "--silent=false", ...args],
      { stdio: ["ignore", "ignore", "inherit"] },
    );
    child.on("exit", () => resolve(JSON.parse(readFileSync(outputFile, "utf8"))));
  });
}

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
const only = process.argv.slice(2);
for (const [index, args] of (only.length > 0 ? [only] : RUNS).entries()) {
  const result = await jest(args, join(folder, `${index}.json`));
  count.passed += result.numPassedTests;
  count.failed += result.numFailedTests + result.numRuntimeErrorTestSuites;
  count.skipped += result.numPendingTests + result.numTodoTests;
}
rmSync(folder, { recursive: true });
if (!browser) console.error(`Browser tests were skipped. ${HOW_TO_GET_A_BROWSER}`);
console.log(`${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped`);
process.exit(count.failed === 0 && count.passed > 0 ? 0 : 1);
