import { type EvaluationModelStatus, effectiveSourceFile, type Resource } from "@agatha/contracts";
import { fingerprintOf, ingestTask } from "@agatha/contracts/tasks/fingerprint";
import { line, PARSED, planOf, references, statusWithLines, trained } from "../testing/evaluation-plans.js";
import { anEvaluation, aReadyDataset, sampled, withWhole } from "../testing/objects.js";
import type { ResolvedReferences } from "./evaluation-input.js";
import { pendingEvaluationWork } from "./pending-work.js";

type Evaluation = Resource<"Evaluation">;

test("rows of another dataset are used without a file, once they are parsed", () => {
  const spec = { testData: undefined, testDataset: "april" };
  const april = { ...aReadyDataset("g"), metadata: { ...aReadyDataset("g").metadata, name: "april" } };
  const plan = planOf({ evaluation: anEvaluation({ spec }), around: { inputDataset: april } });
  expect(plan.actions).toMatchObject([{ do: "start", input: { kind: "evaluate", table: april.status!.table!.key, sampling: "raw" } }]);
  const waiting = planOf({ evaluation: anEvaluation({ spec }), around: { inputDataset: { ...april, status: { phase: "preprocess" } } } });
  expect([waiting.actions, waiting.status.phase]).toEqual([[], "evaluating"]);
  expect(planOf({ evaluation: anEvaluation({ spec }) }).status).toMatchObject({ phase: "evaluating_fail", reason: "010401" });
});

describe("a comparison with a model of a time series", () => {
  const series = trained("series");
  const models = new Map([
    ["hardness", trained("hardness")],
    ["series", { ...series, spec: { ...series.spec, timeSeries: { time: "Day", lags: 2, horizon: 1 } } }],
  ]);

  test("all rows of a long dataset are used, once they have been read, and a sample without such a model", () => {
    const april = sampled({ ...aReadyDataset("g"), metadata: { ...aReadyDataset("g").metadata, name: "april" } });
    const evaluation = anEvaluation({ spec: { models: ["hardness", "series"], testData: undefined, testDataset: "april" } });
    const rowsOf = (around: Partial<ResolvedReferences>) => planOf({ evaluation, around }).actions;
    expect(rowsOf({ models, inputDataset: april })).toEqual([]);
    const whole = { table: withWhole(april).status!.whole!.key, tableDocument: "w.a", sampling: "raw" };
    expect(rowsOf({ models, inputDataset: withWhole(april) })).toMatchObject([{ input: whole }]);
    const sample = { table: april.status!.table!.key, sampling: "random" };
    expect(rowsOf({ inputDataset: withWhole(april) })).toMatchObject([{ input: sample }]);
  });

  test("all rows of a long file are used, by the models that were compared on a sample of them too", () => {
    const status = (lines: EvaluationModelStatus[]) => ({ table: { ...PARSED.table!, totalRows: 20_000 }, models: lines });
    const alone = pendingEvaluationWork(anEvaluation({ status: status([]) }), references());
    const before = status([line("hardness", { fingerprint: alone.lines.pending[0]!.fingerprint })]);
    expect(planOf({ evaluation: anEvaluation({ status: before }) }).actions).toEqual([]);
    const evaluation = anEvaluation({ spec: { models: ["hardness", "series"] }, status: before });
    expect(planOf({ evaluation, around: { models } }).actions).toMatchObject([
      { input: { sampling: "raw", models: [{ name: "hardness" }, { name: "series" }] } },
    ]);
  });

  const longFile = { ...PARSED, table: { ...PARSED.table!, totalRows: 20_000 } };
  const april = withWhole(sampled({ ...aReadyDataset("g"), metadata: { ...aReadyDataset("g").metadata, name: "april" } }));
  test.each([
    ["file", { spec: {}, status: longFile }, {}],
    ["dataset", { spec: { testData: undefined, testDataset: "april" } }, { inputDataset: april }],
  ])("figures of all rows of a long %s stay when the model of a time series is gone", (_kind, given, around) => {
    const compared = { ...given, spec: { ...given.spec, models: ["hardness", "series"] } };
    const started = planOf({ evaluation: anEvaluation(compared), around: { ...around, models } });
    expect(started).toMatchObject({ actions: [{ input: { sampling: "raw" } }], status: { sampling: "raw" } });
    const { lines } = pendingEvaluationWork(anEvaluation(compared), references({ ...around, models }));
    const done = lines.pending.map(({ fingerprint, task: { name } }) => line(name, { fingerprint }));
    const evaluation = anEvaluation({ ...compared, status: { ...started.status, models: done } });
    const { actions, status } = planOf({ evaluation, around });
    expect(actions).toEqual([]);
    expect(status).toMatchObject({ sampling: "raw", phase: "evaluating_finish" });
    expect(status.models).toContainEqual(done[0]);
  });

  test("figures of all rows of another dataset, or before a sample was chosen, are replaced by those of the sample", () => {
    const spec = { models: ["hardness"], testData: undefined, testDataset: "april" };
    const compared = anEvaluation({ spec: { ...spec, models: ["hardness", "series"] } });
    const { lines } = pendingEvaluationWork(compared, references({ inputDataset: april, models }));
    const done = lines.pending.map(({ fingerprint, task: { name } }) => line(name, { fingerprint }));
    const evaluation = anEvaluation({ spec, status: { ...statusWithLines(done), sampling: "raw" } });
    const may = { ...april, status: { ...april.status, fingerprint: "m", table: { ...april.status!.table!, fingerprint: "m" } } };
    const sample: Resource<"Dataset"> = { ...april, spec: { ...april.spec, sampling: "random" } };
    expect(planOf({ evaluation, around: { inputDataset: april } }).actions).toEqual([]);
    for (const inputDataset of [may, sample]) {
      expect(planOf({ evaluation, around: { inputDataset } }).actions).toMatchObject([{ input: { sampling: "random" } }]);
    }
  });
});

// @contract ready-means-ready
test("results stay while the operator has not seen a change that leaves the test rows as they are, such as a report that is asked for", () => {
  const base = aReadyDataset("g");
  const spec = { testData: undefined, testDataset: "april" };
  const fingerprint = fingerprintOf(ingestTask(base, effectiveSourceFile(base)!));
  const april = { ...aReadyDataset(fingerprint), metadata: { ...base.metadata, name: "april" } };
  const work = pendingEvaluationWork(anEvaluation({ spec }), references({ inputDataset: april }));
  const before = statusWithLines([line("hardness", { fingerprint: work.lines.pending[0]!.fingerprint })]);
  const changed = (more: Partial<Resource<"Dataset">["spec"]>) => ({
    ...april,
    metadata: { ...april.metadata, generation: 2 },
    spec: { ...april.spec, ...more },
  });
  const after = (inputDataset: Resource<"Dataset">) =>
    planOf({ evaluation: anEvaluation({ spec, status: before }), around: { inputDataset } });
  const reported = after(changed({ profiling: { request: "1" } }));
  expect([reported.actions, reported.status.models, reported.status.phase]).toEqual([[], before.models, "evaluating_finish"]);
  const reread = after(changed({ timezone: "Asia/Tokyo" }));
  expect([reread.actions, reread.status.phase]).toEqual([[], "evaluating"]);
});

test("test rows with an extraction are parsed once, and differ from the rows without it", () => {
  const spec = { useExtraction: true, extraction: "steps" };
  const { actions } = planOf({ evaluation: anEvaluation({ spec, status: statusWithLines([line("hardness")]) }) });
  expect(actions).toMatchObject([{ do: "start", input: { kind: "evaluate", extraction: "steps", models: [{ name: "hardness" }] } }]);
  const plain = planOf({
    evaluation: anEvaluation({ spec: { ...spec, useExtraction: false }, status: statusWithLines([line("hardness")]) }),
  });
  expect([plain.actions, plain.status.phase]).toEqual([[], "evaluating_finish"]);
});

test("rows of another dataset are compared again when the time zone of the extraction changes, and stay without an extraction", () => {
  const april = { ...aReadyDataset("g"), metadata: { ...aReadyDataset("g").metadata, name: "april" } };
  const spec = { testData: undefined, testDataset: "april", useExtraction: true, extraction: "steps" };
  const furnace = aReadyDataset("f");
  const abroad = { ...furnace, spec: { ...furnace.spec, timezone: "Asia/Tokyo" } };
  const afterChange = (changes: Partial<Evaluation["spec"]>) => {
    const compared = { spec: { ...spec, ...changes } };
    const { lines } = pendingEvaluationWork(anEvaluation(compared), references({ dataset: furnace, inputDataset: april }));
    const done = statusWithLines([line("hardness", { fingerprint: lines.pending[0]!.fingerprint })]);
    return planOf({ evaluation: anEvaluation({ ...compared, status: done }), around: { dataset: abroad, inputDataset: april } });
  };
  expect(afterChange({}).actions).toMatchObject([{ input: { kind: "evaluate", extraction: "steps", timezone: "Asia/Tokyo" } }]);
  expect(afterChange({ useExtraction: false })).toMatchObject({ actions: [], status: { phase: "evaluating_finish" } });
});
