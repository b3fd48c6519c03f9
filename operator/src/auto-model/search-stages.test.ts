import {
  type AutoModelSpec,
  type ModelNode,
  type ModelStatus,
  type ModelType,
  maxModelsOfAutoModel,
  type Resource,
} from "@agatha/contracts";
import {
  type AutoModelCase,
  autoModelPlan,
  CANCELLED,
  FAILED,
  FITTING,
  HOUR,
  startedStatus,
  success,
} from "../testing/auto-model-plans.js";
import { anAutoModel, clock, NOW } from "../testing/objects.js";
import { childModelName } from "./child-models.js";
import { possibleSlots } from "./search-stages.js";

describe("an automatic training that selects algorithms automatically", () => {
  const AUTOMATIC: AutoModelCase = { spec: { mode: "AUTO_REGRESSION", limits: { models: 30, seconds: 1000, parallel: 30 } } };
  const algorithms = { c1: "XGB", c2: "RF", c3: "GLM", c4: "KNN" };
  const candidates = autoModelPlan(AUTOMATIC).trials.map((_trial, i) => `c${i + 1}`);
  /** All candidates have finished. The first four are good, and XGB is the best. */
  const done = Object.fromEntries(candidates.map((slot, i) => [slot, i < 4 ? success(2 + i) : success(20 + i)]));
  const after = (ms: number): AutoModelCase => ({
    ...AUTOMATIC,
    algorithms,
    status: startedStatus(),
    childModels: done,
    now: clock.now() + ms,
  });

  test("every algorithm of the type is a candidate", () => {
    const { made } = autoModelPlan(AUTOMATIC);
    const tried = made.map(({ spec }) => spec.layers[0]?.nodes[0]?.algorithm);
    expect(tried).toEqual(expect.arrayContaining(["XGB", "RF", "GLM", "KNN", "enet", "BYS", "GNET"]));
    expect(new Set(made.map(({ spec }) => spec.displayName)).size).toBe(made.length);
  });

  test.each(["AUTO_REGRESSION", "AUTO_MINIMUM"] as const)("the API knows how many models an automatic training of %s may have", (mode) => {
    const autoModel = anAutoModel({ spec: { mode }, status: { logResponse: true } });
    const most = maxModelsOfAutoModel(autoModel.spec, "REGRESSION", 100);
    const slots = possibleSlots({ autoModel, type: "REGRESSION", rowCount: 100 });
    expect(mode === "AUTO_REGRESSION" ? slots.length : slots.filter((slot) => slot.startsWith("c")).length).toBe(most);
  });

  const together = (...nodes: ModelNode[]) => [
    [{ nodes }],
    [{ nodes }, { nodes: [{ algorithm: "GLM", columns: [], params: { ridge: 1 } }] }],
  ];

  test("when all candidates have finished, creates ensembles of the best three and tunes the best two", () => {
    expect(autoModelPlan({ ...after(1000), childModels: { ...done, c4: FITTING } }).actions).toEqual([]);
    const { actions, made } = autoModelPlan(after(1000));
    expect(actions).toEqual(["create m1", "create s1", "create t1", "create t2"]);
    expect(made.slice(0, 2).map(({ spec }) => spec.layers)).toEqual(
      together({ algorithm: "XGB" }, { algorithm: "RF" }, { algorithm: "GLM" }),
    );
    expect(made.slice(2).map(({ spec }) => [spec.layers[0]?.nodes, spec.tuning?.seconds])).toEqual([
      [[{ algorithm: "XGB" }], 400],
      [[{ algorithm: "RF" }], 400],
    ]);
  });

  test.each<[AutoModelSpec["language"], string[]]>([
    [undefined, ["Mean of XGB, RF, GLM", "GLM on XGB, RF, GLM", "XGB (tuned)"]],
    ["tw", ["XGB、RF、GLM 的平均", "GLM 疊加於 XGB、RF、GLM", "XGB（調校後）"]],
    ["cn", ["XGB、RF、GLM 的平均", "GLM 叠加于 XGB、RF、GLM", "XGB（调优后）"]],
    ["ja", ["XGB、RF、GLM の平均", "XGB、RF、GLM の上に GLM", "XGB（調整済み）"]],
  ])("titles of ensembles and tuned models are in the language of the automatic training: %s", (language, methods) => {
    const given = after(1000);
    const { made } = autoModelPlan({ ...given, spec: { ...given.spec, language } });
    expect(made.slice(0, 3).map(({ spec }) => spec.title?.split(" · ")[0])).toEqual(methods);
  });

  test.each<[string, Partial<AutoModelSpec>, string | undefined]>([
    ["the figure that ranks the models", { rankBy: "macroF1" }, "macroF1"],
    ["the cost where wrong answers have costs", { errorCosts: {} }, "cost"],
    ["its own default where the ranking is no figure of one model", { rankBy: "recommended" }, undefined],
  ])("tuning follows %s", (_what, spec, measure) => {
    const given = after(1000);
    const status = { ...given.status, type: "CLASSIFICATION" } as const;
    const { made } = autoModelPlan({ ...given, spec: { ...given.spec, ...spec }, status });
    expect(made.flatMap(({ spec: { tuning } }) => (tuning ? [tuning.measure] : []))).toEqual([measure, measure]);
  });

  test.each<[ModelType, string[], string[]]>([
    ["REGRESSION", ["GLM", "KNN", "XGB"], ["GLM", "KNN"]],
    ["CLASSIFICATION", ["GLM", "BYS", "KNN"], ["GLM", "BYS"]],
  ])("an ensemble contains only the best of the linear models, and one of them at most is tuned: %s", (type, algorithms, tuned) => {
    const given = after(1000);
    const { made } = autoModelPlan({
      ...given,
      status: { ...given.status, type },
      algorithms: { c1: "GLM", c2: "enet", c3: "BYS", c4: "KNN" },
    });
    expect(made[0]?.spec.layers).toEqual([{ nodes: algorithms.map((algorithm) => ({ algorithm })) }]);
    expect(made.filter(({ spec }) => spec.tuning).map(({ spec }) => spec.layers[0]?.nodes[0]?.algorithm)).toEqual(tuned);
  });

  test("the logarithm of a response that favours it is tried, from the first models on, and tuned where it is the best", () => {
    const first = autoModelPlan({ ...AUTOMATIC, observed: { logResponse: true } });
    const ofLogarithm = first.made.filter(({ spec }) => spec.layers[0]?.nodes[0]?.params?.logResponse === true);
    expect(ofLogarithm.map(({ spec }) => spec.title?.split(" · ")[0])).toEqual(["XGB (shallow trees, log response)", "GAM (log response)"]);
    expect(first.status.logResponse).toBe(true);
    const layers = { c1: [{ nodes: [{ algorithm: "GAM", params: { knots: 5, logResponse: true } }] }] };
    const childModels = {
      ...done,
      ...Object.fromEntries(first.trials.slice(candidates.length).map((trial) => [trial.split(" ")[0]!, success(20)])),
    };
    const { made } = autoModelPlan({ ...after(1000), status: { ...startedStatus(), logResponse: true }, childModels, layers });
    expect(made.filter(({ spec }) => spec.tuning).map(({ spec }) => spec.layers[0]?.nodes)).toEqual([
      [{ algorithm: "GAM", params: { logResponse: true } }],
      [{ algorithm: "RF" }],
    ]);
  });

  test("tuning gets less time when less is left, and none when little is left", () => {
    expect(autoModelPlan(after(500_000)).made.map(({ spec }) => spec.tuning?.seconds)).toEqual([undefined, undefined, 200, 200]);
    expect(autoModelPlan(after(800_000)).actions).toEqual(["create m1", "create s1"]);
  });

  test("when half of the time is over, creates ensembles of the best so far before further candidates", () => {
    const childModels = Object.fromEntries(Object.entries(done).slice(0, 4));
    const others = candidates.slice(4).map((slot) => `create ${slot}`);
    expect(autoModelPlan({ ...after(499_000), childModels: { ...childModels, c3: FITTING } }).actions).toEqual(others);
    const late = autoModelPlan({ ...after(501_000), childModels: { ...childModels, c3: FITTING } });
    expect(late.actions).toEqual(["create m1", "create s1", "create t1", "create t2", ...others]);
    expect(late.made[0]?.spec.layers).toEqual([{ nodes: [{ algorithm: "XGB" }, { algorithm: "RF" }, { algorithm: "KNN" }] }]);
    const one = { ...childModels, c1: FITTING, c2: FITTING, c3: FAILED };
    expect(autoModelPlan({ ...after(701_000), childModels: one }).actions).toEqual(others);
  });

  test("outlier detection tries every method before it combines any, however late", () => {
    const given: AutoModelCase = {
      spec: { ...AUTOMATIC.spec, mode: "AUTO_OCC", type: "OCC" },
      status: { ...startedStatus(), type: "OCC" },
    };
    const slots = autoModelPlan(given).trials.map((each) => each.split(" ")[0] ?? "");
    const childModels = Object.fromEntries(slots.slice(0, 3).map((slot) => [slot, success(1)]));
    const { actions } = autoModelPlan({ ...given, childModels, now: clock.now() + 700_000 });
    expect(actions).toEqual(slots.slice(3).map((slot) => `create ${slot}`));
  });

  test("a candidate that ends as the best while another one is tuned is the second to be tuned", () => {
    const given: AutoModelCase = {
      ...after(600_000),
      childModels: { ...done, c2: FITTING, m1: success(3), s1: success(3), t1: FITTING },
      algorithms: { ...algorithms, t1: "XGB" },
    };
    const { made } = autoModelPlan({ ...given, childModels: { ...given.childModels, c2: success(1) } });
    const tuned = made.filter(({ spec }) => spec.tuning).map(({ spec }) => spec.layers[0]?.nodes[0]?.algorithm);
    expect(tuned).toEqual(["RF"]);
  });

  test("after tuning, stacks more models, and averages the best again if a tuned one is among them", () => {
    const childModels = { ...done, m1: success(1.5), s1: success(1.5), t1: success(1), t2: FAILED };
    const tunedSettings = new Map([[childModelName(anAutoModel(), "t1"), [{ node: "1.1", algorithm: "XGB", params: { maxDepth: 3 } }]]]);
    const [averaged, stacked] = together({ algorithm: "XGB" }, { algorithm: "RF" }, { algorithm: "GLM" });
    const given: AutoModelCase = {
      ...after(1000),
      childModels,
      algorithms: { ...algorithms, t1: "XGB" },
      layers: { m1: averaged!, s1: stacked! },
      observed: { tunedSettings },
    };
    expect(autoModelPlan({ ...given, childModels: { ...childModels, t2: FITTING } }).actions).toEqual([]);
    const { actions, made } = autoModelPlan(given);
    expect(actions).toEqual(["create m2", "create s2"]);
    const best = [{ algorithm: "XGB", params: { maxDepth: 3 } }, { algorithm: "RF" }, { algorithm: "GLM" }];
    expect(made.map(({ spec }) => spec.layers)).toEqual([together(...best)[0], together(...best, { algorithm: "KNN" })[1]]);

    const inVain = autoModelPlan({ ...given, childModels: { ...childModels, t1: success(9) } });
    expect(inVain.actions).toEqual(["create s2"]);
    expect(inVain.made[0]?.spec.layers[0]?.nodes.map(({ algorithm }) => algorithm)).toEqual(["XGB", "RF", "GLM", "KNN"]);
    const three = { ...given, algorithms: { ...given.algorithms, c4: "enet" }, childModels: { ...childModels, t1: success(9) } };
    expect(autoModelPlan(three).status.phase).toBe("fitting_finished");
  });

  test.each<[string, number, string, string[]]>([
    ["few rows: the mean is surer than what they cannot tell apart from it, and kept", 240, "m1", ["s1", "m2", "s2"]],
    ["many rows: the mean is less accurate, and dropped", 20_000, "c1", ["m1", "s1", "m2", "s2"]],
    // @contract of-classifiers-that-the-held-out-rows
  ])("ranks classifiers judged on %s", (_how, heldOutRows, best, vain) => {
    const judged = (Accuracy: number, log_loss: number): ModelStatus => ({
      phase: "success",
      indicators: { Accuracy, log_loss },
      heldOutRows,
    });
    const childModels = {
      ...Object.fromEntries(candidates.map((slot, i) => [slot, judged(0.72 - 0.005 * i, 0.7 + 0.01 * i)])),
      ...{ m1: judged(0.71, 0.65), s1: judged(0.68, 0.6), t1: FAILED, t2: FAILED, m2: FAILED, s2: FAILED },
    };
    const given = after(1000);
    const spec = { ...given.spec, rankBy: "recommended" } as const;
    const plan = autoModelPlan({ ...given, spec, childModels, status: { ...given.status, type: "CLASSIFICATION" } });
    expect(plan.status.bestModel).toBe(childModelName(plan.autoModel, best));
    expect(plan.status.models?.[0]?.slot).toBe(best);
    expect(plan.trials.filter((each) => each.endsWith("dropped")).map((each) => each.slice(0, 2))).toEqual(vain);
  });

  test.each<[string, ModelStatus, boolean, string]>([
    ["better than all is kept, and is the best", success(0.5), false, "s1"],
    ["as good as the best is dropped", success(1), true, "t1"],
    ["that could not be trained is dropped", FAILED, true, "t1"],
  ])("a stacked model that is %s", (_how, layered, dropped, best) => {
    const childModels = { ...done, m1: success(4), s1: layered, t1: success(1), t2: success(9), m2: success(4), s2: success(3) };
    const vain = ["m1", ...(dropped ? ["s1"] : []), "m2", "s2"];
    const plan = autoModelPlan({ ...after(1000), childModels });
    expect(plan.status.phase).toBe("fitting_finished");
    expect(plan.status.bestModel).toBe(childModelName(plan.autoModel, best));
    expect(plan.trials.filter((each) => each.endsWith("dropped")).map((each) => each.slice(0, 2))).toEqual(vain);
    const later = autoModelPlan({ ...AUTOMATIC, status: plan.status, childModels });
    expect(later.actions).toEqual(vain.map((slot) => `delete-model ${slot}`));
    expect(autoModelPlan({ ...AUTOMATIC, status: later.status, childModels: { ...done } }).actions).toEqual([]);
  });

  test("an ensemble that somebody uses is kept, though it is not better", () => {
    const childModels = { ...done, m1: success(4), s1: FAILED, t1: success(1), t2: success(9), m2: success(4), s2: success(3) };
    const inUse = childModelName(anAutoModel(), "m1");
    const observed = { isInUse: ({ metadata }: Resource<"Model">) => metadata.name === inUse };
    const plan = autoModelPlan({ ...after(1000), childModels, observed });
    expect(plan.trials.filter((each) => each.endsWith("dropped")).map((each) => each.slice(0, 2))).toEqual(["s1", "m2", "s2"]);
    const status = { ...plan.status, models: plan.status.models?.map((trial) => ({ ...trial, dropped: true })) };
    expect(autoModelPlan({ ...AUTOMATIC, status, childModels: { m1: success(4) }, observed }).actions).toEqual([]);
  });

  test.each<[string, Partial<AutoModelSpec>, string[]]>([
    ["a time series has", { timeSeries: { time: "At", lags: 1, horizon: 1 } }, ["create m1"]],
    ["outlier detection has", { mode: "AUTO_OCC", type: "OCC" }, ["create m1"]],
    ["clustering has", { mode: "AUTO_CLUSTER", type: "CLUSTERING" }, []],
    ["quick trials have", { mode: "AUTO_MINIMUM" }, []],
  ])("%s only the ensembles that fit", (_what, spec, actions) => {
    const type = spec.type ?? "REGRESSION";
    const given: AutoModelCase = {
      spec: { ...AUTOMATIC.spec, ...spec },
      status: { ...startedStatus(), type },
      algorithms,
      now: clock.now() + 800_000,
    };
    const slots = autoModelPlan({ ...given, now: clock.now() }).trials.map((each) => each.split(" ")[0] ?? "");
    expect(autoModelPlan({ ...given, childModels: Object.fromEntries(slots.map((slot) => [slot, success(1)])) }).actions).toEqual(actions);
  });
});

describe("the quickest candidate", () => {
  // @contract the-time-limit-leaves-the-quickest
  test.each<[string, AutoModelCase, string]>([
    ["numbers", { spec: { mode: "AUTO_REGRESSION" } }, "GLM"],
    ["outliers", { spec: { mode: "AUTO_OCC", type: "OCC" }, observed: { modelType: "OCC" } }, "iForest"],
    [
      "given detectors",
      {
        spec: { type: "OCC", candidates: ["LOF", "PCA"].map((algorithm) => ({ layers: [{ nodes: [{ algorithm }] }] })) },
        observed: { modelType: "OCC" },
      },
      "PCA",
    ],
    ["groups", { spec: { mode: "AUTO_CLUSTER", type: "CLUSTERING" }, observed: { modelType: "CLUSTERING" } }, "k-means"],
    ["given candidates", { spec: { candidates: ["RF", "GLM"].map((algorithm) => ({ layers: [{ nodes: [{ algorithm }] }] })) } }, "GLM"],
    ["candidates of which none is quick", { spec: { candidates: [{ layers: [{ nodes: [{ algorithm: "RF" }] }] }] } }, "RF"],
  ])("the quickest candidate of %s is trained first, and goes on when the time is over", (_what, given, algorithm) => {
    const { made, status } = autoModelPlan(given);
    expect(made[0]?.spec.layers[0]?.nodes[0]?.algorithm).toBe(algorithm);
    const [quickest, other] = made.map(({ metadata }) => /-(c\d+)-/.exec(metadata.name)?.[1] ?? "");
    const childModels = Object.fromEntries([quickest!, ...(other ? [other] : [])].map((slot) => [slot, FITTING]));
    const late = { ...given, status: { ...status, startedAt: NOW }, now: clock.now() + HOUR };
    expect(autoModelPlan({ ...late, childModels }).actions).toEqual(other ? [`cancel-model ${other}`] : []);
    const trained = autoModelPlan({ ...late, childModels: { ...childModels, [quickest!]: success(1), ...(other && { [other]: FAILED }) } });
    expect(trained.status.phase).toBe("fitting_finished");
  });

  test("the quickest candidate is still begun when the time is over before that", () => {
    const late: AutoModelCase = { spec: { mode: "AUTO_REGRESSION" }, status: startedStatus(), now: clock.now() + HOUR };
    expect(autoModelPlan(late).made.map(({ spec }) => spec.layers[0]?.nodes[0]?.algorithm)).toEqual(["GLM"]);
  });

  test("the quickest candidate ends when the training is cancelled", () => {
    const metadata = CANCELLED;
    expect(autoModelPlan({ metadata, status: startedStatus(), childModels: { c1: FITTING } }).actions).toEqual(["cancel-model c1"]);
  });
});
