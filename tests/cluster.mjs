// Everything again on a real Kubernetes: installs the chart, runs tests on it, and prints `N passed, N failed, N skipped`.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { prepare } from "../standalone/prepare.mjs";
import { findBrowser } from "./browser.mjs";
import { addUp, jest } from "./jest.mjs";

/** In this order: from the stores on they take away what the others need; the last two upgrade, uninstall and install again. */
const SUITES = [
  "cluster/chart",
  "cluster/first-prediction",
  "cluster/kubectl",
  "cluster/transcript",
  "cluster/pods",
  // Whatever asks nothing but the product's address.
  ...[
    "http-path",
    "bad-input",
    "model-rules",
    "calculations",
    "clone",
    "time-series",
    "evaluations",
    "automatic",
    "facts",
    "browser-path",
  ].map((name) => `end-to-end/${name}`),
  "cluster/stores",
  "cluster/node",
  "cluster/lifecycle",
  "cluster/backup",
];

await prepare();
const { prepareInstallation } = await import("./dist/cluster/prepare-installation.js");
const browser = findBrowser();
const only = process.argv.slice(2);
const installation = await prepareInstallation();
const folder = mkdtempSync(join(tmpdir(), "agatha-cluster-tests-"));
const count = { passed: 0, failed: 0, skipped: 0 };
try {
  for (const [index, suite] of SUITES.entries()) {
    if (only.length > 0 && !only.some((name) => suite.includes(name))) continue;
    const { env, stop } = await installation.reach();
    const given = { AGATHA_PATIENCE: "3", ...(browser && { BROWSER_PATH: browser }) };
    const args = ["--runInBand", "--testTimeout", "600000", `tests/dist/${suite}.test.js`];
    const start = Date.now();
    addUp(count, await jest(args, join(folder, `${index}.json`), { ...env, ...given }));
    process.stderr.write(`${suite} took ${Math.round((Date.now() - start) / 1000)} s\n`);
    await stop();
  }
} finally {
  rmSync(folder, { recursive: true });
  if (process.env.AGATHA_KEEP_CLUSTER === undefined) await installation.stop();
}
console.log(`${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped`);
process.exit(count.failed === 0 && count.passed > 0 ? 0 : 1);
