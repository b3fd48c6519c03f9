import { API_VERSION, autoModelCandidates, type ForecastErrorUnits, type ModelStatus, RETRY_ANNOTATION } from "@agatha/contracts";
import {
  type AutoModelCase,
  autoModelPlan,
  CANCELLED,
  DATASET,
  FAILED,
  FITTING,
  modelLine,
  startedStatus,
  success,
} from "../testing/auto-model-plans.js";
import { aModel, anAutoModel, clock, conditionSummaries, NOW } from "../testing/objects.js";
import { childModelName } from "./child-models.js";

const HOUR = 3_600_000;

const STOPPED: ModelStatus = { phase: "fitting_fail", reason: "TimeLimitReached", message: "The time limit was reached." };

describe("automatic training of models", () => {
  test.each<[string, AutoModelCase, string[], string[], string, string]>([
    ["begins as many as may be trained at once", {}, ["create c1", "create c2"], ["c1 init", "c2 init"], "fitting_processing", "Training"],
    [
      "waits while its dataset is being parsed",
      { observed: { readiness: { is: "waiting", dataset: DATASET, reason: "DatasetNotReady", message: "" }, modelType: undefined } },
      [],
      [],
      "fitting_processing",
      "DatasetNotReady",
    ],
    [
      "fails when its dataset has failed",
      { observed: { readiness: { is: "failed", dataset: DATASET, reason: "010407", message: "Damaged." } } },
      [],
      [],
      "fitting_fail",
      "InvalidInput",
    ],
    [
      "fails for a response that cannot be predicted",
      { observed: { modelType: { code: "010503", path: "response", message: "the dataset has no column a" } } },
      [],
      [],
      "fitting_fail",
      "InvalidInput",
    ],
    ["that is cancelled before it began has no model", { metadata: CANCELLED }, [], [], "fitting_fail", "Cancelled"],
    [
      "waits for what is trained",
      { status: startedStatus(modelLine("c1", "init"), modelLine("c2", "init")), members: { c1: FITTING, c2: FITTING } },
      [],
      ["c1 fitting", "c2 fitting"],
      "fitting_processing",
      "Training",
    ],
    [
      "goes on when a model is done, and knows a model whose line was lost",
      { status: startedStatus(modelLine("c1", "fitting")), members: { c1: success(4), c2: FITTING } },
      ["create c3"],
      ["c1 success", "c2 fitting", "c3 init"],
      "fitting_processing",
      "Training",
    ],
    [
      "does not make anew what somebody has deleted",
      { status: startedStatus(modelLine("c1", "fitting"), modelLine("c2", "fitting")), members: { c2: FITTING } },
      ["create c3"],
      ["c1 fail", "c2 fitting", "c3 init"],
      "fitting_processing",
      "Training",
    ],
    [
      "tries no more models than its limit",
      {
        spec: { limits: { models: 2, seconds: 600, parallel: 4 } },
        status: startedStatus(modelLine("c1", "fitting"), modelLine("c2", "fitting")),
        members: { c1: success(4), c2: FITTING },
      },
      [],
      ["c1 success", "c2 fitting"],
      "fitting_processing",
      "Training",
    ],
    [
      "cancels what is trained, and begins nothing more, when its time is over",
      {
        status: startedStatus(modelLine("c1", "fitting"), modelLine("c2", "fitting")),
        members: { c1: success(4), c2: FITTING },
        now: clock.now() + HOUR,
      },
      ["cancel-model c2"],
      ["c1 success", "c2 fitting"],
      "fitting_processing",
      "Training",
    ],
    [
      "does so too when it is cancelled",
      {
        metadata: CANCELLED,
        status: startedStatus(modelLine("c1", "fitting"), modelLine("c2", "fitting")),
        members: { c1: FITTING, c2: FITTING },
      },
      ["cancel-model c1", "cancel-model c2"],
      ["c1 fitting", "c2 fitting"],
      "fitting_processing",
      "Training",
    ],
    [
      "that is cancelled counts what is finished",
      {
        metadata: CANCELLED,
        status: startedStatus(modelLine("c1", "fitting"), modelLine("c2", "fitting")),
        members: { c1: success(4), c2: { phase: "fitting_fail", reason: "AutoModelCancelled", message: "…" } },
      },
      [],
      ["c1 success", "c2 fitting_fail"],
      "fitting_finished",
      "Cancelled",
    ],
    [
      "is finished when all are done, the best first",
      { status: startedStatus(), members: { c1: success(4), c2: success(2), c3: FAILED, c4: success(3) } },
      [],
      ["c2 success", "c4 success", "c1 success", "c3 fitting_fail"],
      "fitting_finished",
      "Ranked",
    ],
    [
      "that reaches its time limit counts what is finished",
      {
        status: startedStatus(modelLine("c1", "fitting"), modelLine("c2", "fitting")),
        members: { c1: success(4), c2: STOPPED },
        now: clock.now() + HOUR,
      },
      [],
      ["c1 success", "c2 fitting_fail"],
      "fitting_finished",
      "TimeLimitReached",
    ],
    [
      "has failed when no model could be trained",
      { status: startedStatus(), members: { c1: FAILED, c2: FAILED, c3: FAILED, c4: FAILED } },
      [],
      ["c1 fitting_fail", "c2 fitting_fail", "c3 fitting_fail", "c4 fitting_fail"],
      "fitting_fail",
      "InvalidInput",
    ],
    [
      "that is finished stays so, whatever becomes of its models",
      {
        status: {
          ...startedStatus(modelLine("c1", "success", 4)),
          phase: "fitting_finished",
          conditions: [{ type: "Ready", status: "True", reason: "Ranked", message: "", lastTransitionTime: NOW }],
        },
      },
      [],
      ["c1 success"],
      "fitting_finished",
      "Ranked",
    ],
  ])("an automatic training: %s", (_what, given, actions, lines, phase, ready) => {
    const plan = autoModelPlan(given);
    expect(plan.actions).toEqual(actions);
    expect(plan.lines).toEqual(lines);
    expect(plan.status).toMatchObject({ phase, observedGeneration: 1 });
    expect(conditionSummaries(plan.status.conditions)[0]).toMatch(new RegExp(`^Ready=(True|False)/${ready}$`));
  });

  test("states why it has no model: the error of a model, lack of time, or that somebody cancelled each of them", () => {
    const reasonOf = (...ends: ModelStatus[]) => {
      const members = Object.fromEntries(["c1", "c2", "c3", "c4"].map((slot, i) => [slot, ends[i % ends.length]!]));
      return autoModelPlan({ status: startedStatus(), members }).status.reason;
    };
    const cancelled: ModelStatus = { phase: "fitting_fail", reason: "Cancelled", message: "The training was cancelled." };
    const late: ModelStatus = { phase: "fitting_fail", reason: "DeadlineExceeded", message: "It took longer." };
    expect(reasonOf(STOPPED, cancelled, FAILED, late)).toBe("010802");
    expect(reasonOf(STOPPED, cancelled, late)).toBe("DeadlineExceeded");
    expect(reasonOf(STOPPED, cancelled)).toBe("TimeLimitReached");
    expect(reasonOf(cancelled)).toBe("ModelsCancelled");
  });

  describe("a model that failed at an earlier time than the present try began", () => {
    const EARLIER = { ...FAILED, finishedAt: new Date(clock.now() - 5 * 60_000).toISOString() };
    const SEEN = { ...EARLIER, retried: NOW };
    const over = { now: clock.now() + HOUR };

    test.each<[string, AutoModelCase, string[], string]>([
      [
        "has failed in the first try: the trainer's clock was behind",
        { status: startedStatus(), members: { c1: EARLIER } },
        [],
        "fitting_fail",
      ],
      [
        "is trained again in another try",
        { status: { ...startedStatus(), isRetry: true }, members: { c1: EARLIER } },
        ["retry-model c1"],
        "fitting_processing",
      ],
      [
        "is trained again once, even if it fails again at an earlier time",
        { status: { ...startedStatus(), isRetry: true }, members: { c1: SEEN } },
        [],
        "fitting_fail",
      ],
    ])("%s", (_what, given, actions, phase) => {
      const plan = autoModelPlan({ ...given, ...over });
      expect([plan.actions, plan.status.phase]).toEqual([actions, phase]);
    });

    test("is asked for again by the try that a request begins", () => {
      const status = { ...startedStatus(), phase: "fitting_fail" as const };
      const requested = { annotations: { [RETRY_ANNOTATION]: "1" } };
      const { actions, status: begun } = autoModelPlan({ status, metadata: requested, members: { c1: EARLIER } });
      expect(actions).toContain("retry-model c1");
      expect(begun).toMatchObject({ phase: "fitting_processing", isRetry: true, startedAt: NOW });
    });
  });

  test("tells when and with which words it failed", () => {
    const all = { c1: FAILED, c2: FAILED, c3: FAILED, c4: FAILED };
    expect(autoModelPlan({ status: startedStatus(), members: all }).status).toMatchObject({
      reason: "010802",
      message: "Nothing varies.",
      finishedAt: NOW,
    });
    const late = autoModelPlan({ status: startedStatus(modelLine("c1", "fitting_fail")), now: clock.now() + HOUR });
    expect(late.status).toMatchObject({ reason: "TimeLimitReached", message: expect.stringContaining("time limit") });
  });

  test("an automatic training counts its time from its first model, even if the status with the start is lost", () => {
    const lost = autoModelPlan({ status: undefined, members: { c1: FITTING, c2: FITTING }, now: clock.now() + HOUR });
    expect(lost.status.startedAt).toBe(NOW);
    expect(lost.actions).toEqual(["cancel-model c2"]);
  });

  test("goes on with its models after a restore, which gives it another uid", () => {
    const status = startedStatus(modelLine("c1", "fitting"), modelLine("c2", "fitting"));
    const { name } = modelLine("c1", "fitting");
    const childModels = new Map([[name, aModel({ metadata: { name }, status: success(4) })]]);
    const restored = autoModelPlan({ metadata: { uid: "uid-after-the-restore" }, status, observed: { childModels } });
    expect(restored.lines).toEqual(["c1 success", "c2 fail", "c3 init", "c4 init"]);
    expect(restored.status.bestModel).toBe(name);
  });

  test("trains its failed models again when it is asked to after a restore, and creates none in their place", () => {
    const lines = [modelLine("c1", "fitting_fail"), modelLine("c2", "fitting_fail")];
    const ended = { ...FAILED, finishedAt: new Date(clock.now() - 5 * 60_000).toISOString() };
    const restored = autoModelPlan({
      metadata: { uid: "uid-after-the-restore", annotations: { [RETRY_ANNOTATION]: "1" } },
      status: { ...startedStatus(...lines), phase: "fitting_fail" },
      observed: { childModels: new Map(lines.map(({ name }) => [name, aModel({ metadata: { name }, status: ended })])) },
    });
    expect(restored.actions).toEqual(["retry-model c1", "retry-model c2"]);
    expect(restored.status.models).toEqual(lines.map(({ name, slot }) => ({ name, slot, phase: "init" })));
  });

  test("requeues for the end of its time at the latest", () => {
    const limits = { models: 20, seconds: 60, parallel: 2 };
    expect(autoModelPlan({ spec: { limits } }).requeueAfter).toBe(30_000);
    const late = autoModelPlan({
      spec: { limits },
      status: startedStatus(modelLine("c1", "fitting")),
      members: { c1: FITTING },
      now: clock.now() + 55_000,
    });
    expect(late.requeueAfter).toBe(5_000);
  });

  test("an automatic training creates models that it owns, under names derived from it, which leave out leaks unless columns are named", () => {
    const [first] = autoModelPlan({ spec: { semilabel: undefined, seed: 7, maxFpr: 0.5 } }).made;
    const owner = { apiVersion: API_VERSION, kind: "AutoModel", name: "search", uid: "uid-of-search", controller: true };
    expect(first?.metadata.ownerReferences).toEqual([owner]);
    expect(first).toMatchObject({
      spec: { owner: "u1", datasetRef: "furnace", response: "Hardness", type: "REGRESSION", seed: 7, maxFpr: 0.5, leaveOutLeaks: true },
    });
    expect(autoModelPlan({}).made[0]?.metadata.name).toBe(first?.metadata.name);
    expect(autoModelPlan({ spec: { extraction: "steps" } }).made[0]?.spec.extraction).toBe("steps");
    const named = autoModelPlan({ spec: { columns: ["a"] } }).made[0]?.spec;
    expect([named?.columns, named?.leaveOutLeaks]).toEqual([["a"], undefined]);
  });

  test("lets each of its models use, run and wait as it says itself", () => {
    const resources = {
      memoryMiB: 4096,
      cpus: 1,
      deadlineSeconds: 900,
      queueName: "night",
      priorityClassName: "low",
      nodeSelector: { gpu: "yes" },
    };
    expect(autoModelPlan({ spec: { resources } }).made.map(({ spec }) => spec.resources)).toEqual([resources, resources]);
  });

  test("validates models of a response and outlier detectors by the rows that belong together, unless the request says otherwise", () => {
    const validationOf = (spec: Parameters<typeof autoModelPlan>[0]["spec"]) => autoModelPlan({ spec }).made[0]?.spec.validation;
    expect(validationOf({})).toEqual({ rows: "auto" });
    const ofType = (type: "OCC" | "CLUSTERING") => autoModelPlan({ observed: { modelType: type } }).made[0]?.spec.validation;
    expect(ofType("OCC")).toEqual({ rows: "auto" });
    expect(ofType("CLUSTERING")).toBeUndefined();
    expect(validationOf({ validation: { rows: "groups", groupColumns: ["batch"] } })).toEqual({ rows: "groups", groupColumns: ["batch"] });
    expect(validationOf({ timeSeries: { time: "day", lags: 1, horizon: 1 } })).toBeUndefined();
  });

  test("gets a finalizer and its dataset as its owner", () => {
    const plan = autoModelPlan({ metadata: { finalizers: [], ownerReferences: [] } });
    expect(plan.actions[0]).toBe("keep-metadata");
  });
});

// @contract of-a-batch-all-models-are-enabled
describe("a finished automatic training", () => {
  const members = { c1: success(4), c2: success(2), c3: FAILED, c4: success(3) };
  const leftOut = [{ column: "twin", reason: "twin alone explains all" }];

  test.each<[string, AutoModelCase, string[], string]>([
    ["nothing is enabled by itself", {}, [], "Enabled=False/Manual"],
    ["the first is enabled", { spec: { enabling: "first" } }, ["enable-model c2"], "Enabled=True/Enabled"],
    [
      "all that were trained are enabled, the best first",
      { spec: { enabling: "all" } },
      ["enable-model c2", "enable-model c4", "enable-model c1"],
      "Enabled=True/Enabled",
    ],
    [
      "as many are enabled as the limit allows",
      { spec: { enabling: "all" }, observed: { quota: 2 } },
      ["enable-model c2", "enable-model c4"],
      "Enabled=True/LimitReached",
    ],
    ["none is enabled where there is no room", { spec: { enabling: "first" }, observed: { quota: 0 } }, [], "Enabled=False/LimitReached"],
    [
      "none is enabled of an owner whose contract is over",
      { spec: { enabling: "all" }, observed: { licenceExpired: true } },
      [],
      "Enabled=False/ContractExpired",
    ],
    [
      "none is enabled that uses an empty column",
      { spec: { enabling: "first" }, observed: { emptyColumnsByModel: new Map([[childModelName(anAutoModel(), "c2"), ["void"]]]) } },
      [],
      "Enabled=False/EmptyColumn",
    ],
  ])("enables models by mode, limits and columns: %s", (_what, given, actions, condition) => {
    const plan = autoModelPlan({ ...given, status: startedStatus(), members });
    expect(plan.actions).toEqual(actions);
    expect(conditionSummaries(plan.status.conditions)).toContain(condition);
  });

  test.each<[string, AutoModelCase, string[], string, string]>([
    ["the best of the others is chosen", { deleted: ["c2"] }, ["c4", "c1", "c3", "c2"], "c4", "Enabled=False/Manual"],
    [
      "the best of the others is enabled",
      { deleted: ["c2"], spec: { enabling: "first" } },
      ["c4", "c1", "c3", "c2"],
      "c4",
      "Enabled=True/Enabled",
    ],
    [
      "all others are enabled",
      { deleted: ["c2", "c4"], spec: { enabling: "all" } },
      ["c1", "c3", "c2", "c4"],
      "c1",
      "Enabled=True/Enabled",
    ],
    [
      "none is enabled where none is left",
      { deleted: ["c1", "c2", "c4"], spec: { enabling: "all" } },
      ["c2", "c4", "c1", "c3"],
      "c2",
      "Enabled=False/ModelsDeleted",
    ],
  ])("of models that were deleted meanwhile: %s", (_what, given, slots, best, condition) => {
    const { status, actions, autoModel } = autoModelPlan({ ...given, status: startedStatus(), members });
    expect(status.bestModel).toBe(childModelName(autoModel, best));
    expect(status.models?.map(({ slot }) => slot)).toEqual(slots);
    expect(conditionSummaries(status.conditions)).toContain(condition);
    expect(actions).toEqual(condition.startsWith("Enabled=True") ? [`enable-model ${best}`] : []);
  });

  test("only models that learned from the rows after the dataset's last change are ranked", () => {
    const of = (RMSE: number, datasetFingerprint: string | undefined, minute: number): ModelStatus => ({
      ...success(RMSE),
      startedAt: `2024-05-01T07:0${minute}:00.000Z`,
      ...(datasetFingerprint && { datasetFingerprint }),
    });
    const changed = { c1: of(1, "random", 1), c2: of(4, "tail", 3), c3: of(3, "tail", 4), c4: of(2, undefined, 2) };
    const { status, actions } = autoModelPlan({ spec: { enabling: "all" }, status: startedStatus(), members: changed });
    expect(status.models?.map(({ slot }) => slot)).toEqual(["c3", "c2", "c1", "c4"]);
    expect(status.models?.map(({ earlierRows }) => earlierRows)).toEqual([undefined, undefined, true, true]);
    expect(actions).toEqual(["enable-model c3", "enable-model c2"]);
  });

  test("models that learned from the dataset's present table are ranked, even if a job on the one before began last", () => {
    const of = (RMSE: number, datasetFingerprint: string, minute: number): ModelStatus => ({
      ...success(RMSE),
      startedAt: `2024-05-01T07:0${minute}:00.000Z`,
      datasetFingerprint,
    });
    const present = DATASET.status!.table!.fingerprint;
    const late = { c1: of(1, "before", 5), c2: of(4, present, 2), c3: of(3, present, 3), c4: of(2, "before", 1) };
    const { status } = autoModelPlan({ status: startedStatus(), members: late });
    expect(status.models?.map(({ slot }) => slot)).toEqual(["c3", "c2", "c1", "c4"]);
  });

  test("models that learned before a new label or a hidden column are ranked: their rows are the same", () => {
    const of = (RMSE: number, datasetFingerprint: string, minute: number): ModelStatus => ({
      ...success(RMSE),
      startedAt: `2024-05-01T07:0${minute}:00.000Z`,
      datasetFingerprint,
      rowsFingerprint: "rows",
    });
    const relabelled = { c1: of(1, "before", 1), c2: of(2, "before", 2), c3: of(8, "labelled", 3), c4: of(9, "labelled", 4) };
    const { status, actions } = autoModelPlan({ spec: { enabling: "first" }, status: startedStatus(), members: relabelled });
    expect(status.models?.map(({ slot }) => slot)).toEqual(["c1", "c2", "c3", "c4"]);
    expect(status.models?.some(({ earlierRows }) => earlierRows)).toBe(false);
    expect(actions).toEqual(["enable-model c1"]);
  });

  test("a model that was deleted is not the best so far", () => {
    const running = { c1: success(4), c2: success(2), c3: FITTING };
    const { status, autoModel } = autoModelPlan({ status: startedStatus(), members: running, deleted: ["c2"] });
    expect(status).toMatchObject({ phase: "fitting_processing", bestModel: childModelName(autoModel, "c1") });
  });

  test("the status lists the columns that the best model left out, unless the automatic training names columns", () => {
    const observed = { excludedColumns: new Map([[childModelName(anAutoModel(), "c2"), leftOut]]) };
    expect(autoModelPlan({ status: startedStatus(), members, observed }).status.leftOut).toEqual(leftOut);
    expect(autoModelPlan({ status: startedStatus(), members, observed, spec: { columns: ["a"] } }).status.leftOut).toBeUndefined();
  });
});

test("the best model's figure is corrected for the choice, and ties are told", () => {
  const nameOf = (slot: string) => childModelName(anAutoModel(), slot);
  const figures = (RMSE: number) => {
    const list = Array.from({ length: 200 }, (_, b) => RMSE + (b % 10) / 10);
    return { rows: "a", groups: 20, figures: { RMSE: { inBag: list, outOfBag: list.map((one) => one + 1) } } };
  };
  const { status } = autoModelPlan({
    status: startedStatus(modelLine("c1", "success", 4), modelLine("c2", "success", 4), modelLine("c3", "success", 9)),
    members: { c1: { ...success(4), intervals: { RMSE: { lower: 3.5, upper: 4.7 } } }, c2: success(4), c3: success(9) },
    now: clock.now() + HOUR,
    observed: {
      resamples: new Map([
        [nameOf("c1"), figures(4)],
        [nameOf("c2"), figures(4)],
        [nameOf("c3"), figures(9)],
      ]),
    },
  });
  expect(status).toMatchObject({ phase: "fitting_finished", expected: { indicator: "RMSE", models: 3 } });
  expect(status.expected?.value).toBeCloseTo(5.45, 10);
  expect(status.expected?.interval?.lower).toBeCloseTo(4.95, 10);
  expect(status.expected?.interval?.upper).toBeCloseTo(6.15, 10);
  expect(status.models?.map(({ tied = false }) => tied)).toEqual([false, true, false]);
});

test("forecasts whose errors differ by no more than chance are told as ties, and no figure is corrected", () => {
  const nameOf = (slot: string) => childModelName(anAutoModel(), slot);
  const forecasts = (MASE: number): ModelStatus => ({ phase: "success", indicators: { MASE, RMSE: 1 }, heldOutRows: 40 });
  const errors = (MASE: number): ForecastErrorUnits => {
    const sums = Array.from({ length: 40 }, (_, start) => MASE + (((start + 1) * (10 * MASE + 3) * 7919) % 20) / 100 - 0.1);
    return { by: "starts", periods: 100, length: 1, keys: [...sums.keys()], weights: sums.map(() => 1), sums };
  };
  const figures = { rows: "a", groups: 5, figures: {} };
  const slots = { c1: 1, c2: 1.01, c3: 1.5 };
  const { status } = autoModelPlan({
    spec: { timeSeries: { time: "day", lags: 1, horizon: 1 } },
    status: startedStatus(),
    members: Object.fromEntries(Object.entries(slots).map(([slot, MASE]) => [slot, forecasts(MASE)])),
    now: clock.now() + HOUR,
    observed: {
      resamples: new Map(Object.keys(slots).map((slot) => [nameOf(slot), figures])),
      forecastErrors: new Map(Object.entries(slots).map(([slot, MASE]) => [nameOf(slot), errors(MASE)])),
    },
  });
  expect(status.expected).toMatchObject({ indicator: "MASE", models: 3 });
  expect(status.expected!.value).toBeGreaterThan(1);
  expect(status.models?.map(({ slot, tied = false }) => [slot, tied])).toEqual([
    ["c1", false],
    ["c2", true],
    ["c3", false],
  ]);
});

test("methods that the time limit left untried are told", () => {
  const all = autoModelCandidates({ mode: "AUTO_MINIMUM", clusters: [] }, "REGRESSION", 1000).map(({ method }) => method);
  const quickest = `c${all.indexOf("GLM") + 1}`;
  const { status } = autoModelPlan({
    spec: { mode: "AUTO_MINIMUM", candidates: undefined },
    status: startedStatus(modelLine(quickest, "success", 4)),
    members: { [quickest]: success(4) },
    now: clock.now() + HOUR,
  });
  expect(status.phase).toBe("fitting_finished");
  expect(status.notTried).toEqual(all.filter((method) => method !== "GLM"));
});

test("models are told whether the time limit or the user ended them", () => {
  const reasons = (given: AutoModelCase) =>
    autoModelPlan({ status: startedStatus(), members: { c1: success(4), c2: FITTING }, ...given }).planned.flatMap((action) =>
      action.do === "cancel-model" ? [action.reason] : [],
    );
  expect(reasons({ now: clock.now() + HOUR })).toEqual(["TimeLimitReached"]);
  expect(reasons({ metadata: CANCELLED })).toEqual(["AutoModelCancelled"]);
});

// @contract the-time-limit-leaves-the-quickest
test("a time limit that is over before anything began leaves the quickest model of each kind, and ends no such training", () => {
  const timeSeries = { time: "day", lags: 1, horizon: 1 };
  const spec: AutoModelCase["spec"] = {
    mode: "AUTO_REGRESSION",
    candidates: undefined,
    timeSeries,
    limits: { models: 20, seconds: 10, parallel: 2 },
  };
  const late: AutoModelCase = { spec, status: startedStatus(), now: clock.now() + HOUR };
  const { actions, made } = autoModelPlan(late);
  expect(made.map(({ spec: { layers } }) => layers)).toEqual([[{ nodes: [{ algorithm: "SNaive" }] }], [{ nodes: [{ algorithm: "GLM" }] }]]);
  const members = Object.fromEntries(actions.map((action) => [action.replace("create ", ""), FITTING]));
  expect(autoModelPlan({ ...late, members }).actions).toEqual([]);
});

test.each([
  ["the inputs that the data propose", {}, "proposed"],
  ["what the request chooses", { lagInputs: "recent" as const }, "recent"],
])("models of lags see %s", (_what, chosen, lagInputs) => {
  const timeSeries = { time: "day", lags: 2, horizon: 3, ...chosen };
  const { made } = autoModelPlan({ spec: { mode: "AUTO_REGRESSION", timeSeries } });
  expect(made.map(({ spec }) => spec.timeSeries)).toEqual(made.map(() => ({ ...timeSeries, lagInputs })));
  expect(made.length).toBeGreaterThan(0);
});

test.each<[string, number, object, string]>([
  ["one short series, which is nearly as quick", 120, {}, "ETS"],
  ["a long series", 5000, {}, "SNaive"],
  ["several series", 120, { series: "shop" }, "SNaive"],
])("the quickest forecaster is that of %s", (_what, nrow, several, algorithm) => {
  const spec: AutoModelCase["spec"] = { mode: "AUTO_REGRESSION", timeSeries: { time: "day", lags: 1, horizon: 1, ...several } };
  const dataset = { ...DATASET, status: { ...DATASET.status, nrow } };
  const { made } = autoModelPlan({ spec, observed: { readiness: { is: "ready", dataset } } });
  expect(made[0]?.spec.layers[0]?.nodes[0]?.algorithm).toBe(algorithm);
});

// @contract the-time-limit-leaves-the-quickest
test("models that the time limit stopped or cut short, or that somebody cancelled, are told", () => {
  const cancelled: ModelStatus = { phase: "fitting_fail", reason: "Cancelled", message: "The training was cancelled." };
  const cutShort = new Set([childModelName(anAutoModel(), "c1")]);
  const members = { c1: success(4), c2: STOPPED, c3: FAILED, c4: cancelled };
  const { status } = autoModelPlan({ status: startedStatus(), members, now: clock.now() + HOUR, observed: { cutShort } });
  expect(status.phase).toBe("fitting_finished");
  expect(status.models?.map(({ slot, endedEarly }) => [slot, endedEarly])).toEqual([
    ["c1", "cut_short"],
    ["c2", "stopped"],
    ["c3", undefined],
    ["c4", "cancelled"],
  ]);
});
