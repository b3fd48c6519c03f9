/** The chart's alert rules and dashboard, judged by Prometheus' own promtool: each alert is provoked by a series. */
import { execFile } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { parse, stringify } from "yaml";
import { describeWith, findProgram } from "../ports/servers.js";
import { createTemporaryFolder, type TemporaryFolder } from "../ports/temporary-folder.js";

const FILES = fileURLToPath(new URL("../../../charts/agatha/files/", import.meta.url));
const NAMESPACE = "agatha";
const run = promisify(execFile);

interface Rule {
  alert: string;
  expr: string;
  labels: Record<string, string>;
  annotations: Record<string, string>;
}
const RULES = parse(readFileSync(join(FILES, "alerts.yaml"), "utf8").replaceAll("NAMESPACE", NAMESPACE)) as Rule[];

interface Provocation {
  /** Series with their values in Prometheus' notation, one a minute. */
  series: Record<string, string>;
  /** Labels of the alert besides its severity. */
  labels?: Record<string, string>;
}
const of = (metric: string, labels = ""): string => `${metric}{namespace="${NAMESPACE}"${labels && `,${labels}`}}`;

/** What makes each alert fire within three hours. */
const PROVOCATIONS: Record<string, Provocation> = {
  AgathaStoreDown: { series: { [of("agatha_store_up", 'store="documents"')]: "0x180" }, labels: { store: "documents" } },
  AgathaStoreNotWritable: { series: { [of("agatha_store_writable", 'store="objects"')]: "0x180" }, labels: { store: "objects" } },
  AgathaNoLeader: { series: { [of("leader_election_master_status", 'name="agatha-operator"')]: "0x180" } },
  AgathaReconcilingFails: {
    series: { [of("controller_runtime_reconcile_errors_total", 'controller="model"')]: "0+10x180" },
    labels: { controller: "model" },
  },
  AgathaJobsWait: { series: { [of("agatha_longest_queued_seconds")]: "0+60x180" } },
  AgathaApiErrors: {
    series: {
      [of("agatha_http_request_duration_seconds_count", 'status="200"')]: "0+60x180",
      [of("agatha_http_request_duration_seconds_count", 'status="503"')]: "0+60x180",
    },
  },
  AgathaTrainingsFail: { series: { [of("agatha_trainings_ended_total", 'reason="OutOfMemory"')]: "0+1x180" } },
  AgathaPredictionsSlow: {
    series: {
      [of("agatha_prediction_duration_seconds_bucket", 'le="1"')]: "0+1x180",
      [of("agatha_prediction_duration_seconds_bucket", 'le="5"')]: "0+60x180",
      [of("agatha_prediction_duration_seconds_bucket", 'le="+Inf"')]: "0+60x180",
    },
  },
  AgathaPredictionsRefused: {
    series: { [of("agatha_prediction_refusals_total", 'code="010102"')]: "0+60x180" },
    labels: { code: "010102" },
  },
};

describeWith("promtool", findProgram("promtool"), (promtool) => {
  let disk: TemporaryFolder;
  beforeAll(async () => {
    disk = await createTemporaryFolder();
    writeFileSync(join(disk.path, "rules.yaml"), stringify({ groups: [{ name: "agatha", rules: RULES }] }));
  });
  afterAll(() => disk.remove());

  test("promtool accepts the alert rules", async () => {
    const { stdout } = await run(promtool, ["check", "rules", join(disk.path, "rules.yaml")]);
    expect(stdout).toContain(`${RULES.length} rules found`);
  });

  test("promtool accepts each query of the dashboard", async () => {
    const { panels } = JSON.parse(readFileSync(join(FILES, "dashboard.json"), "utf8")) as { panels: { targets: { expr: string }[] }[] };
    const rules = panels.flatMap(({ targets }) => targets).map(({ expr }, i) => ({ record: `query_${i}`, expr }));
    const file = join(disk.path, "dashboard.yaml");
    writeFileSync(file, stringify({ groups: [{ name: "dashboard", rules }] }));
    const { stdout } = await run(promtool, ["check", "rules", file]);
    expect(stdout).toContain(`${rules.length} rules found`);
  });

  test.each(RULES.map((rule) => [rule.alert, rule] as const))("%s fires on such a series", async (alert, { labels, annotations }) => {
    const { series, labels: more = {} } = PROVOCATIONS[alert]!;
    const told = Object.fromEntries(
      Object.entries(annotations).map(([name, text]) => [
        name,
        text.replace(/\{\{ \$labels\.(\w+) \}\}/g, (_all, label: string) => more[label]!),
      ]),
    );
    const provoked = {
      rule_files: ["rules.yaml"],
      evaluation_interval: "1m",
      tests: [
        {
          interval: "1m",
          input_series: Object.entries(series).map(([name, values]) => ({ series: name, values })),
          alert_rule_test: [
            { eval_time: "3h", alertname: alert, exp_alerts: [{ exp_labels: { ...labels, ...more }, exp_annotations: told }] },
          ],
        },
      ],
    };
    const file = join(disk.path, "test.yaml");
    writeFileSync(file, stringify(provoked));
    expect((await run(promtool, ["test", "rules", file])).stdout).toContain("SUCCESS");
  });
});
