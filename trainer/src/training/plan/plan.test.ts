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
  {
    name: "a table with numbers of rows alone, besides the response",
    asked: modelRequest("REGRESSION", "GLM", { response: "y" }),
    code: "010505",
    path: "columns",
    says: "Choose columns by name to use them",
    on: createTable({ id: rows, y: rows.map((i) => Math.cos(i)) }),
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
  expect(() => prepareTrainingSet(modelRequest("OCC", "GMM"), nine)).toThrow("GMM needs 10 rows at the least, and there are 9");
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
