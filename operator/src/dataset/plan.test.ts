import { type DatasetStatus, datasetStatus, ERRORS, type Job, type Resource, type TaskInput, type TaskResult } from "@agatha/contracts";
import { fingerprintOf } from "@agatha/contracts/tasks/fingerprint";
import { taskNamePrefix } from "../runtime/fingerprint.js";
import type { Attempts } from "../tasks/attempts.js";
import { aDataset, aReadyDataset, aTask, clock, conditionSummaries, NOW } from "../testing/objects.js";
import { type PendingDatasetWork, pendingDatasetWork, planDataset } from "./plan.js";

const FINGERPRINT = pendingDatasetWork(aDataset()).fingerprint;
const READY = aReadyDataset(FINGERPRINT);
const INGESTED: DatasetStatus = { ...READY.status, phase: "preprocess_finish", check: undefined };
const SAMPLED = aDataset({
  status: { ...READY.status, nrow: 10_000, totalRows: 1_000_000, table: { ...READY.status!.table!, sampled: true } },
});
const NOTHING: Attempts = { obsoleteTasks: [] };
const ingestOutput = {
  table: { key: "datasets/uid-of-furnace/t/b/table.parquet", sha256: "c".repeat(64), size: 100 },
  document: "t.b",
  summary: { nrow: 100, totalRows: 200, columnCount: 3 },
};
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

function attemptsWith(
  need: PendingDatasetWork,
  { result, job, number = 1 }: { result?: TaskResult; job?: Partial<Job>; number?: number } = {},
): Attempts {
  const { taskNamePrefix, input } = need.due!;
  const name = `${taskNamePrefix}${number}`;
  return {
    latest: { number, task: aTask(name, input, result), job: { name, phase: "running", ...job } },
    firstCreatedAt: NOW,
    obsoleteTasks: [],
  };
}

function planOf(dataset: Resource<"Dataset">, attemptsOf: (need: PendingDatasetWork) => Attempts = () => NOTHING) {
  const need = pendingDatasetWork(dataset);
  const plan = planDataset(dataset, need, attemptsOf(need), clock);
  expect(datasetStatus.parse(plan.status)).toEqual(plan.status);
  return { ...plan, actions: plan.actions.map((action) => action.do), step: need.due?.kind };
}

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

const success = (output: unknown): TaskResult => ({ status: "success", attempt: "b", finishedAt: NOW, output });

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

const failed = aDataset({ status: { phase: "evaluating_fail", reason: "Error", fingerprint: FINGERPRINT, table: READY.status!.table } });

test.each<[string, Resource<"Dataset">, Partial<Resource<"Dataset">["spec"]>, string | undefined]>([
  ["a new name is no reason to parse again", READY, { displayName: "Other" }, undefined],
  ["nor is a failed one tried again for it", failed, { displayName: "Other" }, undefined],
  ["a column of another type is", READY, { columns: [{ name: "a", type: "s" }] }, "ingest"],
  ["another sampling is", READY, { sampling: "tail" }, "ingest"],
  ["another encoding is", READY, { source: { ...READY.spec.source, encoding: "big5" } }, "ingest"],
  ["another time zone is", READY, { timezone: "Asia/Taipei" }, "ingest"],
  ["a failed one is tried again when its spec is put right", failed, { timezone: "Asia/Taipei" }, "ingest"],
])("reparsing after a change of spec: %s", (_rule, dataset, changes, step) => {
  const changed = { ...dataset, metadata: { ...dataset.metadata, generation: 2 }, spec: { ...dataset.spec, ...changes } };
  expect(planOf(changed).step).toBe(step);
  expect(planOf(changed).status.observedGeneration).toBe(2);
});

test("a change that is reverted before the new table exists starts no work", () => {
  const parsing: DatasetStatus = { ...READY.status, phase: "preprocess", task: "d-furnace-ingest-0-1", attempts: 1, fingerprint: "other" };
  const plan = planOf(aDataset({ status: parsing }));
  expect(plan).toMatchObject({ step: undefined, actions: [], status: { phase: "evaluating_finish", fingerprint: FINGERPRINT } });
  expect(plan.status.task).toBeUndefined();
});

test("reverting a failed change makes the previous table valid again", () => {
  const broken: DatasetStatus = { ...READY.status, phase: "preprocess_fail", reason: "010407", message: "Damaged.", fingerprint: "other" };
  const { status, actions } = planOf(aDataset({ status: broken }));
  expect([actions, status.phase, status.reason]).toEqual([[], "evaluating_finish", undefined]);
  expect(conditionSummaries(status.conditions)).toContain("Ready=True/Checked");
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

test("the table of all rows is kept beside the sample's, and deleted when the file is read again", () => {
  const whole = { key: "datasets/uid-of-furnace/w/a/table.parquet", sha256: "c".repeat(64), document: "w.a", fingerprint: FINGERPRINT };
  const dataset = { ...SAMPLED, status: { ...SAMPLED.status, whole } };
  const obsoleteTasks = [aTask("d-furnace-ingest-old-1", { kind: "check", table: "t", tableDocument: "d" })];
  const [sweep] = planDataset(dataset, pendingDatasetWork(dataset), { obsoleteTasks }, clock).actions;
  expect(sweep).toMatchObject({
    do: "sweep",
    keep: { objects: expect.arrayContaining(["datasets/uid-of-furnace/w/a"]), documents: expect.arrayContaining(["w.a"]) },
  });
  const changed = { ...dataset, spec: { ...dataset.spec, timezone: "Asia/Taipei" } };
  expect(planOf(changed, (need) => attemptsWith(need, { result: success(ingestOutput) })).status.whole).toBeUndefined();
});

test("garbage collection keeps the file, the joined rows, the table, the check, and the outputs of a running task", () => {
  const obsoleteTasks = [aTask("d-furnace-ingest-old-1", { kind: "check", table: "t", tableDocument: "d" })];
  const changed = { ...READY, spec: { ...READY.spec, sampling: "head" as const } };
  const need = pendingDatasetWork(changed);
  const attempts = { ...attemptsWith(need), obsoleteTasks };
  const plan = planDataset(changed, need, attempts, clock);
  expect(plan.actions).toEqual([
    {
      do: "sweep",
      tasks: ["d-furnace-ingest-old-1"],
      keep: {
        objects: [
          "uploads/furnace.csv",
          "datasets/uid-of-furnace/joins",
          "datasets/uid-of-furnace/t/a",
          attempts.latest!.task.outputPrefix,
        ],
        documents: ["t.a", "c.a", attempts.latest!.task.id],
      },
    },
  ]);
});

describe("the rows of a parsed table", () => {
  const parsedWith = (spec: Partial<Resource<"Dataset">["spec"]>, before: Partial<DatasetStatus> = {}) => {
    const { status } = planOf(aDataset({ spec, status: { ...before, phase: "preprocess" } }), (need) =>
      attemptsWith(need, { result: success(ingestOutput) }),
    );
    return status.table!;
  };
  const before = parsedWith({ columns: [{ name: "a", type: "s" }] });

  test.each<[string, Partial<Resource<"Dataset">["spec"]>, boolean]>([
    ["a new label", { columns: [{ name: "a", type: "s", label: "Heat" }] }, true],
    [
      "a label of another column",
      {
        columns: [
          { name: "b", label: "Heat" },
          { name: "a", type: "s" },
        ],
      },
      true,
    ],
    ["a hidden column", { columns: [{ name: "a", type: "s", hidden: true }] }, true],
    ["another type", { columns: [{ name: "a", type: "n" }] }, false],
    ["another sampling", { columns: [{ name: "a", type: "s" }], sampling: "tail" }, false],
    ["another time zone", { columns: [{ name: "a", type: "s" }], timezone: "Asia/Tokyo" }, false],
  ])("after %s", (_change, spec, isSame) => {
    const after = parsedWith(spec, { table: before });
    expect(after.fingerprint).not.toBe(before.fingerprint);
    expect(after.rowsFingerprint === before.rowsFingerprint).toBe(isSame);
  });

  test("the sample of a long file and all its rows have the same fingerprint", () => {
    const { status } = planOf(SAMPLED, (need) => attemptsWith(need, { result: success(ingestOutput) }));
    expect(status.whole?.rowsFingerprint).toBe(parsedWith({}).rowsFingerprint);
  });

  test("all rows of a long file have the same fingerprint after a new label, for which its sample is read again", () => {
    const wholeOf = (document: string, label?: string) => {
      const spec = { columns: [{ name: "a", type: "s" as const, label }] };
      const { fingerprint } = pendingDatasetWork(aDataset({ spec }));
      const table = { ...SAMPLED.status!.table!, document, fingerprint };
      const dataset = aDataset({ spec, status: { ...SAMPLED.status, table } });
      return planOf(dataset, (need) => attemptsWith(need, { result: success(ingestOutput) })).status.whole!;
    };
    const [before, after] = [wholeOf("t.a"), wholeOf("t.c", "Heat")];
    expect(after.fingerprint).not.toBe(before.fingerprint);
    expect(after.rowsFingerprint).toBe(before.rowsFingerprint);
  });
});
