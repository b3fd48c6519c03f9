import {
  type CalculationStatus,
  COLLECTIONS,
  calculationStatus,
  FINALIZER,
  type Job,
  optimizationRequest,
  type Resource,
  type SamplingMethod,
  type TaskResult,
} from "@agatha/contracts";
import { documentsReadBy } from "../task-documents/task-references.js";
import type { Attempts } from "../tasks/attempts.js";
import {
  aCalculation,
  aDataset,
  aModel,
  aReadyDataset,
  aTask,
  clock,
  conditionSummaries,
  NOW,
  sampled,
  softDeleted,
  withWhole,
} from "../testing/objects.js";
import type { ResolvedReferences } from "./input.js";
import { calculationTaskNamePrefix, planCalculation, timeToLive } from "./plan.js";

const TRAINED = aModel({
  status: {
    phase: "success",
    artifact: { key: "models/m/model.bin", sha256: "a".repeat(64), size: 1, info: "i", predictions: "models/m/p.json" },
  },
});
const READY: ResolvedReferences = { model: TRAINED, dataset: aReadyDataset("f"), others: new Map() };
const NOTHING: Attempts = { obsoleteTasks: [] };
const INPUT = { kind: "predict", model: "models/m/model.bin", rows: { records: "uploads/rows" } } as const;
const output = { result: { key: "calculations/c/t/a/result.json", sha256: "d".repeat(64), size: 10 }, rows: 3 };
const success: TaskResult = { status: "success", attempt: "a", finishedAt: NOW, output };
const refused: TaskResult = { status: "fail", attempt: "a", finishedAt: NOW, reason: "010902", message: "No column x.", detail: [] };

function attemptsWith({ result, job, number = 1 }: { result?: TaskResult; job?: Partial<Job>; number?: number }): Attempts {
  const name = `${calculationTaskNamePrefix(aCalculation())}${number}`;
  return {
    latest: { number, task: aTask(name, INPUT, result), job: { name, phase: "running", ...job } },
    firstCreatedAt: NOW,
    obsoleteTasks: [],
  };
}

interface Case {
  calculation?: Resource<"Calculation">;
  asked?: Partial<ResolvedReferences>;
  attempts?: Attempts;
}

function planOf({ calculation = aCalculation(), asked = {}, attempts = NOTHING }: Case) {
  const plan = planCalculation(
    calculation,
    { references: { ...READY, ...asked }, attempts, taskNamePrefix: calculationTaskNamePrefix(calculation) },
    clock,
  );
  expect(calculationStatus.parse(plan.status)).toEqual(plan.status);
  return plan;
}

const ofDataset = aCalculation({ spec: { rows: undefined, datasetRef: "furnace" } });
const ofTwoModels = aCalculation({
  spec: {
    type: "optimization",
    rows: undefined,
    optimization: optimizationRequest.parse({ target: { goal: "max" }, goals: [{ goal: "min", model: "wear" }] }),
  },
});
const DONE: CalculationStatus = { phase: "success", finishedAt: NOW, result: output.result.key };

test.each<[string, Case, string[], Partial<CalculationStatus>, string]>([
  ["its model is trained", {}, ["start"], { phase: "is_processed", attempts: 1 }, "Ready=False/Calculating"],
  ["its model is being trained", { asked: { model: aModel() } }, [], { phase: "is_processed" }, "Ready=False/ModelNotReady"],
  [
    "its model cannot be trained",
    { asked: { model: aModel({ status: { phase: "fitting_fail", message: "No such column." } }) } },
    [],
    { phase: "fail", reason: "010517", message: "The model hardness was not trained. No such column." },
    "Ready=False/ModelNotReady",
  ],
  [
    "another model that a goal asks is being trained",
    { calculation: ofTwoModels, asked: { others: new Map([["wear", aModel()]]) } },
    [],
    { phase: "is_processed" },
    "Ready=False/ModelNotReady",
  ],
  [
    "another model that a goal asks is of another dataset",
    { calculation: ofTwoModels, asked: { others: new Map([["wear", { ...TRAINED, spec: { ...TRAINED.spec, datasetRef: "mill" } }]]) } },
    [],
    { phase: "fail", reason: "010514" },
    "Ready=False/ModelNotFound",
  ],
  ["its model is not there", { asked: { model: undefined } }, [], { phase: "is_processed" }, "Ready=False/ModelNotFound"],
  [
    "its model was deleted",
    { asked: { model: { ...TRAINED, metadata: softDeleted(TRAINED) } } },
    [],
    { phase: "fail", reason: "010514" },
    "Ready=False/ModelNotFound",
  ],
  [
    "the dataset was deleted",
    { calculation: ofDataset, asked: { dataset: { ...READY.dataset!, metadata: softDeleted(READY.dataset!) } } },
    [],
    { phase: "fail", reason: "010401" },
    "Ready=False/DatasetNotFound",
  ],
  ["the rows are a dataset's", { calculation: ofDataset }, ["start"], { phase: "is_processed" }, "Ready=False/Calculating"],
  [
    "the dataset is being parsed",
    { calculation: ofDataset, asked: { dataset: aDataset() } },
    [],
    { phase: "is_processed" },
    "Ready=False/DatasetNotReady",
  ],
  [
    "the dataset is not there",
    { calculation: ofDataset, asked: { dataset: undefined } },
    [],
    { phase: "is_processed" },
    "Ready=False/DatasetNotFound",
  ],
  [
    "it is done",
    { attempts: attemptsWith({ result: success }) },
    [],
    { phase: "success", rows: 3, result: output.result.key, finishedAt: NOW },
    "Ready=True/Calculated",
  ],
  [
    "it is done, and its model gone since",
    { attempts: attemptsWith({ result: success }), asked: { model: undefined } },
    [],
    { phase: "success" },
    "Ready=True/Calculated",
  ],
  ["it is refused", { attempts: attemptsWith({ result: refused }) }, [], { phase: "fail", reason: "010902" }, "Ready=False/InvalidInput"],
  [
    "its job broke off",
    { attempts: attemptsWith({ job: { phase: "failed", failure: "Evicted", finishedAt: NOW } }) },
    [],
    { phase: "is_processed", message: "Attempt 1 broke off (Evicted). The next one starts in a moment." },
    "Ready=False/Retrying",
  ],
  [
    "it is over, and its job to be cleared away",
    { calculation: aCalculation({ status: DONE }), attempts: { obsoleteTasks: [aTask("c-tomorrow-predict-0-1", INPUT)] } },
    ["sweep"],
    DONE,
    "Ready=True/Calculated",
  ],
  [
    "it has no finalizer yet",
    { calculation: aCalculation({ metadata: { finalizers: [] } }) },
    ["keep-metadata", "start"],
    {},
    "Ready=False/Calculating",
  ],
  // @contract nothing-is-compared-on-or-asked-of
])("plans a calculation when %s", (_when, given, actions, status, ready) => {
  const plan = planOf(given);
  expect(plan.actions.map((action) => action.do)).toEqual(actions);
  expect(plan.status).toMatchObject({ ...status, observedGeneration: 1 });
  expect(conditionSummaries(plan.status.conditions)).toEqual([ready]);
});

test("a calculation on a dataset uses its rows", () => {
  expect(planOf({ calculation: ofDataset }).actions[0]).toMatchObject({
    input: { kind: "predict", model: "models/m/model.bin", rows: { table: READY.dataset!.status!.table!.key, sampling: "raw" } },
  });
});

test("a calculation on a dataset, whose rows are in memory at once, gets the memory that reading a table gets", () => {
  expect(planOf({ calculation: ofDataset }).actions[0]).toMatchObject({ limits: { memoryMiB: 2048 } });
  expect(planOf({}).actions[0]).toMatchObject({ limits: { memoryMiB: 1024 } });
});

test("all rows of a long dataset are predicted, once they have been read, unless its owner chose a sample", () => {
  const series = { ...TRAINED, spec: { ...TRAINED.spec, timeSeries: { time: "Day", lags: 2, horizon: 1 } } };
  const dataset = sampled(READY.dataset!);
  const rowsOf = (asked: Partial<ResolvedReferences>) => planOf({ calculation: ofDataset, asked }).actions;
  const all = [{ input: { rows: { table: withWhole(dataset).status!.whole!.key, tableDocument: "w.a", sampling: "raw" } } }];
  const chosen = (sampling: SamplingMethod) => ({ ...dataset, spec: { ...dataset.spec, sampling } });
  for (const model of [TRAINED, series]) {
    expect(rowsOf({ model, dataset })).toEqual([]);
    expect(rowsOf({ model, dataset: withWhole(dataset) })).toMatchObject(all);
  }
  expect(rowsOf({ dataset: chosen("random") })).toMatchObject([
    { input: { rows: { table: dataset.status!.table!.key, sampling: "random" } } },
  ]);
  expect(rowsOf({ dataset: withWhole(chosen("tail")) })).toMatchObject([{ input: { rows: { sampling: "tail" } } }]);
  expect(rowsOf({ model: series, dataset: withWhole(chosen("random")) })).toMatchObject(all);
});

test("a calculation goes by the decision of its model", () => {
  const decision = {
    labels: ["a", "b"],
    costs: [
      [0, 1],
      [3, 0],
    ],
  };
  const model = { ...TRAINED, spec: { ...TRAINED.spec, decision } };
  for (const calculation of [aCalculation(), ofDataset]) {
    expect(planOf({ calculation, asked: { model } }).actions).toMatchObject([{ input: { kind: "predict", decision } }]);
  }
});

test("a calculation with an extraction uses the rows after its steps", () => {
  const extracted = aCalculation({ spec: { rows: undefined, datasetRef: "furnace", extraction: "steps" } });
  expect(planOf({ calculation: extracted }).actions[0]).toMatchObject({
    input: { rows: { extraction: { id: "steps", timezone: "UTC" } } },
  });
});

test("a calculation created with kubectl becomes owned by its model", () => {
  const plan = planOf({ calculation: aCalculation({ metadata: { finalizers: [FINALIZER], ownerReferences: [] } }) });
  expect(plan.actions[0]).toMatchObject({ do: "keep-metadata", ownerReferences: [{ kind: "Model", name: "hardness" }] });
});

test("a finished calculation is requeued for its expiry, and an unfinished one never expires", () => {
  const over = aCalculation({ status: DONE });
  const lifetime = over.spec.ttlSecondsAfterFinished * 1000;
  expect(planOf({ calculation: over }).requeueAfter).toBe(lifetime);
  expect(timeToLive(over, clock.now() + lifetime)).toBe(0);
  expect(timeToLive(aCalculation(), clock.now() + lifetime)).toBeUndefined();
});

test("a search over two models gets the artifacts of both, and may read the edit steps that made their rows", () => {
  const edited = (extraction: string) => ({ ...TRAINED, spec: { ...TRAINED.spec, extraction } });
  const asked = { model: edited("e".repeat(24)), others: new Map([["wear", edited("f".repeat(24))]]) };
  const plan = planOf({ calculation: ofTwoModels, asked });
  const artifact = "models/m/model.bin";
  const start = plan.actions.find((action) => action.do === "start");
  expect(start?.input).toMatchObject({
    kind: "optimize",
    model: artifact,
    extraction: "e".repeat(24),
    others: [{ name: "wear", artifact, extraction: "f".repeat(24) }],
  });
  expect(documentsReadBy(start!.input)).toEqual(["e", "f"].map((digit) => `${COLLECTIONS.editSteps.name}/${digit.repeat(24)}`));
});
