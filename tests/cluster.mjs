// Runs the tests on a real Kubernetes: installs the chart, runs the suites, and prints `N passed, N failed, N skipped`.
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { prepare } from "../standalone/prepare.mjs";
import { findBrowser } from "./browser.mjs";
import { addUp, jest } from "./jest.mjs";

/**
 * Suites of the standalone product that need only its address and tolerate uploads and trainings of others. `npm test` runs them
 * whole on one machine. Here they let each kind of job run in a pod; of the longest suites some tests are enough for that.
 */
const BY_ADDRESS = {
  "predictions/calculations": undefined,
  "predictions/evaluations": "waits for a file|scores the models|rows of another dataset",
  "models/automatic": "ranks its models|a cancelled|AUTO_CLUSTER",
  "models/clone": "reproduces the model",
  "interfaces/http-path": undefined,
  "series/forecasters": "automatic training|other requests are refused",
};

/**
 * Groups run in this order, the suites of a group side by side. The first group sees a fresh installation. From the stores on,
 * suites remove what the others need. The last two upgrade, uninstall and install again.
 */
const GROUPS = [
  ["cluster/first-prediction", "cluster/transcript", "cluster/launcher", "cluster/released-values"],
  ["cluster/kubectl"],
  ["cluster/pods", ...Object.keys(BY_ADDRESS).map((name) => `end-to-end/${name}`)],
  ["cluster/eviction"],
  // This suite looks at all data.
  ["end-to-end/datasets/bad-input"],
  ["end-to-end/console/browser-path"],
  ["cluster/stores"],
  // The first of these mostly waits. The others need no cluster, or have an API server of their own.
  ["cluster/node", "operator/kueue", ...suitesIn("cluster/chart"), "programs/alerts"],
  ["cluster/namespaces"],
  ["cluster/lifecycle"],
  ["cluster/backup"],
];
/** Suites share the machine for their trainings: more would only wait for each other. */
const SIDE_BY_SIDE = 3;

await prepare();
const { prepareInstallation } = await import("./dist/cluster/prepare-installation.js");
const browser = findBrowser();
const only = process.argv.slice(2);
const installation = await prepareInstallation();
const folder = mkdtempSync(join(tmpdir(), "agatha-cluster-tests-"));
const count = { passed: 0, failed: 0, skipped: 0 };

/** Returns the suites of a folder of tests/src. */
function suitesIn(folder) {
  const files = readdirSync(new URL(`src/${folder}`, import.meta.url)).filter((file) => file.endsWith(".test.ts"));
  return files.map((file) => `${folder}/${file.replace(".test.ts", "")}`);
}

/** Number of the chosen tests that were skipped. Jest counts the others as skipped too. */
const skipped = ({ testResults = [] }, chosen) =>
  testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status, fullName }) => status === "pending" && chosen.test(fullName)).length;

/** Runs a suite in a process of its own. */
async function runSuite(suite, env) {
  const given = { AGATHA_PATIENCE: "3", ...(browser && { BROWSER_PATH: browser }) };
  const some = BY_ADDRESS[suite.replace("end-to-end/", "")];
  const args = ["--runInBand", ...(some ? ["--testNamePattern", some] : []), `tests/dist/${suite}.test.js`];
  const start = Date.now();
  const result = await jest(args, join(folder, `${suite.replaceAll("/", "-")}.json`), { ...env, ...given });
  // Its file is gone or has another name.
  if (result.numTotalTestSuites === 0) count.failed++;
  addUp(count, some ? { ...result, numPendingTests: skipped(result, new RegExp(some, "i")) } : result);
  process.stderr.write(`${suite} took ${Math.round((Date.now() - start) / 1000)} s\n`);
}

try {
  for (const group of GROUPS) {
    const waiting = group.filter((suite) => only.length === 0 || only.some((name) => suite.includes(name)));
    if (waiting.length === 0) continue;
    const { env, stop } = await installation.reach();
    const worker = async () => {
      for (let suite = waiting.shift(); suite !== undefined; suite = waiting.shift()) await runSuite(suite, env);
    };
    await Promise.all(Array.from({ length: SIDE_BY_SIDE }, worker));
    await stop();
  }
} finally {
  rmSync(folder, { recursive: true });
  if (process.env.AGATHA_KEEP_CLUSTER === undefined) await installation.stop();
}
console.log(`${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped`);
process.exit(count.failed === 0 && count.passed > 0 ? 0 : 1);
