import { type DatasetStatus, ERRORS, type Resource, type TaskInput, type TaskResult } from "@agatha/contracts";
import { fingerprintOf } from "@agatha/contracts/tasks/fingerprint";
import { taskNamePrefix } from "../runtime/fingerprint.js";
import type { Attempts } from "../tasks/attempts.js";
import { attemptsWith, FINGERPRINT, INGESTED, ingestOutput, planOf, READY, SAMPLED, success } from "../testing/dataset-plans.js";
import { aDataset, aTask, conditionSummaries, NOW, softDeleted } from "../testing/objects.js";
import { type PendingDatasetWork, pendingDatasetWork } from "./plan.js";

const SAMPLE = { key: ingestOutput.table.key, sha256: ingestOutput.table.sha256, document: "t.b", sampled: true };
const FAULT = { name: "extraValue", values: { line: "7", position: "3" } };
const fail: TaskResult = {
  status: "fail",
  attempt: "b",
  finishedAt: NOW,
  reason: "010407",
  message: "m".repeat(2000),
  detail: [{ path: "line 7", message: "m", fault: FAULT }],
};

const WRITTEN = { inline: "a;b\nö;2\n", fileName: "small.csv", format: "csv" as const };
/** SHA-256 by sha256sum. */
const STORED = {
  key: "datasets/uid-of-furnace/source",
  sha256: "9b20be48c483d315463242c43324187aaab856657247c9aa7ee5540bfe73b68c",
  size: 9,
};

test("an inline table is read from its stored object, before and after the status contains it", () => {
  const source = { ...STORED, encoding: "utf-8", fileName: "small.csv", format: "csv" };
  for (const status of [undefined, { source: STORED }]) {
    const { due, fingerprint } = pendingDatasetWork(aDataset({ spec: { source: WRITTEN }, status }));
    expect(due!.input).toMatchObject({ kind: "ingest", source });
    expect(due!.input).not.toHaveProperty("source.inline");
    expect(fingerprint).toBe(pendingDatasetWork(aDataset({ spec: { source: WRITTEN } })).fingerprint);
  }
});

test.each<[string, Resource<"Dataset">, ((need: PendingDatasetWork) => Attempts) | undefined, string[], Partial<DatasetStatus>, string[]]>([
  [
    "it is new",
    aDataset({ metadata: { finalizers: [] } }),
    undefined,
    ["keep-metadata", "start"],
    { phase: "preprocess", attempts: 1 },
    ["Ingested=False/Parsing", "Checked=False/Waiting", "Ready=False/Parsing"],
  ],
  [
    "its table is written into it",
    aDataset({ metadata: { finalizers: [] }, spec: { source: WRITTEN } }),
    undefined,
    ["keep-metadata", "store-text", "start"],
    { phase: "preprocess", attempts: 1, source: STORED },
    ["Ingested=False/Parsing", "Checked=False/Waiting", "Ready=False/Parsing"],
  ],
  [
    "its table was written into it, and is stored",
    aDataset({ spec: { source: WRITTEN }, status: { phase: "preprocess", source: STORED } }),
    (need) => attemptsWith(need),
    [],
    { phase: "preprocess", attempts: 1, source: STORED },
    ["Ingested=False/Parsing", "Checked=False/Waiting", "Ready=False/Parsing"],
  ],
  [
    "its job was cut off before it was launched",
    aDataset(),
    (need) => ({ ...attemptsWith(need), latest: { ...attemptsWith(need).latest!, job: undefined } }),
    ["launch"],
    { phase: "preprocess", attempts: 1 },
    ["Ingested=False/Parsing", "Checked=False/Waiting", "Ready=False/Parsing"],
  ],
  [
    "its job broke off",
    aDataset({ status: { phase: "preprocess" } }),
    (need) => attemptsWith(need, { job: { phase: "failed", failure: "Evicted", finishedAt: NOW } }),
    [],
    { phase: "preprocess", message: "Attempt 1 broke off (Evicted). The next one starts in a moment." },
    ["Ingested=False/Retrying", "Checked=False/Waiting", "Ready=False/Retrying"],
  ],
  [
    "its file is parsed",
    aDataset({ status: { phase: "preprocess" } }),
    (need) => attemptsWith(need, { result: success(ingestOutput) }),
    [],
    { phase: "preprocess_finish", nrow: 100, totalRows: 200, columnCount: 3, fingerprint: FINGERPRINT },
    ["Ingested=True/Parsed", "Checked=False/Waiting", "Ready=False/Waiting"],
  ],
  [
    "its file is parsed and checked in one go",
    aDataset({ status: { phase: "preprocess" } }),
    (need) => attemptsWith(need, { result: success({ ...ingestOutput, check: { document: "t.b", naAlert: true, flaggedColumns: 1 } }) }),
    [],
    { phase: "evaluating_finish", nrow: 100, check: { document: "t.b", naAlert: true, flaggedColumns: 1 } },
    ["Ingested=True/Parsed", "Checked=True/Checked", "Ready=True/Checked"],
  ],
  [
    "its file cannot be parsed",
    aDataset({ status: { phase: "preprocess" } }),
    (need) => attemptsWith(need, { result: fail }),
    [],
    { phase: "preprocess_fail", reason: "010407", message: "m".repeat(1024), fault: FAULT },
    ["Ingested=False/InvalidInput", "Checked=False/Waiting", "Ready=False/InvalidInput"],
  ],
  [
    "its columns are to be checked, and the parser's work is over",
    aDataset({ status: INGESTED }),
    () => ({ obsoleteTasks: [aTask("d-furnace-ingest-0-1", { kind: "check", table: "t", tableDocument: "d" })] }),
    ["sweep", "start"],
    { phase: "evaluating", attempts: 1 },
    ["Ingested=True/Parsed", "Checked=False/Checking", "Ready=False/Checking"],
  ],
  [
    "its columns are checked",
    aDataset({ status: { ...INGESTED, phase: "evaluating" } }),
    (need) => attemptsWith(need, { result: success({ document: "c.b", naAlert: true, flaggedColumns: 1 }) }),
    [],
    { phase: "evaluating_finish", check: { document: "c.b", naAlert: true, flaggedColumns: 1 } },
    ["Ingested=True/Parsed", "Checked=True/Checked", "Ready=True/Checked"],
  ],
  [
    "its columns cannot be checked for lack of memory",
    aDataset({ status: { ...INGESTED, phase: "evaluating" } }),
    (need) => attemptsWith(need, { number: 3, job: { phase: "failed", failure: "OutOfMemory" } }),
    [],
    { phase: "evaluating_fail", reason: "OutOfMemory", attempts: 3 },
    ["Ingested=True/Parsed", "Checked=False/OutOfMemory", "Ready=False/OutOfMemory"],
  ],
  [
    "it is ready",
    READY,
    undefined,
    [],
    { phase: "evaluating_finish" },
    ["Ingested=True/Parsed", "Checked=True/Checked", "Ready=True/Checked"],
  ],
  [
    "of its long file the sample is parsed and checked",
    aDataset({ status: { phase: "preprocess" } }),
    (need) =>
      attemptsWith(need, {
        result: success({ ...ingestOutput, sampled: true, check: { document: "t.b", naAlert: false, flaggedColumns: 0 } }),
      }),
    [],
    { phase: "evaluating_finish", table: { ...SAMPLE, fingerprint: FINGERPRINT } },
    ["Ingested=True/Parsed", "Checked=True/Checked", "Ready=True/Checked"],
  ],
  [
    "the sample of its long file is in use",
    SAMPLED,
    undefined,
    ["start"],
    { phase: "evaluating_finish", attempts: 1 },
    ["Ingested=True/Parsed", "Checked=True/Checked", "Ready=True/Checked"],
  ],
  [
    "the reading of all rows of its long file broke off",
    SAMPLED,
    (need) => attemptsWith(need, { job: { phase: "failed", failure: "Evicted", finishedAt: NOW } }),
    [],
    { phase: "evaluating_finish" },
    ["Ingested=True/Parsed", "Checked=True/Checked", "Ready=True/Checked"],
  ],
  [
    "all rows of its long file are read",
    SAMPLED,
    (need) => attemptsWith(need, { result: success(ingestOutput) }),
    [],
    {
      phase: "evaluating_finish",
      nrow: 10_000,
      table: SAMPLED.status!.table!,
      whole: {
        key: ingestOutput.table.key,
        sha256: ingestOutput.table.sha256,
        document: "t.b",
        fingerprint: FINGERPRINT,
        rowsFingerprint: expect.any(String),
      },
    },
    ["Ingested=True/Parsed", "Checked=True/Checked", "Ready=True/Checked"],
  ],
  [
    "its long file turns out to be damaged outside of the sample",
    SAMPLED,
    (need) => attemptsWith(need, { result: fail }),
    [],
    { phase: "preprocess_fail", reason: "010407" },
    ["Ingested=False/InvalidInput", "Checked=False/Waiting", "Ready=False/InvalidInput"],
  ],
  [
    "its file is gone from the object store",
    aDataset({ status: { phase: "preprocess" } }),
    (need) => attemptsWith(need, { result: { ...fail, reason: ERRORS.sourceFileMissing, message: "No s3://agatha/uploads/a." } }),
    [],
    { phase: "preprocess_fail", reason: "010419", message: "No s3://agatha/uploads/a.", attempts: 1 },
    ["Ingested=False/FileNotFound", "Checked=False/Waiting", "Ready=False/FileNotFound"],
  ],
  [
    "it has failed for good",
    aDataset({ status: { phase: "preprocess_fail", reason: "010407", message: "Damaged.", fingerprint: FINGERPRINT } }),
    undefined,
    [],
    { phase: "preprocess_fail", reason: "010407", message: "Damaged." },
    ["Ingested=False/InvalidInput", "Checked=False/Waiting", "Ready=False/InvalidInput"],
  ],
  // @contract a-dataset-goes-through-the-upload-states
])("plans a dataset when %s", (_when, dataset, attempts, actions, status, conditions) => {
  const plan = planOf(dataset, attempts);
  expect(plan.actions).toEqual(actions);
  expect(plan.status).toMatchObject({ ...status, observedGeneration: 1 });
  expect(conditionSummaries(plan.status.conditions)).toEqual(conditions);
});

test("the ingest task requests a sample and the data check, without changing its name", () => {
  const { due } = pendingDatasetWork(aDataset());
  expect(due?.input).toMatchObject({ kind: "ingest", check: true, rows: "sample" });
  const { check: _check, rows: _rows, ...unchecked } = due!.input as Extract<TaskInput, { kind: "ingest" }>;
  expect(due?.taskNamePrefix).toBe(taskNamePrefix(aDataset(), "ingest", fingerprintOf(unchecked)));
});

test("a file that is read like another table need not have all of its columns", () => {
  const like = { decimal: ",", durations: ["ride"] } as const;
  const { due, fingerprint } = pendingDatasetWork(aDataset({ spec: { ...aDataset().spec, like: { ...like, durations: ["ride"] } } }));
  expect(due?.input).toMatchObject({ kind: "ingest", like, columnsMayLack: true });
  expect(fingerprint).not.toBe(FINGERPRINT);
});

test("a file that is read again may lack columns that its owner changed; one that is read first may not", () => {
  const columns = [{ name: "a", type: "s" as const }];
  const again = pendingDatasetWork({ ...READY, spec: { ...READY.spec, columns, source: { ...READY.spec.source, header: "none" } } });
  expect(again.due?.input).toMatchObject({ kind: "ingest", columns, columnsMayLack: true });
  expect(pendingDatasetWork(aDataset({ spec: { columns } })).due?.input).not.toHaveProperty("columnsMayLack");
});

test("with a new table, the check of the old one does not count", () => {
  const changed = { ...READY, spec: { ...READY.spec, sampling: "head" as const } };
  const plan = planOf(changed, (need) => attemptsWith(need, { result: success(ingestOutput) }));
  expect(plan.status.table?.key).toBe(ingestOutput.table.key);
  expect(plan.status.check).toBeUndefined();
  expect(conditionSummaries(plan.status.conditions)).toContain("Ready=False/Waiting");
});

test("all rows of a long file are requested once, after its sample, by a separate task", () => {
  const first = pendingDatasetWork(aDataset()).due;
  const { due, fingerprint } = pendingDatasetWork(SAMPLED);
  expect(due?.input).toMatchObject({ kind: "ingest", rows: "all", sampleDocument: SAMPLED.status?.table?.document });
  expect(due?.taskNamePrefix).not.toBe(first?.taskNamePrefix);
  const whole = { key: "w", sha256: "c".repeat(64), document: "t.b", fingerprint };
  expect(pendingDatasetWork({ ...SAMPLED, status: { ...SAMPLED.status, whole } }).due).toBeUndefined();
  expect(pendingDatasetWork({ ...SAMPLED, status: { ...SAMPLED.status, whole: { ...whole, fingerprint: "other" } } }).due).toBeDefined();
});

test("the check is told which rows are in use", () => {
  const { due } = pendingDatasetWork(aDataset({ status: { ...SAMPLED.status, check: undefined } }));
  expect(due?.input).toMatchObject({ kind: "check", sampling: "random" });
});

test("a checked dataset in the trash is not ready, and is again once it is restored", () => {
  const inTrash = planOf({ ...READY, metadata: softDeleted(READY) }).status;
  expect(conditionSummaries(inTrash.conditions)).toEqual(expect.arrayContaining(["Checked=True/Checked", "Ready=False/Deleted"]));
  expect(inTrash.conditions).toContainEqual(expect.objectContaining({ type: "Stalled", status: "True" }));
  expect(conditionSummaries(planOf({ ...READY, status: inTrash }).status.conditions)).toContain("Ready=True/Checked");
});
