import { createYielder } from "../../numeric/yield-to-event-loop.js";
import { createTable } from "../../testing/create-table.js";
import { fitContext } from "../../testing/fit-context.js";
import { modelRequest, trainOnTable } from "../../testing/train-on-table.js";
import { decodeArtifact } from "../artifact/artifact.js";
import { loadServingModel } from "../serving/serving-model.js";
import { partialDependence } from "./partial-dependence.js";

const rows = Array.from({ length: 300 }, (_, i) => i);
const cells = {
  x: rows.map((i) => Math.sin(i) * 10),
  kind: rows.map((i) => ["a", "b", "c"][i % 3]),
  few: rows.map((i) => i % 2),
};
const table = createTable({
  ...cells,
  y: rows.map((i) => 3 * Math.sin(i) * 10 + [0, 5, 9][i % 3]),
  grade: rows.map((i) => (Math.sin(i) > 0 ? "good" : "bad")),
});

test("a linear model's partial dependence is a line with the coefficient as slope, and differs between levels by their coefficients", async () => {
  const { artifact, info } = await trainOnTable(table, modelRequest("REGRESSION", "GLM", { response: "y", columns: ["x", "kind", "few"] }));
  const found = info.partial_dependence ?? [];
  expect(found.map(({ column }) => column)).toEqual(info.importance.map(({ column }) => column));
  const [x] = found.filter(({ column }) => column === "x");
  const grid = x.grid.map(Number);
  const [{ label, values }] = x.curves;
  expect(label).toBeNull();
  expect(grid).toEqual(grid.toSorted((a, b) => a - b));
  expect([grid[0], grid.at(-1)]).toEqual([expect.closeTo(-10, 1), expect.closeTo(10, 1)]);
  values.forEach((value, i) => {
    expect((value ?? 0) - (values[0] ?? 0)).toBeCloseTo(3 * (grid[i] - grid[0]), 4);
  });
  const [kind] = found.filter(({ column }) => column === "kind");
  const at = (level: string) => Number(kind.curves[0].values[kind.grid.indexOf(level)]);
  expect([at("b") - at("a"), at("c") - at("a")]).toEqual([expect.closeTo(5, 4), expect.closeTo(9, 4)]);
  const individual = { table, rows: Array.from({ length: table.nrow }, (_, i) => i) };
  const again = await partialDependence(decodeArtifact(artifact), { names: ["few"], individual }, createYielder(fitContext()));
  expect(again[0].grid).toEqual([0, 1]);
});

test("the curve of a single held-out row holds the served predictions for the row with each value of the column", async () => {
  const request = modelRequest("REGRESSION", "XGB", { response: "y", columns: ["x", "kind", "few"] });
  const { artifact, info, predictions } = await trainOnTable(table, request);
  const model = loadServingModel(artifact);
  for (const { column, grid, curves } of info.partial_dependence ?? []) {
    const individual = curves[0].individual ?? [];
    expect(new Set(individual.map(({ row }) => row)).size).toBe(30);
    for (const { row, values } of individual) {
      expect(predictions.rows).toContain(row);
      const one = { x: cells.x[row], kind: cells.kind[row], few: cells.few[row] };
      const served = model.predict(grid.map((value) => ({ ...one, [column]: value }))).value;
      expect(values).toEqual(served.map((value) => expect.closeTo(Number(value), 4)));
    }
  }
});

test("the curves of single rows are of their class, of its calibrated probability", async () => {
  const request = modelRequest("CLASSIFICATION", "XGB", { response: "grade", columns: ["x", "kind"] });
  const { artifact, info } = await trainOnTable(table, request);
  const [{ column, grid, curves }] = info.partial_dependence ?? [];
  for (const { label, individual = [] } of curves) {
    expect(individual).toHaveLength(30);
    const [{ row, values }] = individual;
    const one = { x: cells.x[row], kind: cells.kind[row] };
    const served = loadServingModel(artifact).predict(grid.map((value) => ({ ...one, [column]: value }))).prob ?? [];
    expect(values).toEqual(served.map((probabilities) => expect.closeTo(probabilities[label ?? ""]!, 5)));
  }
});

test("partial dependence has one curve per class, of the calibrated probabilities", async () => {
  const { artifact, info } = await trainOnTable(table, modelRequest("CLASSIFICATION", "XGB", { response: "grade", columns: ["x"] }));
  const [{ grid, curves }] = info.partial_dependence ?? [];
  expect(curves.map(({ label }) => label)).toEqual(["bad", "good"]);
  const served = loadServingModel(artifact).predict(grid.map((x) => ({ x }))).prob ?? [];
  expect(curves[1].values).toEqual(served.map(({ good }) => expect.closeTo(good!, 9)));
});

test("partial dependence has a curve for scores and none for clusters", async () => {
  const outliers = await trainOnTable(table, modelRequest("OCC", "iForest", { columns: ["x", "kind"] }));
  expect(outliers.info.partial_dependence?.[0].curves[0].values.every((value) => value !== null && value > 0)).toBe(true);
  const clusters = await trainOnTable(table, modelRequest("CLUSTERING", "k-means", { columns: ["x"] }));
  expect(clusters.info.partial_dependence).toBeUndefined();
});
