import { type DatasetStatus, datasetStatus, type Job, type Resource, type TaskResult } from "@agatha/contracts";
import type { Attempts } from "../tasks/attempts.js";
import { aDataset, allConditionSummaries, aReadyDataset, aTask, clock, conditionSummaries, NOW, softDeleted } from "../testing/objects.js";
import { pendingDatasetWork, planDataset } from "./plan.js";

const READY = aReadyDataset(pendingDatasetWork(aDataset()).fingerprint);
const asked = (request = "first", status: DatasetStatus | undefined = READY.status, extraction?: string): Resource<"Dataset"> => ({
  ...READY,
  spec: { ...READY.spec, profiling: { request, extraction } },
  status,
});
const REPORT = "datasets/uid-of-furnace/d-furnace-profile-0-1/b/profile.json";
const done: TaskResult = {
  status: "success",
  attempt: "b",
  finishedAt: NOW,
  output: { report: { key: REPORT, sha256: "c".repeat(64), size: 9 } },
};
const refused: TaskResult = { status: "fail", attempt: "b", finishedAt: NOW, reason: "010409", message: "No row is left", detail: [] };

function plan(dataset: Resource<"Dataset">, { result, job }: { result?: TaskResult; job?: Partial<Job> } = {}) {
  const need = pendingDatasetWork(dataset);
  const name = `${need.due?.taskNamePrefix}1`;
  const attempts: Attempts = { obsoleteTasks: [] };
  if (result ?? job) {
    attempts.latest = { number: 1, task: aTask(name, need.due!.input, result), job: { name, phase: "running", ...job } };
  }
  const { status, actions } = planDataset(dataset, need, attempts, clock);
  expect(datasetStatus.parse(status)).toEqual(status);
  return { status, actions, due: need.due };
}

test.each<[string, Resource<"Dataset">, Parameters<typeof plan>[1], Partial<DatasetStatus>, string[]]>([
  ["is pending when it is asked for", asked(), {}, { profilingStatus: "pending" }, ["start"]],
  ["waits for its turn", asked(), { job: { phase: "queued" } }, { profilingStatus: "pending" }, []],
  ["is being made", asked(), { job: { phase: "running" } }, { profilingStatus: "init" }, []],
  ["is there", asked(), { result: done }, { profilingStatus: "success", profile: expect.objectContaining({ report: REPORT }) }, []],
  [
    "cannot be made",
    asked(),
    { result: refused },
    { profilingStatus: "fail", profile: expect.objectContaining({ reason: "010409", message: "No row is left" }) },
    [],
  ],
])("a report %s, and the dataset stays ready", (_state, dataset, seen, status, actions) => {
  const found = plan(dataset, seen);
  expect(found.actions.map((action) => action.do)).toEqual(actions);
  expect(found.status).toMatchObject({ ...status, phase: "evaluating_finish" });
  expect([found.status.reason, found.status.message]).toEqual([undefined, undefined]);
  expect(conditionSummaries(found.status.conditions)).toContain("Ready=True/Checked");
});

test("a dataset in the trash whose report waits for its turn is not ready because it was deleted", () => {
  const dataset = asked();
  const { status } = plan({ ...dataset, metadata: softDeleted(dataset) }, { job: { phase: "queued" } });
  expect(allConditionSummaries(status.conditions)).toEqual(expect.arrayContaining(["Ready=False/Deleted", "Stalled=True/Deleted"]));
});

describe("existing report", () => {
  const made = plan(asked(), { result: done }).status;

  test("an existing report is not made again", () => {
    const again = plan(asked("first", made));
    expect([again.due, again.actions, again.status]).toEqual([undefined, [], made]);
  });

  test.each<[string, Resource<"Dataset">]>([
    ["another request", asked("second", made)],
    ["other steps of the edit history", asked("first", made, "uid.steps")],
    ["another table", asked("first", { ...made, table: { ...made.table!, key: "datasets/uid-of-furnace/t/b/table.parquet" } })],
  ])("an existing report is made again for %s", (_reason, dataset) => {
    const { due, status } = plan(dataset);
    expect([due?.kind, status.profilingStatus]).toEqual(["profile", "pending"]);
    expect(status.profile).toBeUndefined();
  });

  test("an existing report is kept by garbage collection, and deleted when it is no longer requested", () => {
    const obsoleteTasks = [aTask("d-furnace-check-0-1", { kind: "check", table: "t", tableDocument: "d" })];
    const dataset = asked("first", made);
    const [sweep] = planDataset(dataset, pendingDatasetWork(dataset), { obsoleteTasks }, clock).actions;
    expect(sweep).toMatchObject({ do: "sweep", keep: { objects: expect.arrayContaining([REPORT.slice(0, REPORT.lastIndexOf("/"))]) } });
    const { status } = plan({ ...READY, status: made });
    expect([status.profile, status.profilingStatus]).toEqual([undefined, undefined]);
  });
});

test.each<[string, DatasetStatus, string]>([
  ["it is pending while the file is parsed", {}, "pending"],
  [
    "it fails with a file that cannot be read",
    { phase: "preprocess_fail", reason: "010407", fingerprint: READY.status!.fingerprint! },
    "fail",
  ],
])("a report requested before the dataset is ready: %s", (_case, status, expected) => {
  expect(plan(asked("first", status)).status.profilingStatus).toBe(expected);
});
