import { type ErrorCode, InvalidInput } from "@agatha/contracts";
import { createTable } from "../../testing/create-table.js";
import { modelRequest } from "../../testing/train-on-table.js";
import { prepareTrainingSet } from "../preparation/prepare-training-set.js";
import type { ModelRequest } from "./plan.js";

const rows = Array.from({ length: 40 }, (_, i) => i);
const table = createTable({
  x: rows.map((i) => Math.sin(i)),
  z: rows.map((i) => (i * 7) % 11),
  kind: rows.map((i) => (i % 3 ? "a" : "b")),
  when: rows.map((i) => new Date(i * 86_400_000)),
  y: rows.map((i) => Math.cos(i) + i / 10),
  same: rows.map(() => 4),
  sameText: rows.map((i) => (i % 5 ? "only" : null)),
  empty: rows.map(() => Number.NaN),
  emptyText: rows.map(() => null),
  huge: rows.map((i) => i * 1e200),
});
const wide = createTable({ y: Array.from({ length: 60 }, (_, i) => `label ${i}`), x: Array.from({ length: 60 }, (_, i) => Math.sin(i)) });

const regression = (overrides: Partial<ModelRequest> = {}) =>
  modelRequest("REGRESSION", "GLM", { response: "y", columns: ["x", "z"], ...overrides });
const classes = (response: string) => modelRequest("CLASSIFICATION", "GLM", { response, columns: ["x", "z"] });
const layers = (...nodes: ModelRequest["layers"][number]["nodes"][]): ModelRequest["layers"] => nodes.map((list) => ({ nodes: list }));

interface Refusal {
  name: string;
  asked: ModelRequest;
  code: ErrorCode;
  path: string;
  says: string;
  on?: typeof table;
}

const refusals: Refusal[] = [
  {
    name: "an algorithm that does not exist",
    asked: regression({ layers: layers([{ algorithm: "constructor" }]) }),
    code: "010501",
    path: "layers[0].nodes[0].algorithm",
    says: "XGB, RF, GLM",
  },
  {
    name: "an algorithm for another kind of model",
    asked: regression({ layers: layers([{ algorithm: "GLM" }, { algorithm: "k-means" }]) }),
    code: "010501",
    path: "layers[0].nodes[1].algorithm",
    says: "does no REGRESSION",
  },
  {
    name: "a supervised algorithm in an outlier detection",
    asked: modelRequest("OCC", "iForest", { layers: layers([{ algorithm: "GLM" }], [{ algorithm: "iForest" }]) }),
    code: "010501",
    path: "layers[0].nodes[0].algorithm",
    says: "choose one of iForest",
  },
  { name: "no response", asked: regression({ response: undefined }), code: "010503", path: "response", says: "Name the column" },
  { name: "a response that is no column", asked: regression({ response: "Y" }), code: "010503", path: "response", says: '"Y"' },
  {
    name: "text as the response of a regression",
    asked: regression({ response: "kind" }),
    code: "010504",
    path: "response",
    says: "Regression predicts numbers",
  },
  { name: "dates as the response", asked: regression({ response: "when" }), code: "010504", path: "response", says: "date-time" },
  { name: "dates as the response of a classification", asked: classes("when"), code: "010504", path: "response", says: "date-time" },
  { name: "a response with one class", asked: classes("sameText"), code: "010504", path: "response", says: "same value" },
  {
    name: "a response with the same number in every row",
    asked: regression({ response: "same" }),
    code: "010504",
    path: "response",
    says: "same value",
  },
  { name: "a response without values", asked: regression({ response: "empty" }), code: "010504", path: "response", says: "no value" },
  { name: "a text response without values", asked: classes("emptyText"), code: "010504", path: "response", says: "no value" },
  {
    name: "a response with more than 50 classes",
    asked: modelRequest("CLASSIFICATION", "GLM", { response: "y" }),
    code: "010504",
    path: "response",
    says: "60 different values",
    on: wide,
  },
  { name: "no column", asked: regression({ columns: [] }), code: "010505", path: "columns", says: "at least one" },
  {
    name: "a node without a column",
    asked: regression({ layers: layers([{ algorithm: "GLM", columns: [] }]) }),
    code: "010505",
    path: "layers[0].nodes[0].columns",
    says: "at least one",
  },
  {
    name: "a table with numbers of rows alone, besides the response",
    asked: modelRequest("REGRESSION", "GLM", { response: "y" }),
    code: "010505",
    path: "columns",
    says: "Choose columns by name to use them",
    on: createTable({ id: rows, y: rows.map((i) => Math.cos(i)) }),
  },
  {
    name: "a table with the response alone",
    asked: modelRequest("REGRESSION", "GLM", { response: "y" }),
    code: "010505",
    path: "columns",
    says: "no other visible column",
    on: createTable({ y: rows.map((i) => Math.cos(i)) }),
  },
  { name: "a column that is not there", asked: regression({ columns: ["x", "w"] }), code: "010405", path: "columns[1]", says: '"w"' },
  { name: "a column named twice", asked: regression({ columns: ["x", "z", "x"] }), code: "010404", path: "columns[2]", says: "twice" },
  {
    name: "the response among the columns",
    asked: regression({ columns: ["x", "y"] }),
    code: "010506",
    path: "columns[1]",
    says: "cannot be learned from",
  },
  {
    name: "the response among a node's columns",
    asked: regression({ layers: layers([{ algorithm: "GLM", columns: ["y"] }]) }),
    code: "010506",
    path: "layers[0].nodes[0].columns[0]",
    says: "cannot be learned from",
  },
  {
    name: "a response of an outlier detection",
    asked: modelRequest("OCC", "iForest", { response: "y" }),
    code: "010508",
    path: "response",
    says: "Leave the response out",
  },
  {
    name: "a response of a clustering",
    asked: modelRequest("CLUSTERING", "k-means", { response: "y" }),
    code: "010508",
    path: "response",
    says: "Leave the response out",
  },
  {
    name: "a parameter that the algorithm does not have",
    asked: regression({ layers: layers([{ algorithm: "GLM", params: { trees: 4 } }]) }),
    code: "010515",
    path: "layers[0].nodes[0].params",
    says: 'no "trees"',
  },
  {
    name: "a parameter out of bounds",
    asked: regression({ layers: layers([{ algorithm: "GLM", params: { ridge: -1 } }]) }),
    code: "010515",
    path: "layers[0].nodes[0].params.ridge",
    says: "at least 0",
  },
  {
    name: "more clusters than a fifth of the rows",
    asked: modelRequest("CLUSTERING", "k-means", { columns: ["x"], layers: layers([{ algorithm: "k-means", params: { clusters: 9 } }]) }),
    code: "010515",
    path: "layers[0].nodes[0].params.clusters",
    says: "which is 8",
  },
  {
    name: "two clusterings to be averaged",
    asked: modelRequest("CLUSTERING", "k-means", { layers: layers([{ algorithm: "k-means" }, { algorithm: "k-means" }]) }),
    code: "010515",
    path: "layers[0].nodes",
    says: "averaged",
  },
  {
    name: "a rotation of a regression",
    asked: regression({ layers: layers([{ algorithm: "GLM", rotation: "pca" }]) }),
    code: "010512",
    path: "layers[0].nodes[0].rotation",
    says: "Only outlier detectors",
  },
  {
    name: "a time series of classes",
    asked: { ...classes("kind"), timeSeries: { time: "when", lags: 1, horizon: 1 } },
    code: "010515",
    path: "timeSeries",
    says: "REGRESSION",
  },
  {
    name: "a time series without the time column",
    asked: regression({ timeSeries: { time: "then", lags: 1, horizon: 1 } }),
    code: "010507",
    path: "timeSeries.time",
    says: "is no column",
  },
  {
    name: "a time series whose time column holds numbers",
    asked: regression({ timeSeries: { time: "z", lags: 1, horizon: 1 } }),
    code: "010507",
    path: "timeSeries.time",
    says: "is not a date-time column",
  },
  {
    name: "a time series that is to learn from text",
    asked: regression({ columns: ["x", "kind"], timeSeries: { time: "when", lags: 1, horizon: 1 } }),
    code: "010405",
    path: "columns[1]",
    says: "number columns only",
  },
  {
    name: "a time series that is to learn from its times",
    asked: regression({ layers: layers([{ algorithm: "GLM", columns: ["when"] }]), timeSeries: { time: "when", lags: 1, horizon: 1 } }),
    code: "010405",
    path: "layers[0].nodes[0].columns[0]",
    says: "number columns only",
  },
  {
    name: "a time series of a text response",
    asked: regression({ response: "kind", timeSeries: { time: "when", lags: 1, horizon: 1 } }),
    code: "010504",
    path: "response",
    says: "Regression predicts numbers",
  },
  {
    name: "a time series with fewer than five complete histories",
    asked: regression({ timeSeries: { time: "when", lags: 5, horizon: 1 }, columns: [] }),
    code: "010515",
    path: "timeSeries.lags",
    says: "has 4",
    on: createTable({ when: rows.slice(0, 9).map((i) => new Date(i * 86_400_000)), y: rows.slice(0, 9).map((i) => Math.cos(i)) }),
  },
  {
    name: "a time series whose times follow no rhythm",
    asked: regression({ timeSeries: { time: "when", lags: 1, horizon: 1 }, columns: [] }),
    code: "010507",
    path: "timeSeries.time",
    says: "no rhythm",
    on: createTable({ when: rows.map((i) => new Date(86_400_000 * i * i * Math.sqrt(i + 2))), y: rows.map((i) => Math.cos(i)) }),
  },
  {
    name: "a semi-labeled column of a regression",
    asked: modelRequest("REGRESSION", "GLM", { response: "y", semilabel: "kind" }),
    code: "010521",
    path: "semilabel",
    says: "Only outlier detection",
  },
  {
    name: "too few rows",
    asked: modelRequest("REGRESSION", "GLM", { response: "y" }),
    code: "010515",
    path: "",
    says: "5 rows at the least",
    on: createTable({ x: [1, 2, 3, 4, 5], y: [1, 2, null, 4, 5] }),
  },
];

test.each(refusals)("the plan refuses $name with $code at $path", ({ asked, code, path, says, on }) => {
  let refused: unknown;
  try {
    prepareTrainingSet(asked, on ?? table);
  } catch (error) {
    refused = error;
  }
  expect(refused).toBeInstanceOf(InvalidInput);
  const { code: found, problems } = refused as InvalidInput;
  expect({ code: found, path: problems[0].path }).toEqual({ code, path });
  expect(problems[0].message).toContain(says);
});

test("a table whose other columns are all hidden has none to learn from", () => {
  const asked = { ...modelRequest("REGRESSION", "GLM", { response: "y" }), hidden: new Set(["x"]) };
  const hiding = createTable({ x: rows.map((i) => Math.sin(i)), y: rows.map((i) => Math.cos(i)) });
  expect(() => prepareTrainingSet(asked, hiding)).toThrow(
    expect.objectContaining({
      code: "010505",
      problems: [expect.objectContaining({ path: "columns", message: expect.stringContaining("show a hidden one") })],
    }),
  );
});

test("the plan refuses constant columns for each node without any other", () => {
  const asked = regression({ layers: layers([{ algorithm: "GLM" }, { algorithm: "GLM", columns: ["same", "empty"] }]) });
  expect(() => prepareTrainingSet(asked, table)).toThrow(
    expect.objectContaining({
      code: "010505",
      problems: [{ path: "layers[0].nodes[1].columns", message: expect.stringContaining("varies") }],
    }),
  );
});

test("the plan names every part of a request that breaks a rule", () => {
  const asked = regression({ layers: layers([{ algorithm: "nope" }, { algorithm: "GLM" }], [{ algorithm: "neither" }]) });
  expect(() => prepareTrainingSet(asked, table)).toThrow(
    expect.objectContaining({
      problems: [
        expect.objectContaining({ path: "layers[0].nodes[0].algorithm" }),
        expect.objectContaining({ path: "layers[1].nodes[0].algorithm" }),
      ],
    }),
  );
});

test("omitted parameters have their defaults", () => {
  const { trainingSet } = prepareTrainingSet(regression({ layers: layers([{ algorithm: "XGB", params: { rounds: 7 } }]) }), table);
  expect(trainingSet.plan.layers[0][0].params).toMatchObject({ rounds: 7, maxDepth: 6, learningRate: 0.3 });
});

test.each([
  { rows: 12, clusters: 2 },
  { rows: 19, clusters: 3 },
  { rows: 20, clusters: 4 },
  { rows: 40, clusters: 4 },
])("$rows rows give $clusters clusters by default", ({ rows: count, clusters }) => {
  const few = createTable({ x: Array.from({ length: count }, (_, i) => Math.sin(i)) });
  for (const algorithm of ["k-means", "GMM", "SOM"]) {
    expect(prepareTrainingSet(modelRequest("CLUSTERING", algorithm), few).trainingSet.plan.layers[0][0].params).toMatchObject({ clusters });
  }
});

test("the plan refuses fewer rows than two clusters need, with and without a requested number of clusters", () => {
  const nine = createTable({ x: Array.from({ length: 9 }, (_, i) => Math.sin(i)) });
  for (const params of [undefined, { clusters: 2 }]) {
    const asked = modelRequest("CLUSTERING", "k-means", { layers: layers([{ algorithm: "k-means", params }]) });
    expect(() => prepareTrainingSet(asked, nine)).toThrow("Clusters need 10 rows at the least, and there are 9");
  }
});

test("a requested number of clusters is not reduced to fit the rows", () => {
  const few = createTable({ x: Array.from({ length: 15 }, (_, i) => Math.sin(i)) });
  const asked = modelRequest("CLUSTERING", "k-means", { layers: layers([{ algorithm: "k-means", params: { clusters: 4 } }]) });
  expect(() => prepareTrainingSet(asked, few)).toThrow("4 clusters are too many for 15 rows");
});

test.each([undefined, "none", "pca", "dobin"] as const)("the plan accepts the rotation %s for an outlier detector", (rotation) => {
  const asked = modelRequest("OCC", "iForest", { layers: layers([{ algorithm: "iForest", rotation }]) });
  expect(prepareTrainingSet(asked, table).trainingSet.plan.layers[0][0].rotation).toBe(rotation === "none" ? undefined : rotation);
});

test("a regression can detect outliers and clusters before the last layer", () => {
  const { trainingSet } = prepareTrainingSet(
    regression({ layers: layers([{ algorithm: "iForest" }, { algorithm: "k-means" }, { algorithm: "GLM" }], [{ algorithm: "GLM" }]) }),
    table,
  );
  expect(trainingSet.plan.layers[0].map(({ task }) => task)).toEqual(["OCC", "CLUSTERING", "REGRESSION"]);
});
