import type { ForecastErrorUnits, ModelStatus } from "@agatha/contracts";
import {
  type AutoModelCase,
  autoModelPlan,
  DATASET,
  FAILED,
  FITTING,
  HOUR,
  startedStatus,
  success,
  trialIn,
} from "../testing/auto-model-plans.js";
import { anAutoModel, clock, conditionSummaries } from "../testing/objects.js";
import { childModelName } from "./child-models.js";

// @contract of-a-batch-all-models-are-enabled
describe("a finished automatic training", () => {
  const childModels = { c1: success(4), c2: success(2), c3: FAILED, c4: success(3) };
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
    const plan = autoModelPlan({ ...given, status: startedStatus(), childModels });
    expect(plan.actions).toEqual(actions);
    expect(conditionSummaries(plan.status.conditions)).toContain(condition);
  });

  test.each<[string, AutoModelCase, number, string[], string]>([
    ["the best takes no place that another has", { spec: { enabling: "first" } }, 1, [], "Enabled=False/LimitReached"],
    ["the best takes a place that is left", { spec: { enabling: "first" } }, 2, ["enable-model c2"], "Enabled=True/Enabled"],
    [
      "the published one stays beside the best others",
      { spec: { enabling: "all" } },
      2,
      ["enable-model c2", "enable-model c1"],
      "Enabled=True/LimitReached",
    ],
  ])("a model that a manager has published meanwhile counts: %s", (_what, { spec }, quota, actions, condition) => {
    const plan = autoModelPlan({ spec, status: startedStatus(), childModels, published: ["c1"], observed: { quota } });
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
    const { status, actions, autoModel } = autoModelPlan({ ...given, status: startedStatus(), childModels });
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
    const { status, actions } = autoModelPlan({ spec: { enabling: "all" }, status: startedStatus(), childModels: changed });
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
    const { status } = autoModelPlan({ status: startedStatus(), childModels: late });
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
    const { status, actions } = autoModelPlan({ spec: { enabling: "first" }, status: startedStatus(), childModels: relabelled });
    expect(status.models?.map(({ slot }) => slot)).toEqual(["c1", "c2", "c3", "c4"]);
    expect(status.models?.some(({ earlierRows }) => earlierRows)).toBe(false);
    expect(actions).toEqual(["enable-model c1"]);
  });

  test("only models that held out rows of the same kind as most are ranked", () => {
    const of = (RMSE: number, minute: number, heldOutBy: ModelStatus["heldOutBy"]): ModelStatus => ({
      ...success(RMSE),
      startedAt: `2024-05-01T07:0${minute}:00.000Z`,
      rowsFingerprint: "rows",
      heldOutBy,
    });
    const groups = (...groupColumns: string[]) => ({ rows: "groups" as const, groupColumns });
    const mixed = {
      c1: of(4, 1, groups("a", "b")),
      c2: of(3, 2, groups("b", "a")),
      c3: of(1, 3, { rows: "random" }),
      c4: of(2, 4, groups("a")),
    };
    const { status, actions } = autoModelPlan({ spec: { enabling: "all" }, status: startedStatus(), childModels: mixed });
    expect(status.models?.map(({ slot, earlierRows = false }) => [slot, earlierRows])).toEqual([
      ["c2", false],
      ["c1", false],
      ["c3", true],
      ["c4", true],
    ]);
    expect(actions).toEqual(["enable-model c2", "enable-model c1"]);
    const { status: asMany } = autoModelPlan({
      status: startedStatus(),
      childModels: {
        c1: of(1, 1, { rows: "random" }),
        c2: of(2, 2, { rows: "random" }),
        c3: of(4, 3, groups("a")),
        c4: of(3, 4, groups("a")),
      },
    });
    expect(asMany.models?.map(({ slot }) => slot)).toEqual(["c4", "c3", "c1", "c2"]);
  });

  test("a model that was deleted is not the best so far", () => {
    const running = { c1: success(4), c2: success(2), c3: FITTING };
    const { status, autoModel } = autoModelPlan({ status: startedStatus(), childModels: running, deleted: ["c2"] });
    expect(status).toMatchObject({ phase: "fitting_processing", bestModel: childModelName(autoModel, "c1") });
  });

  test("the status lists the columns that the best model left out, unless the automatic training names columns", () => {
    const observed = { excludedColumns: new Map([[childModelName(anAutoModel(), "c2"), leftOut]]) };
    expect(autoModelPlan({ status: startedStatus(), childModels, observed }).status.leftOut).toEqual(leftOut);
    expect(autoModelPlan({ status: startedStatus(), childModels, observed, spec: { columns: ["a"] } }).status.leftOut).toBeUndefined();
  });
});

test("the best model's figure is corrected for the choice, and ties are told", () => {
  const nameOf = (slot: string) => childModelName(anAutoModel(), slot);
  const figures = (RMSE: number) => {
    const list = Array.from({ length: 200 }, (_, b) => RMSE + (b % 10) / 10);
    return { rows: "a", groups: 20, figures: { RMSE: { inBag: list, outOfBag: list.map((one) => one + 1) } } };
  };
  const { status } = autoModelPlan({
    status: startedStatus(trialIn("c1", "success", 4), trialIn("c2", "success", 4), trialIn("c3", "success", 9)),
    childModels: { c1: { ...success(4), intervals: { RMSE: { lower: 3.5, upper: 4.7 } } }, c2: success(4), c3: success(9) },
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
    childModels: Object.fromEntries(Object.entries(slots).map(([slot, MASE]) => [slot, forecasts(MASE)])),
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
