import type { DatasetStatus, Resource } from "@agatha/contracts";
import { attemptsWith, FINGERPRINT, ingestOutput, planOf, READY, SAMPLED, success } from "../testing/dataset-plans.js";
import { aDataset, aTask, clock, conditionSummaries } from "../testing/objects.js";
import { pendingDatasetWork, planDataset } from "./plan.js";

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
