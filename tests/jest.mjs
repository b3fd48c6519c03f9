import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";

/** Options of Node.js for programs that import tests or fixtures. */
export const WITH_TESTS = ["--enable-source-maps", `--import=${new URL("register.mjs", import.meta.url).href}`];

/** Result of a test file that ended Jest itself. */
const BROKEN_OFF = { numPassedTests: 0, numFailedTests: 0, numRuntimeErrorTestSuites: 1, numPendingTests: 0, numTodoTests: 0 };

/** Runs Jest and returns its counts. Jest ends also when a test that failed has left a browser or a server. */
export function jest(args, outputFile, env = {}) {
  return new Promise((resolve) => {
    const child = spawn(
      process.execPath,
      [...WITH_TESTS, "node_modules/jest/bin/jest.js", "--json", `--outputFile=${outputFile}`, "--silent=false", "--forceExit", ...args],
      { stdio: ["ignore", "ignore", "inherit"], env: { ...process.env, ...env } },
    );
    // A process that ends by a signal's handler leaves no tests behind.
    const end = () => child.kill();
    process.once("exit", end);
    child.on("exit", () => {
      process.off("exit", end);
      resolve(existsSync(outputFile) ? JSON.parse(readFileSync(outputFile, "utf8")) : BROKEN_OFF);
    });
  });
}

/** A test file that cannot be loaded counts as a failure. */
export function addUp(count, result) {
  count.passed += result.numPassedTests;
  count.failed += result.numFailedTests + result.numRuntimeErrorTestSuites;
  count.skipped += result.numPendingTests + result.numTodoTests;
}
