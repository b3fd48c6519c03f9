import { type Job, type ModelStatus, RETRY_ANNOTATION, type Resource } from "@agatha/contracts";
import {
  attemptsWith,
  CANCELLED,
  DATASET,
  NOTHING,
  pendingOf,
  planModelOf,
  planOf,
  refused,
  success,
  unready,
} from "../testing/model-plans.js";
import { allConditionSummaries, aModel, aReadyDataset, clock, NOW, softDeleted } from "../testing/objects.js";

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
    ["is not tried again in the trash", aModel({ status: failed, metadata: softDeleted(aModel()) }), aReadyDataset("another"), false],
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

  test("follows a request that was made in the trash once it is restored", () => {
    const asked = aModel({ status: failed, metadata: asking("1") });
    const deleted = planOf({ model: { ...asked, metadata: softDeleted(asked) }, dataset: DATASET });
    expect(deleted.actions).toEqual([]);
    expect(planOf({ model: { ...asked, status: deleted.status }, dataset: DATASET }).actions).toEqual(["start"]);
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
