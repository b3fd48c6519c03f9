import {
  type EvaluationModelStatus,
  type EvaluationResultDocument,
  type EvaluationStatus,
  effectiveSourceFile,
  evaluationStatus,
  FINALIZER,
  type Job,
  type Resource,
  type Task,
  type TaskResult,
} from "@agatha/contracts";
import { fingerprintOf, ingestTask } from "@agatha/contracts/tasks/fingerprint";
import type { Attempts } from "../tasks/attempts.js";
import {
  aModel,
  anEvaluation,
  aReadyDataset,
  aTask,
  clock,
  conditionSummaries,
  NOW,
  sampled,
  softDeleted,
  withWhole,
} from "../testing/objects.js";
import type { ResolvedReferences } from "./evaluation-input.js";
import { pendingEvaluationWork } from "./pending-work.js";
import { type ObservedState, planEvaluation } from "./plan.js";

type Evaluation = Resource<"Evaluation">;

const artifact = { key: "models/m/model.bin", sha256: "a".repeat(64), size: 1, info: "i", predictions: "models/m/p.json" };
const trained = (name: string, sha256 = "a".repeat(64)) => ({
  ...aModel({ metadata: { name }, status: { phase: "success", artifact: { ...artifact, sha256 } } }),
});
const references = (changes: Partial<ResolvedReferences> = {}): ResolvedReferences => ({
  dataset: aReadyDataset("f"),
  inputDataset: undefined,
  models: new Map([["hardness", trained("hardness")]]),
  ...changes,
});
const NOTHING: Attempts = { obsoleteTasks: [] };

/** Status of an evaluation whose file has been parsed. */
function parsed(evaluation: Evaluation): EvaluationStatus {
  const { input } = pendingEvaluationWork(evaluation, references());
  if (input.is !== "unparsed") throw new Error("the file is parsed");
  return {
    table: {
      key: "evaluations/e/t/a/table.parquet",
      sha256: "b".repeat(64),
      document: "t.a",
      totalRows: 50,
      fingerprint: input.fingerprint,
    },
  };
}
const PARSED = parsed(anEvaluation());
const line = (name: string, changes: Partial<EvaluationModelStatus> = {}): EvaluationModelStatus => {
  const models = new Map([[name, trained(name)]]);
  const { lines } = pendingEvaluationWork(anEvaluation({ spec: { models: [name] }, status: PARSED }), references({ models }));
  return {
    name,
    fingerprint: lines.pending[0]!.fingerprint,
    indicators: { R2: 0.5 },
    document: "d.a",
    result: `evaluations/e/${name}.json`,
    ...changes,
  };
};

const success = (output: unknown): TaskResult => ({ status: "success", attempt: "a", finishedAt: NOW, output });
const FAULT = { name: "extraValue", values: { line: "7", position: "3" } };
const refused: TaskResult = {
  status: "fail",
  attempt: "a",
  finishedAt: NOW,
  reason: "010407",
  message: "Damaged.",
  detail: [{ path: "line 7", message: "Damaged.", fault: FAULT }],
};
const INGESTED = success({
  table: { key: "evaluations/e/t/a/table.parquet", sha256: "b".repeat(64), size: 5 },
  document: "t.a",
  summary: { nrow: 50, totalRows: 50, columnCount: 2 },
});
const EVALUATED = success({
  document: "d.a",
  models: [{ name: "hardness", indicators: { R2: 0.5 }, result: "evaluations/e/hardness.json" }],
});
const schemaMismatch = (reason: string) => success({ document: "d.a", models: [{ name: "hardness", reason, message: "x: is missing" }] });

function attemptsWith(
  evaluation: Evaluation,
  { result, job, number = 1 }: { result?: TaskResult; job?: Partial<Job>; number?: number },
): Attempts {
  const { due } = pendingEvaluationWork(evaluation, references());
  const name = `${due?.taskNamePrefix}${number}`;
  const input: Task["input"] = { kind: "check", table: "t", tableDocument: "d" };
  return {
    latest: { number, task: aTask(name, input, result), job: { name, phase: "running", ...job } },
    firstCreatedAt: NOW,
    obsoleteTasks: [],
  };
}

interface Case {
  evaluation?: Evaluation;
  around?: Partial<ResolvedReferences>;
  attempts?: (evaluation: Evaluation) => Attempts;
  results?: EvaluationResultDocument[];
}

function planOf({ evaluation = anEvaluation(), around: changes = {}, attempts = () => NOTHING, results = [] }: Case) {
  const observed: ObservedState = {
    attempts: attempts(evaluation),
    training: { columns: [], decimal: null },
    resultDocuments: new Map(results.map((one) => [one.id, one])),
  };
  const resolved = references(changes);
  const pending = pendingEvaluationWork(evaluation, resolved);
  const plan = planEvaluation(evaluation, { references: resolved, pending, observed }, clock);
  const stored: unknown = JSON.parse(JSON.stringify(plan.status));
  expect(evaluationStatus.parse(stored)).toEqual(stored);
  return plan;
}

const statusWithLines = (lines: EvaluationModelStatus[]): EvaluationStatus => ({ ...PARSED, models: lines });

test.each<[string, Case, string[], Partial<EvaluationStatus>, string]>([
  ["it has no test data", { evaluation: anEvaluation({ spec: { testData: undefined } }) }, [], { phase: "init" }, "NoTestData"],
  [
    "it has a file, and is to wait",
    { evaluation: anEvaluation({ spec: { suspend: true } }) },
    [],
    { phase: "prepare_upload_finish" },
    "Suspended",
  ],
  ["it is started", {}, ["start ingest"], { phase: "evaluating", attempts: 1 }, "Evaluating"],
  [
    "it wants an extraction, and says not which",
    { evaluation: anEvaluation({ spec: { useExtraction: true } }) },
    [],
    { phase: "evaluating_fail", reason: "010201" },
    "InvalidInput",
  ],
  ["its dataset is gone", { around: { dataset: undefined } }, [], { phase: "evaluating_fail", reason: "010401" }, "DatasetNotFound"],
  [
    "its file is parsed",
    { attempts: (evaluation) => attemptsWith(evaluation, { result: INGESTED }) },
    [],
    { phase: "evaluating", table: PARSED.table! },
    "Waiting",
  ],
  [
    "its file cannot be parsed",
    { attempts: (evaluation) => attemptsWith(evaluation, { result: refused }) },
    [],
    { phase: "evaluating_fail", reason: "010407", message: "Damaged.", failed: PARSED.table!.fingerprint, fault: FAULT },
    "InvalidInput",
  ],
  [
    "its file could not be parsed before",
    {
      evaluation: anEvaluation({
        status: { phase: "evaluating_fail", failed: PARSED.table!.fingerprint, reason: "010407", message: "Damaged.", fault: FAULT },
      }),
    },
    [],
    { phase: "evaluating_fail", reason: "010407", message: "Damaged.", fault: FAULT },
    "InvalidInput",
  ],
  ["its rows are ready", { evaluation: anEvaluation({ status: PARSED }) }, ["start evaluate"], { phase: "evaluating" }, "Evaluating"],
  [
    "its model is still being trained",
    { evaluation: anEvaluation({ status: PARSED }), around: { models: new Map([["hardness", aModel({ status: { phase: "fitting" } })]]) } },
    [],
    { phase: "evaluating", models: [] },
    "Waiting",
  ],
  [
    "its only model is gone",
    { evaluation: anEvaluation({ status: PARSED }), around: { models: new Map() } },
    [],
    { phase: "evaluating_fail", reason: "010514" },
    "ModelNotFound",
  ],
  [
    "its model has answered",
    { evaluation: anEvaluation({ status: PARSED }), attempts: (evaluation) => attemptsWith(evaluation, { result: EVALUATED }) },
    [],
    { phase: "evaluating_finish", models: [line("hardness")] },
    "Evaluated",
  ],
  [
    "the columns do not match",
    {
      evaluation: anEvaluation({ status: PARSED }),
      attempts: (evaluation) => attemptsWith(evaluation, { result: schemaMismatch("010702") }),
    },
    [],
    { phase: "evaluating_fail", reason: "010702", message: "x: is missing" },
    "InvalidInput",
  ],
  [
    "the semi-labels do not match",
    {
      evaluation: anEvaluation({ status: PARSED }),
      attempts: (evaluation) => attemptsWith(evaluation, { result: schemaMismatch("010703") }),
    },
    [],
    { phase: "semilabel_check_fail", reason: "010703" },
    "InvalidInput",
  ],
  [
    "the comparison was out of memory for the third time",
    {
      evaluation: anEvaluation({ status: PARSED }),
      attempts: (evaluation) => attemptsWith(evaluation, { number: 3, job: { phase: "failed", failure: "OutOfMemory", finishedAt: NOW } }),
    },
    [],
    { phase: "evaluating_fail", reason: "OutOfMemory" },
    "OutOfMemory",
  ],
  [
    "it is finished",
    { evaluation: anEvaluation({ status: statusWithLines([line("hardness")]) }) },
    [],
    { phase: "evaluating_finish", models: [line("hardness")] },
    "Evaluated",
  ],
  [
    "one of its models is gone by now",
    { evaluation: anEvaluation({ spec: { models: ["gone", "hardness"] }, status: statusWithLines([line("hardness")]) }) },
    [],
    { phase: "evaluating_finish", models: [expect.objectContaining({ name: "gone", reason: "010514" }), line("hardness")] },
    "Evaluated",
  ],
  [
    "a model was trained anew",
    {
      evaluation: anEvaluation({ status: statusWithLines([line("hardness")]) }),
      around: { models: new Map([["hardness", trained("hardness", "c".repeat(64))]]) },
    },
    ["start evaluate"],
    { phase: "evaluating", models: [] },
    "Evaluating",
  ],
  [
    "another file was uploaded",
    {
      evaluation: anEvaluation({
        spec: { testData: { ...anEvaluation().spec.testData!, sha256: "f".repeat(64) } },
        status: statusWithLines([line("hardness")]),
      }),
    },
    ["start ingest"],
    { phase: "evaluating", models: [] },
    "Evaluating",
  ],
  [
    "it is finished, and its tasks are to be cleared away",
    {
      evaluation: anEvaluation({ status: statusWithLines([line("hardness")]) }),
      attempts: () => ({ obsoleteTasks: [attemptsWith(anEvaluation(), {}).latest!.task] }),
    },
    ["sweep"],
    { phase: "evaluating_finish" },
    "Evaluated",
  ],
])("plans an evaluation when %s", (_when, given, actions, status, ready) => {
  const plan = planOf(given);
  expect(plan.actions.map((action) => (action.do === "start" ? `start ${action.input.kind}` : action.do))).toEqual(actions);
  expect(plan.status).toMatchObject({ ...status, observedGeneration: 1 });
  expect(conditionSummaries(plan.status.conditions)).toEqual([`Ready=${ready === "Evaluated" ? "True" : "False"}/${ready}`]);
});

test("a model added later is the only one that is evaluated", () => {
  const models = new Map(["hardness", "second"].map((name) => [name, trained(name)]));
  const evaluation = anEvaluation({ spec: { models: ["second", "hardness"] }, status: statusWithLines([line("hardness")]) });
  const { actions, status } = planOf({ evaluation, around: { models } });
  const [start] = actions;
  expect(start?.do === "start" && start.input.kind === "evaluate" && start.input.models.map(({ name }) => name)).toEqual(["second"]);
  expect(status.models?.map(({ name }) => name)).toEqual(["hardness"]);
});

test("a model is evaluated again with another decision, and its task has it", () => {
  const decision = {
    labels: ["a", "b"],
    costs: [
      [0, 1],
      [3, 0],
    ],
  };
  const decided = { ...trained("hardness"), spec: { ...trained("hardness").spec, decision } };
  const evaluation = anEvaluation({ spec: { models: ["hardness"] }, status: statusWithLines([line("hardness")]) });
  const { actions } = planOf({ evaluation, around: { models: new Map([["hardness", decided]]) } });
  expect(actions).toMatchObject([{ do: "start", input: { models: [{ name: "hardness", decision }] } }]);
});

test("another limit needs no job: its figures exist already", () => {
  const choices = [
    { max_fpr: 0, threshold: 9, indicators: { true_positive: 0.2 } },
    { max_fpr: 0.1, threshold: 5, indicators: { true_positive: 0.8 } },
  ];
  const found = { indicators: { true_positive: 0.5 }, choices, rows: 3, warnings: [] };
  const results = [{ id: "d.a", version: 1, evaluationUid: "u", models: { hardness: found } }];
  const figuresOf = (maxFpr: number | undefined) => {
    const { actions, status } = planOf({
      evaluation: anEvaluation({ spec: { maxFpr }, status: statusWithLines([line("hardness")]) }),
      results,
    });
    expect(actions).toEqual([]);
    expect(status.maxFpr).toBe(maxFpr);
    return status.models?.[0]?.indicators?.true_positive;
  };
  expect([0.05, 0.3, undefined].map(figuresOf)).toEqual([0.2, 0.8, 0.5]);
});

test("a new file without a start clears the results and the parsed rows", () => {
  const testData = { ...anEvaluation().spec.testData!, sha256: "9".repeat(64) };
  const { status } = planOf({
    evaluation: anEvaluation({ spec: { suspend: true, testData }, status: statusWithLines([line("hardness")]) }),
  });
  expect(status).toMatchObject({ phase: "prepare_upload_finish", models: [] });
  expect(status).not.toHaveProperty("table");
});

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

test("known anomalies come from the model's semi-labeled column, or from the column that the evaluation names", () => {
  const detector = aModel({ spec: { type: "OCC", response: undefined, semilabel: "odd" }, status: { phase: "success", artifact } });
  const columnOf = (response?: string) => {
    const evaluation = anEvaluation({ spec: { ...(response && { response }) }, status: PARSED });
    const { pending } = pendingEvaluationWork(evaluation, references({ models: new Map([["hardness", detector]]) })).lines;
    return pending[0]?.task.actual;
  };
  expect([columnOf(), columnOf("label")]).toEqual(["odd", "label"]);
});

test("an evaluation without a finalizer and an owner gets both, in one write", () => {
  const evaluation = anEvaluation({ metadata: { finalizers: [], ownerReferences: [] } });
  expect(planOf({ evaluation }).actions[0]).toMatchObject({ do: "keep-metadata", ownerReferences: [{ kind: "Dataset", name: "furnace" }] });
  expect(planOf({ evaluation: anEvaluation({ metadata: { finalizers: [FINALIZER] } }) }).actions[0]?.do).toBe("start");
});

describe("deletion and restore", () => {
  const second = trained("second");
  const deleted = { ...second, metadata: softDeleted(second) };
  const two = (status: EvaluationStatus) => anEvaluation({ spec: { models: ["hardness", "second"] }, status });
  const models = (other: Resource<"Model">) => new Map([trained("hardness"), other].map((model) => [model.metadata.name, model]));
  const ids = (plan: ReturnType<typeof planOf>) => plan.actions.flatMap((action) => (action.do === "start" ? [action.input] : []));

  // @contract nothing-is-compared-on-or-asked-of
  test("a deleted model is not evaluated and is reported as deleted; after its restore it is evaluated", () => {
    const evaluation = two(statusWithLines([line("hardness")]));
    const plan = planOf({ evaluation, around: { models: models(deleted) } });
    expect(plan.actions).toEqual([]);
    expect(plan.status).toMatchObject({
      phase: "evaluating_finish",
      models: [{ indicators: { R2: 0.5 } }, { name: "second", reason: "010514" }],
    });
    const restored = planOf({ evaluation: two(plan.status), around: { models: models(second) } });
    expect(ids(restored)).toMatchObject([{ kind: "evaluate", models: [{ name: "second" }] }]);
  });

  test("a deleted model keeps its results", () => {
    const lines = [line("hardness"), line("second")];
    const plan = planOf({ evaluation: two(statusWithLines(lines)), around: { models: models(deleted) } });
    expect([plan.actions, plan.status.models, plan.status.phase]).toEqual([[], lines, "evaluating_finish"]);
  });

  const rows = aReadyDataset("rows");
  const inputDataset = { ...rows, metadata: softDeleted(rows) };
  const onDataset = (status?: EvaluationStatus) => anEvaluation({ spec: { testData: undefined, testDataset: "furnace" }, status });

  test("a deleted dataset with test rows is not used until it is restored", () => {
    const plan = planOf({ evaluation: onDataset(), around: { inputDataset } });
    expect([plan.actions, plan.status]).toMatchObject([[], { phase: "evaluating_fail", reason: "010401" }]);
    expect(ids(planOf({ evaluation: onDataset(plan.status), around: { inputDataset: rows } }))).toMatchObject([{ kind: "evaluate" }]);
  });

  // @contract nothing-is-compared-on-or-asked-of
  test("a deleted dataset of the evaluation preserves its status and ends its work, which resumes after the restore", () => {
    const status: EvaluationStatus = {
      ...statusWithLines([line("hardness")]),
      phase: "evaluating",
      task: "e-comparison-evaluate-x-1",
      attempts: 1,
    };
    const dataset = aReadyDataset("f");
    const running = aTask("e-comparison-evaluate-x-1", { kind: "check", table: "t", tableDocument: "d" });
    const gone = { dataset: { ...dataset, metadata: softDeleted(dataset) } };
    expect(pendingEvaluationWork(two(status), references(gone)).due).toBeUndefined();
    const plan = planOf({ evaluation: two(status), around: gone, attempts: () => ({ obsoleteTasks: [running] }) });
    expect([plan.actions, plan.status]).toMatchObject([[{ do: "sweep", tasks: [running.id] }], status]);
    expect(ids(planOf({ evaluation: two(plan.status), around: { models: models(second) } }))).toMatchObject([
      { models: [{ name: "second" }] },
    ]);
  });
});
