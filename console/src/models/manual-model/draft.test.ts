import type { TableColumn } from "@agatha/contracts";
import { aDatasetColumn } from "../../testing/answers.js";
import { type ColumnOption, columnOptions, targetOptions } from "../training-draft/column-options.js";
import { availableFeatures, withGoal, withTarget } from "../training-draft/draft.js";
import { choiceOf } from "../training-draft/testing/choice-of.js";
import { type ModelDraft, newModelDraft } from "./draft.js";
import type { NodeDraft } from "./layers.js";
import { toModelRequest } from "./model-request.js";
import { nodeDraft } from "./testing/node-draft.js";
import { type ModelDraftProblems, validateModelDraft } from "./validate-draft.js";

const choice = (name: string, type: TableColumn["type"], unique: number, usable = true, labelLike = false): ColumnOption => ({
  ...choiceOf(name, type, unique),
  usable,
  labelLike,
});
const choices = [choice("yield", "n", 300), choice("speed", "n", 200), choice("shift", "s", 3), choice("batch", "s", 400, false)];
const context = { choices, existingNames: ["Model1"], rows: 100 };
const draft = (change: Partial<ModelDraft> = {}): ModelDraft => ({
  ...withTarget(newModelDraft(choices, "predict"), choices, "yield"),
  ...change,
});
const groups = (clusters: string): Partial<ModelDraft> => ({
  goal: "clusters",
  layers: [[nodeDraft("n1", { algorithm: "k-means", parameters: { clusters } })]],
});
/** Two layers. The second method of the first layer has its own columns. */
const withOwn = (columns: string[]): Partial<ModelDraft> => ({
  layers: [[nodeDraft("n1"), nodeDraft("n2", { columns })], [nodeDraft("n3")]],
});
const wrongClusters: Partial<ModelDraftProblems> = { nodes: { n1: { parameters: ["clusters"] } } };

test.each<[string, Partial<ModelDraft>, Partial<ModelDraftProblems>]>([
  ["a target and columns are valid", {}, {}],
  ["an empty target is an error", { target: null }, { target: "targetNeeded" }],
  ["outlier detection needs no target", { goal: "outliers", target: null }, {}],
  ["an algorithm without inputs is an error", { columns: [] }, { columns: "columnsNeeded" }],
  ["the target does not count as an input", { columns: ["yield"] }, { columns: "columnsNeeded" }],
  ["a name that begins with a digit is an error", { name: "1st" }, { name: "nameRule" }],
  ["the name of another model of the dataset is an error", { name: "Model1 " }, { name: "nameTaken" }],
  ["a fraction of a cluster is an error", groups("2.5"), wrongClusters],
  ["fewer than 2 clusters are an error", groups("1"), wrongClusters],
  ["as many clusters as a fifth of the rows are valid", groups("20"), {}],
  ["more clusters than a fifth of the rows are an error", groups("21"), wrongClusters],
  ["a number of clusters that is not a number is an error", groups("many"), wrongClusters],
  ["a node without inputs is an error", withOwn([]), { nodes: { n2: { parameters: [], columns: "columnsNeeded" } } }],
  [
    "inputs of a node outside the model's inputs do not count",
    withOwn(["batch", "yield"]),
    { nodes: { n2: { parameters: [], columns: "columnsNeeded" } } },
  ],
  ["one input of the model's is enough for a node", withOwn(["speed"]), {}],
  ["a node of a later layer needs no inputs", { layers: [[nodeDraft("n1")], [nodeDraft("n2", { columns: [] })]] }, {}],
  [
    "several clustering algorithms in the last layer are an error",
    { goal: "clusters", layers: [[nodeDraft("n1"), nodeDraft("n2")]] },
    { layers: "oneGrouping" },
  ],
  [
    "several clustering algorithms before the last layer are valid",
    { goal: "clusters", layers: [[nodeDraft("n1"), nodeDraft("n2")], [nodeDraft("n3")]] },
    {},
  ],
  // @contract the-page-of-a-new-model-sends
])("validation of a model: %s", (_sentence, change, problems) => {
  expect(validateModelDraft(draft(change), context)).toEqual({ nodes: {}, ...problems });
});

// @contract the-page-of-a-new-model-sends
test("the number of clusters is at most 50", () => {
  expect(validateModelDraft(draft(groups("50")), { ...context, rows: 9000 }).nodes).toEqual({});
  expect(validateModelDraft(draft(groups("51")), { ...context, rows: 9000 }).nodes).toEqual(wrongClusters.nodes);
});

test("fewer rows than two clusters need are an error, whatever the number of clusters", () => {
  for (const count of ["", "2"]) {
    expect(validateModelDraft(draft(groups(count)), { ...context, rows: 9 }).nodes).toEqual(wrongClusters.nodes);
    expect(validateModelDraft(draft(groups(count)), { ...context, rows: 10 }).nodes).toEqual({});
  }
});

// @contract it-offers-as-targets-what-can-be
test("targets are numbers, and texts of two to 50 values", () => {
  const offered = [choice("two", "s", 2), choice("fifty", "s", 50), choice("many", "n", 51)];
  const others = [choice("one", "n", 1), choice("words", "s", 51), choice("day", "d", 9), choice("name", "s", 40, false)];
  expect(targetOptions([...others, ...offered])).toEqual(offered);
});

test("outlier detection leaves out columns that look like labels unless they are chosen, and another goal takes them again", () => {
  const offered = [...choices, choice("failed", "n", 2, true, true)];
  const detector = newModelDraft(offered, "outliers");
  expect(detector.columns).toEqual(["yield", "speed", "shift"]);
  const grouping = withGoal({ ...detector, columns: ["speed"] }, offered, "clusters");
  expect(grouping.columns).toEqual(["speed", "failed"]);
  const again = withGoal(grouping, offered, "outliers");
  expect(again.columns).toEqual(["speed"]);
  const chosen = { ...again, columns: ["speed", "failed"] };
  expect(toModelRequest(chosen, { ...context, choices: offered }).columns).toEqual(["speed", "failed"]);
});

test("outlier detection and clusters leave out dates, and numbers that the rows are in order of", () => {
  const time_order = { timeColumn: "time", errors: [] };
  const columns = [
    aDatasetColumn({ name: "time", type: "n" }),
    aDatasetColumn({ name: "day", type: "d" }),
    aDatasetColumn({ name: "elapsed", type: "n" }),
    aDatasetColumn({ name: "speed" }),
  ];
  const offered = columnOptions(columns, { check_table: [], time_order, row_times: ["time", "elapsed"] } as never);
  expect(newModelDraft(offered, "outliers").columns).toEqual(["speed"]);
  expect(newModelDraft(offered, "clusters").columns).toEqual(["speed"]);
  expect(newModelDraft(offered, "predict").columns).toEqual(["time", "day", "elapsed", "speed"]);
});

test("the request has the first free name, the usable columns except the target, and the values that differ from the defaults", () => {
  const request = toModelRequest(
    draft({ layers: [[nodeDraft("n1", { algorithm: "RF", parameters: { trees: "50", minLeaf: "" } })]] }),
    context,
  );
  expect(request).toEqual({
    name: "Model2",
    model_type: "REGRESSION",
    response: "yield",
    columns: ["speed", "shift"],
    layers: [{ nodes: [{ algorithm: "RF", params: { trees: 50 } }] }],
  });
});

test("settings that are on or off are sent where they are changed, and those of another type of model are not", () => {
  const parameters = { logResponse: "true", balance: "1" };
  const sent = (parameters: Record<string, string>, change: Partial<ModelDraft> = {}) =>
    toModelRequest(draft({ layers: [[nodeDraft("n1", { algorithm: "GLM", parameters })]], ...change }), context).layers?.[0]?.nodes[0]
      ?.params;
  expect(sent(parameters)).toEqual({ logResponse: true });
  expect(sent({ logResponse: "false" })).toEqual({});
  expect(sent(parameters, { target: "shift", predictAs: "class" })).toEqual({ balance: 1 });
});

// @contract a-model-is-put-together-of-one
test("the request has every layer, with the columns of the methods that have their own", () => {
  const layers = [[nodeDraft("n1"), nodeDraft("n2", { algorithm: "iForest", columns: ["shift", "speed", "batch"] })], [nodeDraft("n3")]];
  expect(toModelRequest(draft({ layers }), context).layers).toEqual([
    {
      nodes: [
        { algorithm: "XGB", params: {} },
        { algorithm: "iForest", params: {}, columns: ["speed", "shift"] },
      ],
    },
    { nodes: [{ algorithm: "GLM", params: {} }] },
  ]);
});

test("only outlier detectors are sent a rotation, and only one other than none", () => {
  const layers = [
    [
      nodeDraft("n1", { rotation: "pca" }),
      nodeDraft("n2", { algorithm: "LOF", rotation: "pca" }),
      nodeDraft("n3", { algorithm: "LOF", rotation: "none" }),
    ],
    [nodeDraft("n4")],
  ];
  expect(toModelRequest(draft({ layers }), context).layers?.[0]?.nodes.map(({ rotation }) => rotation)).toEqual([
    undefined,
    "pca",
    undefined,
  ]);
});

describe("a time series", () => {
  const rows = [...choices, choice("day", "d", 100)];
  const forecasting = (change: Partial<ModelDraft> = {}): ModelDraft => ({
    ...withTarget(newModelDraft(rows, "predict", true), rows, "yield"),
    ...change,
  });

  // @contract the-page-of-a-new-model-offers
  test("a time series learns from numbers only, and its periods are sent", () => {
    expect(availableFeatures(forecasting(), rows).map(({ column }) => column.name)).toEqual(["speed"]);
    const request = toModelRequest(forecasting(), { ...context, choices: rows });
    expect(request).toMatchObject({ columns: ["speed"], time_series_params: { time: "day", lags: 1 } });
  });

  test("a time series needs no column except its target, and invalid periods are reported", () => {
    const series = { enabled: true, time: "day", seriesColumn: null, sums: null, knownAhead: [], lags: "9", horizon: "1", cutoffs: "" };
    expect(validateModelDraft(forecasting({ columns: [], series }), { ...context, choices: rows })).toEqual({
      nodes: {},
      series: { lags: "periods" },
    });
  });

  test("a model that predicts classes is not a time series", () => {
    expect(toModelRequest(forecasting({ predictAs: "class" }), { ...context, choices: rows }).time_series_params).toBeUndefined();
  });
});

test("a forecaster takes neither columns nor a number of prior periods, and an entry made before for them does not matter", () => {
  const times = [...choices, choice("when", "d", 300)];
  const made = withTarget(newModelDraft(times, "predict", true), times, "yield");
  const series = { ...made.series, lags: "many" };
  const request = (algorithm: NodeDraft["algorithm"]) => {
    const layers = [[nodeDraft("n1", { algorithm, columns: ["speed"] })]];
    return toModelRequest({ ...made, layers, series: { ...made.series, lags: "3" } }, { ...context, choices: times });
  };
  expect(request("ETS")).toMatchObject({ columns: [], layers: [{ nodes: [{ algorithm: "ETS", params: {} }] }] });
  expect(request("ETS").layers?.[0]?.nodes[0]).not.toHaveProperty("columns");
  expect(request("ETS").time_series_params).toEqual({ time: "when", lags: 1 });
  expect(request("GLM").time_series_params).toEqual({ time: "when", lags: 3 });
  const problems = (algorithm: NodeDraft["algorithm"]) =>
    validateModelDraft({ ...made, series, layers: [[nodeDraft("n1", { algorithm })]] }, { ...context, choices: times });
  expect(problems("ETS").series).toBeUndefined();
  expect(problems("GLM").series).toEqual({ lags: "periods" });
});

test("a target of few distinct numbers, such as quantities of order lines, is a number where its next periods are forecast", () => {
  const quantity = choice("quantity", "n", 9);
  const { series, ...others } = draft();
  const chosen = (enabled: boolean) => withTarget({ ...others, series: { ...series, enabled } }, [...choices, quantity], "quantity");
  expect(chosen(true).predictAs).toBe("number");
  expect(chosen(false).predictAs).toBe("class");
});
