import { autoModelCandidates, type ModelStatus } from "@agatha/contracts";
import {
  type AutoModelCase,
  autoModelPlan,
  CANCELLED,
  DATASET,
  FAILED,
  FITTING,
  HOUR,
  STOPPED,
  startedStatus,
  success,
  trialIn,
} from "../testing/auto-model-plans.js";
import { anAutoModel, clock, NOW } from "../testing/objects.js";
import { childModelName } from "./child-models.js";

describe("the time of an automatic training", () => {
  test("an automatic training counts its time from its first model's start, even if the status with the start is lost", () => {
    const lost = autoModelPlan({
      status: undefined,
      childModels: { c1: { ...FITTING, startedAt: NOW }, c2: FITTING },
      now: clock.now() + HOUR,
    });
    expect(lost.status.startedAt).toBe(NOW);
    expect(lost.actions).toEqual(["cancel-model c2"]);
  });

  test("an automatic training whose models wait for their turn loses no time, and can be cancelled", () => {
    const { startedAt: _none, ...status } = startedStatus(trialIn("c1", "fitting"), trialIn("c2", "fitting"))!;
    const waiting: AutoModelCase = { status, childModels: { c1: FITTING, c2: FITTING }, now: clock.now() + HOUR };
    const { actions, status: present } = autoModelPlan(waiting);
    expect([actions, present.startedAt, present.phase]).toEqual([[], undefined, "fitting_processing"]);
    expect(autoModelPlan({ ...waiting, metadata: CANCELLED }).actions).toEqual(["cancel-model c1", "cancel-model c2"]);
  });

  test("requeues for the end of its time at the latest", () => {
    const limits = { models: 20, seconds: 60, parallel: 2 };
    expect(autoModelPlan({ spec: { limits } }).requeueAfter).toBe(30_000);
    const late = autoModelPlan({
      spec: { limits },
      status: startedStatus(trialIn("c1", "fitting")),
      childModels: { c1: FITTING },
      now: clock.now() + 55_000,
    });
    expect(late.requeueAfter).toBe(5_000);
  });
});

test("methods that the time limit left untried are told", () => {
  const all = autoModelCandidates({ mode: "AUTO_MINIMUM", clusters: [] }, "REGRESSION", 1000).map(({ method }) => method);
  const quickest = `c${all.indexOf("GLM") + 1}`;
  const { status } = autoModelPlan({
    spec: { mode: "AUTO_MINIMUM", candidates: undefined },
    status: startedStatus(trialIn(quickest, "success", 4)),
    childModels: { [quickest]: success(4) },
    now: clock.now() + HOUR,
  });
  expect(status.phase).toBe("fitting_finished");
  expect(status.notTried).toEqual(all.filter((method) => method !== "GLM"));
});

test("models are told whether the time limit or the user ended them", () => {
  const reasons = (given: AutoModelCase) =>
    autoModelPlan({ status: startedStatus(), childModels: { c1: success(4), c2: FITTING }, ...given }).planned.flatMap((action) =>
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
  const childModels = Object.fromEntries(actions.map((action) => [action.replace("create ", ""), FITTING]));
  expect(autoModelPlan({ ...late, childModels }).actions).toEqual([]);
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
  const childModels = { c1: success(4), c2: STOPPED, c3: FAILED, c4: cancelled };
  const { status } = autoModelPlan({ status: startedStatus(), childModels, now: clock.now() + HOUR, observed: { cutShort } });
  expect(status.phase).toBe("fitting_finished");
  expect(status.models?.map(({ slot, endedEarly }) => [slot, endedEarly])).toEqual([
    ["c1", "cut_short"],
    ["c2", "stopped"],
    ["c3", undefined],
    ["c4", "cancelled"],
  ]);
});
