import { ALGORITHMS, type AlgorithmName } from "../algorithms/index.js";
import type { Language } from "../kinds/language.js";
import type { ModelType } from "../kinds/model-type.js";
import { seriesLayersProblem } from "../model-rules/layers.js";
import { autoModelCandidates } from "./auto-model-candidates.js";

const labels = (mode: Parameters<typeof autoModelCandidates>[0]["mode"], type: ModelType, nrow = 1000) =>
  autoModelCandidates({ mode, clusters: [2, 3, 4] }, type, nrow).map(({ label }) => label);

describe("automatic training", () => {
  test("tries every algorithm that takes a response, slow ones last, and boosting three times", () => {
    const tried = labels("AUTO_REGRESSION", "CLASSIFICATION");
    expect(tried).toEqual([
      ...["XGB", "XGBShallow", "GLM", "DNNWide", "SVMCost", "GAM", "RF", "XGBPatient"],
      ...["KNNWeighted", "enet", "GNET", "BYS"],
    ]);
  });

  test("tries the forest and slow boosting early where there are many rows, whose networks and support vectors take long", () => {
    const early = ["XGB", "XGBShallow", "GLM", "RF", "XGBPatient", "DNN"];
    expect(labels("AUTO_REGRESSION", "CLASSIFICATION", 5001).slice(0, 6)).toEqual(early);
  });

  test("tries a network with wider layers of few rows only", () => {
    expect(labels("AUTO_REGRESSION", "REGRESSION", 5000)).toContain("DNNWide");
    expect(labels("AUTO_REGRESSION", "REGRESSION", 5001)).toContain("DNN");
  });

  test.each<["rows" | "periods", { time: string } | undefined, string[]]>([
    ["rows", undefined, ["XGB", "XGBShallow", "XGBPatient"]],
    ["periods", { time: "day" }, ["XGB", "XGBPatient"]],
  ])("tries these variants of boosting of %s", (_, timeSeries, variants) => {
    const tried = autoModelCandidates({ mode: "AUTO_REGRESSION", clusters: [2], timeSeries }, "REGRESSION", 1000);
    expect(tried.flatMap(({ label }) => (label.startsWith("XGB") ? [label] : []))).toEqual(variants);
  });

  test.each<[ModelType, { time: string } | undefined, string[]]>([
    ["REGRESSION", undefined, ["XGBShallowLog", "GAMLog"]],
    ["REGRESSION", { time: "day" }, []],
    ["CLASSIFICATION", undefined, []],
  ])("tries the logarithm of a response that favours it, of numbers in rows: %s, %j", (type, timeSeries, variants) => {
    const tried = autoModelCandidates({ mode: "AUTO_REGRESSION", clusters: [2], logResponse: true, timeSeries }, type, 1000);
    expect(tried.flatMap(({ label }) => (label.endsWith("Log") ? [label] : []))).toEqual(variants);
    const without = autoModelCandidates({ mode: "AUTO_REGRESSION", clusters: [2], timeSeries }, type, 1000);
    expect(without.some(({ label }) => label.endsWith("Log"))).toBe(false);
  });

  test.each(["XGBPatient", "XGBShallow", "XGBShallowLog", "GAMLog", "DNNWide", "SVMCost", "KNNWeighted"])(
    "the variant %s has valid parameters that differ from the defaults",
    (wanted) => {
      const found = autoModelCandidates({ mode: "AUTO_REGRESSION", clusters: [2], logResponse: true }, "REGRESSION", 1000).find(
        ({ label }) => label === wanted,
      );
      const { algorithm, params = {} } = found!.layers[0]!.nodes[0]!;
      const { params: schema } = ALGORITHMS[algorithm as AlgorithmName];
      expect(schema.strict().parse(params)).toMatchObject(params);
      expect(params).not.toEqual(schema.parse({}));
    },
  );

  test.each<[string, string[], string[]]>([
    ["in a moment is quick for a response", labels("AUTO_MINIMUM", "REGRESSION"), ["XGB", "GLM", "BYS"]],
    ["in a moment is quick for outliers", labels("AUTO_MINIMUM", "OCC"), ["iForest", "PCA"]],
    ["for outliers are all detectors", labels("AUTO_OCC", "OCC"), ["iForest", "OCS", "Dobin", "AENN", "GMM", "PCA", "LOF"]],
    [
      "for clusters is every method with the first number, then with the next",
      labels("AUTO_CLUSTER", "CLUSTERING").slice(0, 4),
      ["GMM2", "kmeans2", "SOM2", "GMM3"],
    ],
    ["for few rows are few clusters", labels("AUTO_CLUSTER", "CLUSTERING", 14), ["GMM2", "kmeans2", "SOM2"]],
  ])("chooses its candidates: %s", (_what, tried, expected) => {
    expect(tried).toEqual(expected);
  });
});

test.each<[Language | undefined, string]>([
  [undefined, "GLM on XGB, RF"],
  ["tw", "GLM 疊加於 XGB、RF"],
  ["cn", "GLM 叠加于 XGB、RF"],
  ["ja", "XGB、RF の上に GLM"],
])("the methods are written in the language of the automatic training: %s", (language, expected) => {
  const layers = [{ nodes: [{ algorithm: "XGB" }, { algorithm: "RF" }] }, { nodes: [{ algorithm: "GLM" }] }];
  const [method] = autoModelCandidates({ mode: "MANUAL", candidates: [{ layers }], clusters: [2], language }, "REGRESSION", 1000);
  expect(method).toMatchObject({ label: "GLM1", method: expected });
});

test("automatic training of a time series tries the forecasters first", () => {
  const timeSeries = { time: "when", lags: 1, horizon: 3 };
  const all = autoModelCandidates({ mode: "AUTO_REGRESSION", clusters: [2], timeSeries }, "REGRESSION", 1000);
  expect(all.slice(0, 8).map(({ label }) => label)).toEqual([
    "Combination",
    "ETS",
    "ARIMA",
    "Theta",
    "CES",
    "Harmonic",
    "SNaive",
    "Croston",
  ]);
  expect(all.map(({ label }) => label)).toContain("XGB");
  const short = autoModelCandidates({ mode: "AUTO_REGRESSION", clusters: [2], timeSeries }, "REGRESSION", 120);
  expect(short.map(({ label }) => label)).toEqual(all.map(({ label }) => label).filter((label) => label !== "Harmonic"));
  const several = autoModelCandidates(
    { mode: "AUTO_REGRESSION", clusters: [2], timeSeries: { ...timeSeries, series: "shop" } },
    "REGRESSION",
    1000,
  );
  expect(several.slice(0, 4).map(({ label }) => label)).toEqual(["ETS", "Theta", "SNaive", "Croston"]);
  expect(several.slice(-4).map(({ label }) => label)).toEqual(["CES", "ARIMA", "Harmonic", "Combination"]);
});

test("the quick automatic training of outliers in time has the detector for them", () => {
  const timeSeries = { time: "when", lags: 1, horizon: 1 };
  const labels = autoModelCandidates({ mode: "AUTO_MINIMUM", clusters: [2], timeSeries }, "OCC", 1000).map(({ label }) => label);
  expect(labels).toEqual(["Residual"]);
});

test("automatic training tries the columns known ahead with all methods that take them, and the first one also without", () => {
  const timeSeries = { time: "when", lags: 1, horizon: 3, knownAhead: ["price"] };
  const tried = (mode: "AUTO_REGRESSION" | "AUTO_MINIMUM") => autoModelCandidates({ mode, clusters: [2], timeSeries }, "REGRESSION", 1000);
  const past = (mode: "AUTO_REGRESSION" | "AUTO_MINIMUM") => tried(mode).flatMap(({ label, pastAlone }) => (pastAlone ? [label] : []));
  expect(
    tried("AUTO_REGRESSION")
      .slice(0, 3)
      .map(({ label }) => label),
  ).toEqual(["Combination", "CombinationPastAlone", "ETS"]);
  expect(past("AUTO_REGRESSION")).toEqual(["CombinationPastAlone", "SNaive", "Croston"]);
  expect(past("AUTO_MINIMUM")).toEqual(["ETSPastAlone", "SNaive"]);
});

test.each<[string, string[][], boolean, string | undefined]>([
  ["alone in a time series", [["ETS"]], true, undefined],
  ["beside others of its kind", [["ETS", "ARIMA"]], true, undefined],
  ["without a time series", [["ETS"]], false, "choose a time column"],
  ["beside another algorithm", [["ETS", "GLM"]], true, "beside its like"],
  ["before another layer", [["ETS"], ["GLM"]], true, "in one layer"],
])("a forecaster stands %s", (_title, names, isTimeSeries, expected) => {
  const layers = names.map((layer) => ({ nodes: layer.map((algorithm) => ({ algorithm })) }));
  const problem = seriesLayersProblem(layers, { type: "REGRESSION", isTimeSeries });
  if (expected === undefined) expect(problem).toBeUndefined();
  else expect(problem).toContain(expected);
});
