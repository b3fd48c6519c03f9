import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";

/** Runs Jest and answers what it counted. */
export function jest(args, outputFile, env = {}) {
  return new Promise((resolve) => {
    const child = spawn(
      process.execPath,
      ["--enable-source-maps", "node_modules/jest/bin/jest.js", "--json", `--outputFile=${outputFile}`, "--silent=false", ...args],
      { stdio: ["ignore", "ignore", "inherit"], env: { ...process.env, ...env } },
    );
    child.on("exit", () => resolve(JSON.parse(readFileSync(outputFile, "utf8"))));
  });
}

/** A file of tests that could not even be loaded counts as a failure. */
export function addUp(count, result) {
  count.passed += result.numPassedTests;
  count.failed += result.numFailedTests + result.numRuntimeErrorTestSuites;
  count.skipped += result.numPendingTests + result.numTodoTests;
}
