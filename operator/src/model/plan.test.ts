import {
  API_VERSION,
  CANCEL_ANNOTATION,
  CANCEL_REASON_ANNOTATION,
  type Clock,
  FINALIZER,
  type Job,
  type ModelStatus,
  modelStatus,
  RETRY_ANNOTATION,
  type Resource,
  type TaskResult,
} from "@agatha/contracts";
import { pendingDatasetWork } from "../dataset/plan.js";
import { datasetReadiness } from "../dataset/readiness.js";
import type { Attempts } from "../tasks/attempts.js";
import {
  aDataset,
  allConditionSummaries,
  aModel,
  aReadyDataset,
  aTask,
  clock,
  conditionSummaries,
  NOW,
  sampled,
  withWhole,
} from "../testing/objects.js";
import { pendingTraining, planModel } from "./plan.js";

const DATASET = aReadyDataset(pendingDatasetWork(aDataset()).fingerprint);
const NOTHING: Attempts = { obsoleteTasks: [] };
const CANCELLED = { annotations: { [CANCEL_ANNOTATION]: "true" } };
const output = {
  artifact: { key: "models/uid-of-hardness/t/a/model.bin", sha256: "d".repeat(64), size: 10 },
  info: "t.a",
  predictions: "models/uid-of-hardness/t/a/predictions.json",
  indicators: { RMSE: 4, R2: null },
  trainIndicators: { RMSE: 1 },
  baseline: { RMSE: 9 },
  heldOutRows: 20,
};
const success: TaskResult = { status: "success", attempt: "a", finishedAt: "2024-05-01T09:00:00.000Z", output };
const refused: TaskResult = { status: "fail", attempt: "a", finishedAt: NOW, reason: "010503", message: "No such column.", detail: [] };
const SUCCESS: ModelStatus = {
  phase: "success",
  fingerprint: "whatever",
  artifact: { ...output.artifact, info: "t.a", predictions: output.predictions },
};

const INPUT = {
  kind: "train",
  table: DATASET.status!.table!.key,
  tableDocument: "t.a",
  sampling: "raw",
  timezone: "UTC",
  model: aModel().spec,
} as const;

const pendingOf = (model: Resource<"Model">, dataset: Resource<"Dataset"> | undefined = DATASET) =>
  pendingTraining(model, datasetReadiness(model, dataset));

function attemptsWith({ result, job, number = 1 }: { result?: TaskResult; job?: Partial<Job> | undefined; number?: number }): Attempts {
  const name = `${pendingOf(aModel()).taskNamePrefix}${number}`;
  return {
    latest: { number, task: aTask(name, INPUT, result), job: { name, phase: "running", ...job } },
    firstCreatedAt: NOW,
    obsoleteTasks: [],
  };
}

interface Case {
  model?: Resource<"Model">;
  dataset?: Resource<"Dataset"> | undefined;
  attempts?: Attempts;
}

function planModelOf(model: Resource<"Model">, dataset: Resource<"Dataset"> | undefined, attempts: Attempts, at: Clock) {
  const readiness = datasetReadiness(model, dataset);
  return planModel(model, { readiness, pending: pendingTraining(model, readiness), attempts }, at);
}

function planOf({ model = aModel(), attempts = NOTHING, ...rest }: Case) {
  const plan = planModelOf(model, "dataset" in rest ? rest.dataset : DATASET, attempts, clock);
  expect(modelStatus.parse(plan.status)).toEqual(plan.status);
  return { ...plan, actions: plan.actions.map((action) => action.do) };
}

const SERIES = aModel({ spec: { timeSeries: { time: "Day", lags: 2, horizon: 1 } } });
const SAMPLED = sampled(DATASET);
const WHOLE = withWhole(SAMPLED).status!.whole!;

test.each<[string, Resource<"Model">, Resource<"Dataset">, object | undefined]>([
  ["the sample in use, though all rows are there", aModel(), withWhole(SAMPLED), { table: INPUT.table, sampling: "random" }],
  ["the sample in use, before all rows are there", aModel(), SAMPLED, { table: INPUT.table, sampling: "random" }],
  ["nothing as a time series while only a sample is there", SERIES, SAMPLED, undefined],
  [
    "all rows as a time series, which has no rhythm in a sample",
    SERIES,
    withWhole(SAMPLED),
    { table: WHOLE.key, tableDocument: "w.a", sampling: "raw" },
  ],
  ["all rows of a short table as a time series", SERIES, DATASET, { table: INPUT.table, sampling: "raw" }],
])("a model learns from %s", (_what, model, dataset, input) => {
  const { actions, status } = planModelOf(model, dataset, NOTHING, clock);
  const [start] = actions;
  if (input === undefined) expect([actions, status.phase]).toEqual([[], "init"]);
  else expect(start).toMatchObject({ do: "start", input });
});

const unready = (status: Resource<"Dataset">["status"]) => aDataset({ status: { observedGeneration: 1, ...status } });

test.each<[string, Case, string[], Partial<ModelStatus>, string]>([
  ["its dataset is ready", {}, ["start"], { phase: "fitting", attempts: 1 }, "Training"],
  ["its dataset is being parsed", { dataset: unready({ phase: "preprocess" }) }, [], { phase: "init" }, "DatasetNotReady"],
  [
    "its dataset's change was not seen yet",
    { dataset: { ...DATASET, metadata: { ...DATASET.metadata, generation: 2 } } },
    [],
    { phase: "init" },
    "DatasetNotReady",
  ],
  [
    "its dataset cannot be parsed",
    { dataset: unready({ phase: "preprocess_fail", reason: "010407", message: "Damaged." }) },
    [],
    { phase: "fitting_fail", reason: "010407", message: "The dataset could not be read. Damaged." },
    "InvalidInput",
  ],
  ["its dataset is gone", { dataset: undefined }, [], { phase: "fitting_fail", reason: "010401" }, "DatasetNotFound"],
  [
    "its dataset is not there yet",
    { model: aModel({ metadata: { ownerReferences: [] } }), dataset: undefined },
    [],
    { phase: "init" },
    "DatasetNotFound",
  ],
  [
    "another dataset has the name of its own by now",
    { dataset: { ...DATASET, metadata: { ...DATASET.metadata, uid: "other" } } },
    [],
    { phase: "fitting_fail", reason: "010401" },
    "DatasetNotFound",
  ],
  ["it is being trained", { attempts: attemptsWith({}) }, [], { phase: "fitting", attempts: 1 }, "Training"],
  ["its dataset goes while it is being trained", { dataset: undefined, attempts: attemptsWith({}) }, [], { phase: "fitting" }, "Training"],
  [
    "it is trained",
    { attempts: attemptsWith({ result: success, number: 2 }) },
    [],
    {
      phase: "success",
      attempts: 2,
      startedAt: NOW,
      finishedAt: "2024-05-01T09:00:00.000Z",
      indicators: { RMSE: 4, R2: null },
      trainIndicators: { RMSE: 1 },
      baseline: { RMSE: 9 },
      heldOutRows: 20,
      artifact: { ...output.artifact, info: "t.a", predictions: output.predictions },
      datasetFingerprint: DATASET.status!.table!.fingerprint,
    },
    "Trained",
  ],
  [
    "it cannot be trained",
    { attempts: attemptsWith({ result: refused }) },
    [],
    { phase: "fitting_fail", reason: "010503", message: "No such column." },
    "InvalidInput",
  ],
  [
    "its job broke off",
    { attempts: attemptsWith({ job: { phase: "failed", failure: "Error", finishedAt: NOW } }) },
    [],
    { phase: "fitting", attempts: 1, message: "Attempt 1 broke off (Error). The next one starts in a moment." },
    "Retrying",
  ],
  [
    "its job broke off a while ago",
    { attempts: attemptsWith({ job: { phase: "failed", failure: "Error", finishedAt: "2024-05-01T07:59:00.000Z" } }) },
    ["start"],
    { phase: "fitting", attempts: 2, message: "Attempt 1 broke off (Error). The next one starts in a moment." },
    "Retrying",
  ],
  [
    "its job was out of memory for the third time",
    { attempts: attemptsWith({ number: 3, job: { phase: "failed", failure: "OutOfMemory", finishedAt: NOW } }) },
    [],
    { phase: "fitting_fail", reason: "OutOfMemory", attempts: 3 },
    "OutOfMemory",
  ],
  [
    "it is cancelled before it began",
    { model: aModel({ metadata: CANCELLED }) },
    [],
    { phase: "fitting_fail", reason: "Cancelled" },
    "Cancelled",
  ],
  ...(["TimeLimitReached", "AutoModelCancelled"] as const).map((reason): [string, Case, string[], object, string] => [
    `its automatic training ended it: ${reason}`,
    { model: aModel({ metadata: { annotations: { ...CANCELLED.annotations, [CANCEL_REASON_ANNOTATION]: reason } } }) },
    [],
    { phase: "fitting_fail", reason, message: expect.stringMatching(/^The (time limit of the )?automatic training/) },
    reason,
  ]),
  [
    "it is cancelled while it is being trained",
    { model: aModel({ metadata: CANCELLED }), attempts: attemptsWith({}) },
    ["cancel"],
    { phase: "fitting_fail", reason: "Cancelled", finishedAt: NOW },
    "Cancelled",
  ],
  [
    "it is cancelled, and its job is gone by now",
    { model: aModel({ metadata: CANCELLED }), attempts: attemptsWith({ job: { phase: "failed", failure: "Cancelled", finishedAt: NOW } }) },
    ["cancel"],
    { phase: "fitting_fail", reason: "Cancelled" },
    "Cancelled",
  ],
  [
    "it is cancelled, and its job is gone after the last attempt",
    {
      model: aModel({ metadata: CANCELLED }),
      attempts: attemptsWith({ number: 3, job: { phase: "failed", failure: "Cancelled", finishedAt: NOW } }),
    },
    ["cancel"],
    { phase: "fitting_fail", reason: "Cancelled" },
    "Cancelled",
  ],
  [
    "somebody else ended the job of each attempt",
    { attempts: attemptsWith({ number: 3, job: { phase: "failed", failure: "Cancelled", finishedAt: NOW } }) },
    [],
    { phase: "fitting_fail", reason: "EndedFromOutside" },
    "EndedFromOutside",
  ],
  [
    "it is cancelled too late",
    { model: aModel({ metadata: CANCELLED }), attempts: attemptsWith({ result: success }) },
    [],
    { phase: "success" },
    "Trained",
  ],
  ["it is finished, and nothing else is left of the training", { model: aModel({ status: SUCCESS }) }, [], SUCCESS, "Trained"],
  ["it is finished, and its dataset is gone", { model: aModel({ status: SUCCESS }), dataset: undefined }, [], SUCCESS, "Trained"],
  [
    "it is finished, and its training is to be cleared away",
    { model: aModel({ status: SUCCESS }), attempts: { obsoleteTasks: [aTask("m-hardness-train-0-1", INPUT)] } },
    ["sweep"],
    SUCCESS,
    "Trained",
  ],
  // @contract a-model-is-init-fitting-then-success
])("plans a model when %s", (_when, given, actions, status, ready) => {
  const plan = planOf(given);
  expect(plan.actions).toEqual(actions);
  expect(plan.status).toMatchObject({ ...status, observedGeneration: 1 });
  expect(conditionSummaries(plan.status.conditions)[1]).toBe(`Ready=${ready === "Trained" ? "True" : "False"}/${ready}`);
});

test.each<[string, ModelStatus["phase"], Partial<Resource<"Model">["spec"]>, boolean]>([
  [
    "a finished model is not trained again, whatever is changed",
    "success",
    { seed: 2, resources: { memoryMiB: 4096, cpus: 1, deadlineSeconds: 60 } },
    false,
  ],
  ["a failed one is not for a new name", "fitting_fail", { displayName: "Other" }, false],
  ["nor for being enabled", "fitting_fail", { apiEnabled: true }, false],
  ["a failed one is when it may use more memory", "fitting_fail", { resources: { memoryMiB: 4096, cpus: 2, deadlineSeconds: 3600 } }, true],
  ["a running one goes on under its new name", "fitting", { displayName: "Other" }, true],
])("retraining after a change of spec: %s", (_rule, phase, changes, due) => {
  const { fingerprint, taskNamePrefix } = pendingOf(aModel());
  const changed = pendingOf(aModel({ status: { phase, fingerprint, attempts: 3 }, spec: changes }));
  expect(changed.taskNamePrefix !== undefined).toBe(due);
  if (phase === "fitting") expect(changed.taskNamePrefix).toBe(taskNamePrefix);
});

describe("a failed training", () => {
  const { fingerprint } = pendingOf(aModel());
  const table = DATASET.status!.table!.fingerprint;
  const failed: ModelStatus = {
    phase: "fitting_fail",
    fingerprint,
    attempts: 3,
    datasetFingerprint: table,
    reason: "010503",
    finishedAt: NOW,
  };
  const asking = (request: string) => ({ annotations: { [RETRY_ANNOTATION]: request } });

  test.each<[string, Resource<"Model">, Resource<"Dataset">, boolean]>([
    ["stays failed while nothing changes", aModel({ status: failed }), DATASET, false],
    ["is tried again when its dataset has another table", aModel({ status: failed }), aReadyDataset("another"), true],
    ["is tried again when it is annotated", aModel({ status: failed, metadata: asking("1") }), DATASET, true],
    ["is not tried again for the same annotation", aModel({ status: { ...failed, retried: "1" }, metadata: asking("1") }), DATASET, false],
    ["is tried again for another annotation", aModel({ status: { ...failed, retried: "1" }, metadata: asking("2") }), DATASET, true],
    [
      "is tried again when the dataset that failed it is ready",
      aModel({ status: { phase: "fitting_fail", fingerprint, reason: "010407", finishedAt: NOW } }),
      DATASET,
      true,
    ],
    [
      "that was cancelled stays so",
      aModel({
        status: { ...failed, reason: "Cancelled" },
        metadata: { annotations: { ...CANCELLED.annotations, ...asking("1").annotations } },
      }),
      DATASET,
      false,
    ],
    ["goes on when its cancellation is withdrawn", aModel({ status: { ...failed, reason: "Cancelled" } }), DATASET, true],
  ])("%s", (_rule, model, dataset, due) => {
    expect(pendingOf(model, dataset).taskNamePrefix !== undefined).toBe(due);
    const plan = planOf({ model, dataset });
    expect(plan.actions).toEqual(due ? ["start"] : []);
    if (due) expect(plan.status).toMatchObject({ phase: "fitting", attempts: 1 });
  });

  test("a failed training for a dataset that has failed is planned the same each time: at rest nothing is written", () => {
    const broken = unready({ phase: "preprocess_fail", reason: "010407", message: "Damaged." });
    const { status } = planOf({ dataset: broken });
    const later = { now: () => clock.now() + 60_000 };
    expect(planModelOf(aModel({ status }), broken, NOTHING, later).status).toEqual(status);
  });
});

test("a model whose job waits for its turn says so, and why", () => {
  const job: Partial<Job> = { phase: "queued", reason: "Unschedulable", message: "0/1 nodes are available: 1 Insufficient memory." };
  const { conditions } = planOf({ attempts: attemptsWith({ job }) }).status;
  expect(allConditionSummaries(conditions)).toEqual(
    expect.arrayContaining(["Trained=False/Queued", "Ready=False/Queued", "Queued=True/Unschedulable"]),
  );
  expect(conditions?.find(({ type }) => type === "Ready")?.message).toBe(`Since ${NOW}: ${job.message}`);
  expect(allConditionSummaries(planOf({ attempts: attemptsWith({}) }).status.conditions)).toContain("Queued=False/NotWaiting");
});

describe("start time of a training", () => {
  const startedAt = "2024-05-01T08:30:00.000Z";

  test("the start time is absent while the job is queued", () => {
    expect(planOf({ attempts: attemptsWith({ job: { phase: "queued" } }) }).status.startedAt).toBeUndefined();
  });

  test("the start time is that at which the job started to run", () => {
    expect(planOf({ attempts: attemptsWith({ job: { startedAt } }) }).status.startedAt).toBe(startedAt);
    expect(planOf({ attempts: attemptsWith({ job: { startedAt }, result: success }) }).status.startedAt).toBe(startedAt);
    expect(planOf({ attempts: attemptsWith({ job: { startedAt }, result: refused }) }).status.startedAt).toBe(startedAt);
  });

  test("the start time is kept if the job is deleted before its result is read", () => {
    const { fingerprint } = pendingOf(aModel());
    const model = aModel({ status: { phase: "fitting", fingerprint, startedAt } });
    const { latest, ...rest } = attemptsWith({ result: success });
    expect(planOf({ model, attempts: { ...rest, latest: { ...latest!, job: undefined } } }).status.startedAt).toBe(startedAt);
  });
});

test("a failed model that is retried has no data of the first training", () => {
  const ended: ModelStatus = {
    phase: "fitting_fail",
    fingerprint: "other",
    reason: "OutOfMemory",
    message: "More memory.",
    attempts: 3,
    startedAt: "2024-01-01T00:00:00.000Z",
    finishedAt: "2024-01-01T00:01:00.000Z",
  };
  const { status } = planOf({ model: aModel({ status: ended }) });
  expect(status).toMatchObject({ phase: "fitting", attempts: 1 });
  expect([status.reason, status.message, status.startedAt, status.finishedAt]).toEqual([undefined, undefined, undefined, undefined]);
});

test("a model without a finalizer and an owner gets both, in one write", () => {
  const { metadata } = aModel({ metadata: { finalizers: [], ownerReferences: [] } });
  const plan = planModelOf({ ...aModel(), metadata }, DATASET, NOTHING, clock);
  const dataset = { apiVersion: API_VERSION, kind: "Dataset", name: "furnace", uid: "uid-of-furnace", controller: true };
  expect(plan.actions[0]).toEqual({ do: "keep-metadata", ownerReferences: [dataset] });
});

test("a model that another program's object controls gets its dataset as an owner beside the controller, as an object has one at most", () => {
  const controller = { apiVersion: "kro.run/v1alpha1", kind: "FurnaceStack", name: "stack", uid: "uid-of-stack", controller: true };
  const { metadata } = aModel({ metadata: { ownerReferences: [controller] } });
  const plan = planModelOf({ ...aModel(), metadata }, DATASET, NOTHING, clock);
  const dataset = { apiVersion: API_VERSION, kind: "Dataset", name: "furnace", uid: "uid-of-furnace", controller: false };
  expect(plan.actions[0]).toEqual({ do: "keep-metadata", ownerReferences: [controller, dataset] });
});

test("a model without its dataset keeps its finalizer, for cleaning up", () => {
  expect(planOf({ model: aModel({ metadata: { finalizers: [] } }), dataset: undefined }).actions).toEqual(["keep-metadata"]);
  expect(planOf({ model: aModel({ metadata: { finalizers: [FINALIZER] } }), dataset: undefined }).actions).toEqual([]);
});

test("a trained model keeps the fingerprint of its rows", () => {
  const dataset = aReadyDataset("read");
  dataset.status!.table!.rowsFingerprint = "rows";
  const { status } = planOf({ dataset, attempts: attemptsWith({ result: success }) });
  expect(status).toMatchObject({ datasetFingerprint: "read", rowsFingerprint: "rows" });
});

test("the table's fingerprint is absent if the dataset has another table by now", () => {
  const other = aReadyDataset("new");
  other.status!.table!.key = "datasets/uid-of-furnace/t/z/table.parquet";
  expect(planOf({ dataset: other, attempts: attemptsWith({ result: success }) }).status.datasetFingerprint).toBeUndefined();
});

test("the time of the API's last change is that of the condition, and absent for a model that was never enabled", () => {
  const never = planOf({ model: aModel({ status: SUCCESS }) }).status;
  expect(never.apiUpdatedAt).toBeUndefined();
  const enabled = planOf({ model: aModel({ status: never, spec: { apiEnabled: true } }) }).status;
  expect(enabled.apiUpdatedAt).toBe(NOW);
  expect(conditionSummaries(enabled.conditions)).toContain("Published=True/Enabled");
  const later = { now: () => clock.now() + 1000 };
  const disabled = planModelOf(aModel({ status: enabled }), DATASET, NOTHING, later).status;
  expect(disabled.apiUpdatedAt).toBe("2024-05-01T08:00:01.000Z");
});
