import { API_VERSION, CANCEL_REASON_ANNOTATION, FINALIZER, type ModelStatus, type Resource } from "@agatha/contracts";
import { datasetReadiness } from "../dataset/readiness.js";
import {
  attemptsWith,
  CANCELLED,
  DATASET,
  INPUT,
  type ModelCase,
  NOTHING,
  output,
  planModelOf,
  planOf,
  refused,
  SUCCESS,
  success,
  unready,
} from "../testing/model-plans.js";
import { aModel, aReadyDataset, aTask, clock, conditionSummaries, NOW, sampled, softDeleted, withWhole } from "../testing/objects.js";
import { pendingTraining, planModel } from "./plan.js";

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

test("a search for settings ends before its training has to", () => {
  const tuning = { seconds: 34_560, candidates: 40 };
  const { actions } = planModelOf(aModel({ spec: { tuning } }), DATASET, NOTHING, clock);
  expect(actions[0]).toMatchObject({ do: "start", input: { model: { tuning: { seconds: 2880, candidates: 40 } } } });
});

test.each<[string, ModelCase, string[], Partial<ModelStatus>, string]>([
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
  ...(["TimeLimitReached", "AutoModelCancelled"] as const).map((reason): [string, ModelCase, string[], object, string] => [
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

test("the time of the API's last change is that of its enabling or disabling, and absent for a model that was never enabled", () => {
  const never = planOf({ model: aModel({ status: SUCCESS }) }).status;
  expect(never.apiUpdatedAt).toBeUndefined();
  const enabled = planOf({ model: aModel({ status: never, spec: { apiEnabled: true } }) }).status;
  expect(enabled.apiUpdatedAt).toBe(NOW);
  expect(conditionSummaries(enabled.conditions)).toContain("Published=True/Enabled");
  const later = { now: () => clock.now() + 1000 };
  const published = aModel({ status: enabled, spec: { apiEnabled: true } });
  const readiness = datasetReadiness(published, DATASET);
  const pending = pendingTraining(published, readiness);
  const expired = planModel(published, { readiness, pending, attempts: NOTHING, refusal: "expired" }, later).status;
  expect(conditionSummaries(expired.conditions)).toContain("Published=False/ContractExpired");
  expect(expired.apiUpdatedAt).toBe(NOW);
  const disabled = planModelOf(aModel({ status: expired }), DATASET, NOTHING, later).status;
  expect(disabled.apiUpdatedAt).toBe("2024-05-01T08:00:01.000Z");
});

test("a trained model whose dataset is in the trash is not ready, and is again once the dataset is restored", () => {
  const trained = planOf({ model: aModel({ status: SUCCESS }) }).status;
  const present = aModel({ status: trained });
  const inTrash = planOf({ model: present, dataset: { ...DATASET, metadata: softDeleted(DATASET) } }).status;
  expect(conditionSummaries(inTrash.conditions)).toEqual(expect.arrayContaining(["Trained=True/Trained", "Ready=False/DatasetDeleted"]));
  const restored = planOf({ model: aModel({ status: inTrash }) }).status;
  expect(conditionSummaries(restored.conditions)).toContain("Ready=True/Trained");
});

test("a trained model that was kept when its dataset was deleted is not ready, and is again once there is a dataset of its name", () => {
  const trained = planOf({ model: aModel({ status: SUCCESS }) }).status;
  const kept = aModel({ status: trained, metadata: { ownerReferences: [] } });
  const alone = planOf({ model: kept, dataset: undefined }).status;
  expect(conditionSummaries(alone.conditions)).toEqual(expect.arrayContaining(["Trained=True/Trained", "Ready=False/DatasetNotFound"]));
  expect(conditionSummaries(planOf({ model: aModel({ status: alone }) }).status.conditions)).toContain("Ready=True/Trained");
});

test("a model whose dataset is being deleted, and that has lost the reference to it, gets no other one: it is to be kept", () => {
  const deleting = { ...DATASET, metadata: { ...DATASET.metadata, deletionTimestamp: NOW } };
  const kept = aModel({ status: SUCCESS, metadata: { ownerReferences: [], finalizers: [FINALIZER] } });
  expect(planOf({ model: kept, dataset: deleting }).actions).toEqual([]);
  expect(planOf({ model: kept }).actions).toEqual(["keep-metadata"]);
});
