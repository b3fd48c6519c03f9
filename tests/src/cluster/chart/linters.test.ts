/** Checks of the chart and the Dockerfile by programs of others. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CHART, REPOSITORY } from "../launcher/cluster-paths.js";
import { run, tryRun } from "../launcher/commands.js";
import { installLinters } from "../launcher/linters.js";
import { EVERYTHING_ON, KUBERNETES, RENDERINGS, render } from "./render-chart.js";

describe("external linters", () => {
  let checkers: string;
  let folder: string;

  beforeAll(async () => {
    checkers = await installLinters();
    folder = mkdtempSync(join(tmpdir(), "agatha-chart-"));
  }, 300_000);
  afterAll(() => rmSync(folder, { recursive: true }));

  test.each(RENDERINGS)("the objects of the chart %s match the schemas of Kubernetes", async (_how, settings) => {
    const file = join(folder, "rendered.yaml");
    writeFileSync(file, await render(...settings));
    const { stdout, stderr } = await tryRun([join(checkers, "kubernetes-validate"), "--strict", "--kubernetes-version", KUBERNETES, file]);
    const complaints = `${stdout}${stderr}`.split("\n").filter((line) => line !== "" && !line.startsWith("INFO"));
    // These kinds belong to the Prometheus operator.
    expect(complaints.filter((line) => !/kind (ServiceMonitor|PrometheusRule)/.test(line))).toEqual([]);
  });

  test("checkov reports only the exceptions that are listed with reasons", async () => {
    // checkov reads YAML 1.1, where the sign = alone is no string, and the definitions contain one.
    writeFileSync(join(folder, "rendered.yaml"), await render("crds.install=false", ...EVERYTHING_ON));
    const options = ["--framework", "kubernetes", "--skip-download", "--output", "json", "--config-file", join(CHART, "checkov.yaml")];
    const { summary, results } = JSON.parse((await tryRun([join(checkers, "checkov"), "--directory", folder, ...options])).stdout);
    expect(results.failed_checks.map((found: { check_id: string; resource: string }) => [found.check_id, found.resource])).toEqual([]);
    expect(summary.passed).toBeGreaterThan(400);
  }, 300_000);

  test("hadolint reports no problem in the Dockerfile", async () => {
    expect(await run([join(checkers, "hadolint"), join(REPOSITORY, "Dockerfile")])).toBe("");
  });
});
