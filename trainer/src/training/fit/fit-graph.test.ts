import { ALGORITHMS } from "@agatha/contracts";
import { kmeans } from "../../algorithms/k-means/index.js";
import { REGISTRY } from "../../algorithms/registry.js";
import { predictGraph, predictNode } from "../../model/artifact/graph.js";
import type { Matrix, Target } from "../../numeric/matrix.js";
import { createRandom } from "../../numeric/random.js";
import { quartiles } from "../../numeric/statistics.js";
import { createTable } from "../../testing/create-table.js";
import { fitContext } from "../../testing/fit-context.js";
import type { Plan, PlannedNode } from "../plan/plan.js";
import { fitGraph } from "./fit-graph.js";
import { memory, plannedNode, recording, watching } from "./testing/watched-algorithms.js";

const rows = Array.from({ length: 60 }, (_, i) => i);
const random = createRandom(2);
const table = createTable({ x: rows.map(() => random.normal()), id: rows });
const target: Target = { kind: "number", values: Float64Array.from(rows, (i) => 1000 + i) };

const plan = (...layers: PlannedNode[][]): Plan => ({ type: "REGRESSION", layers });

test("a later layer learns from predictions of models that have not seen the row", async () => {
  const seen: Matrix[] = [];
  await fitGraph(
    { table, target },
    plan([plannedNode("1.1", memory, ["x", "id"])], [plannedNode("2.1", watching(seen), ["x"])]),
    fitContext(),
  );
  // A model that had seen the row would predict its target, 1000 or more.
  expect([...seen[0].columns[1]]).toEqual(rows.map((id) => 0 - id));
});

test("in order of time, a later layer learns from predictions of models that have seen only earlier rows", async () => {
  const seen: Matrix[] = [];
  const fits: number[][] = [];
  const layers = [[plannedNode("1.1", recording(fits), ["x", "id"])], [plannedNode("2.1", watching(seen), ["id"])]];
  await fitGraph({ table, target }, { type: "REGRESSION", layers, chronological: true }, fitContext());
  const [whole, ...folds] = fits;
  expect(whole).toEqual(rows);
  // Each model learns from the first rows and from none later.
  expect(folds).toEqual([10, 20, 30, 40, 50].map((count) => rows.slice(0, count)));
  const [ids, answers] = seen[0].columns;
  expect([...ids]).toEqual(rows.slice(10));
  expect([...answers]).toEqual(rows.slice(10).map((id) => 0 - id));
});

test("where groups are held out, a later layer learns from predictions of models that have not seen the row's group", async () => {
  const fits: number[][] = [];
  const groups = Int32Array.from(rows, (row) => row % 12);
  const layers = [[plannedNode("1.1", recording(fits), ["x", "id"])], [plannedNode("2.1", watching([]), ["x"])]];
  await fitGraph({ table, target }, { type: "REGRESSION", layers }, fitContext({ splitter: { rows: "groups", groups } }));
  const [, ...folds] = fits;
  expect(folds).toHaveLength(5);
  for (const learned of folds) {
    const seen = new Set(learned.map((id) => groups[id]));
    expect(rows.filter((id) => !learned.includes(id) && seen.has(groups[id]))).toEqual([]);
  }
});

test("in a prediction, a later layer sees the predictions of models fitted on all rows", async () => {
  const { graph } = await fitGraph(
    { table, target },
    plan([plannedNode("1.1", REGISTRY.GLM, ["id"])], [plannedNode("2.1", watching([]), ["x"])]),
    fitContext(),
  );
  const { values } = predictGraph(graph, createTable({ x: [3], id: [10] }));
  // The mean of x and of the least-squares prediction from the id: 1000 + id.
  expect(values?.[0]).toBeCloseTo((3 + 1010) / 2, 6);
});

test("clusters reach later layers as text, with the same numbers in training and in prediction", async () => {
  const groups = rows.map((i) => (i % 2 ? 50 : -50) + i / 60);
  const clustered = createTable({ x: groups });
  const jumps: Target = { kind: "number", values: Float64Array.from(rows, (i) => (i % 2 ? 1 : 7)) };
  const clustering = plannedNode("1.1", kmeans, ["x"], { task: "CLUSTERING", params: { clusters: 2, starts: 1, maxIterations: 100 } });
  const { graph } = await fitGraph(
    { table: clustered, target: jumps },
    plan([clustering], [plannedNode("2.1", REGISTRY.GLM, [])]),
    fitContext(),
  );
  const { values } = predictGraph(graph, createTable({ x: [-49, 49] }));
  expect(values?.[0]).toBeCloseTo(7, 4);
  expect(values?.[1]).toBeCloseTo(1, 4);
});

test("a later layer learns from scores of a detector in the unit in which the detector gives them", async () => {
  const seen: Matrix[] = [];
  const [x, y, z] = [0, 1, 2].map(() => Array.from({ length: 300 }, () => random.normal()));
  const many = createTable({ x, y, z });
  const detector = plannedNode("1.1", REGISTRY.OCS, ["x", "y", "z"], { task: "OCC", params: ALGORITHMS.OCS.params.parse({}) });
  const numbers: Target = { kind: "number", values: Float64Array.from(Array(300).keys()) };
  const last = plannedNode("2.1", watching(seen), []);
  const { graph } = await fitGraph({ table: many, target: numbers }, plan([detector], [last]), fitContext());
  // The scores of a one-class support vector machine grow with the number of rows.
  const served = quartiles(predictNode(graph.layers[0][0], many).scores!);
  const learned = quartiles(seen[0].columns[0]);
  expect((learned.upper - learned.lower) / (served.upper - served.lower)).toBeCloseTo(1, 1);
});

test("the predictions of several nodes in the last layer are averaged", async () => {
  const { graph } = await fitGraph(
    { table, target },
    plan([plannedNode("1.1", watching([]), ["x"]), plannedNode("1.2", watching([]), ["id"])]),
    fitContext(),
  );
  expect(predictGraph(graph, createTable({ x: [4], id: [20] })).values).toEqual(Float64Array.of(12));
});

test("the probabilities of several nodes are averaged and still sum to 1", async () => {
  const classes: Target = { kind: "class", codes: Int32Array.from(rows, (i) => (i % 3 === 0 ? 1 : 0)), labels: ["a", "b"] };
  const nodes = [
    plannedNode("1.1", REGISTRY.GLM, ["x"], { task: "CLASSIFICATION", params: ALGORITHMS.GLM.params.parse({ ridge: 1 }) }),
    plannedNode("1.2", REGISTRY.GLM, ["id"], { task: "CLASSIFICATION", params: ALGORITHMS.GLM.params.parse({ ridge: 1 }) }),
  ];
  const each = await Promise.all(
    nodes.map(
      async (one) =>
        predictGraph((await fitGraph({ table, target: classes }, { type: "CLASSIFICATION", layers: [[one]] }, fitContext())).graph, table)
          .probabilities,
    ),
  );
  const { graph } = await fitGraph({ table, target: classes }, { type: "CLASSIFICATION", layers: [nodes] }, fitContext());
  predictGraph(graph, table).probabilities?.forEach((p, i) => {
    expect(p).toBeCloseTo(((each[0]?.[i] ?? 0) + (each[1]?.[i] ?? 0)) / 2, 12);
  });
});

test("a node without usable columns predicts the mean and cannot be saved", async () => {
  const constant = createTable({ x: rows.map(() => 1) });
  const { graph } = await fitGraph({ table: constant, target }, plan([plannedNode("1.1", REGISTRY.GLM, ["x"])]), fitContext());
  expect(predictGraph(graph, createTable({ x: [7] })).values).toEqual(Float64Array.of(1029.5));
  expect(() => graph.layers[0][0].model.save()).toThrow(
    expect.objectContaining({ code: "010505", problems: [expect.objectContaining({ path: "1.1.columns" })] }),
  );
});

test("a fold with one class predicts that class", async () => {
  const one: Target = { kind: "class", codes: new Int32Array(60).fill(1), labels: ["a", "b"] };
  const { graph } = await fitGraph(
    { table, target: one },
    { type: "CLASSIFICATION", layers: [[plannedNode("1.1", REGISTRY.GLM, ["x"], { task: "CLASSIFICATION" })]] },
    fitContext(),
  );
  expect(predictGraph(graph, createTable({ x: [7] })).probabilities).toEqual(Float64Array.of(0, 1));
});
