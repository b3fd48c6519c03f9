import { findRowStructure } from "../../data/row-structure/find-row-structure.js";
import { createRandom } from "../../numeric/random.js";
import { createTable } from "../../testing/create-table.js";
import type { ModelRequest } from "../plan/plan.js";
import { trainModel } from "../train-model.js";
import { measureTimeOrder } from "./time-order-errors.js";

const random = createRandom(3);
const { signal } = new AbortController();
const rows = Array.from({ length: 300 }, (_, i) => i);
const day = rows.map((i) => new Date(Date.UTC(2023, 0, 1 + i)));
const x = rows.map(() => random.normal());
/** A level that wanders. */
let level = 0;
const wandering = rows.map(() => {
  level += random.normal();
  return level;
});
const request: ModelRequest = {
  type: "REGRESSION",
  response: "y",
  layers: [{ nodes: [{ algorithm: "XGB", params: { rounds: 30 } }] }],
  maxFpr: 1,
  seed: 1,
  validation: { rows: "auto" },
};

test("the data check tells the errors of random and of later rows for columns that may be the response", async () => {
  const order = await measureTimeOrder(createTable({ day, x, y: wandering }), undefined, { totalRows: 300, signal });
  expect(order).toMatchObject({
    timeColumn: "day",
    errors: [
      { response: "x", dependsOnOrder: false },
      { response: "y", measure: "RMSE", dependsOnOrder: true },
    ],
  });
  const { random: ofRandom, later } = order!.errors[1];
  expect(later).toBeGreaterThan(1.1 * ofRandom);
});

test.each([
  ["a class that is random, and that only the first rows have", rows.map((i) => (i < 200 ? (x[i]! > 0 ? "good" : "bad") : null))],
  ["a number that too few rows have", wandering.map((y, i) => (i < 25 ? y : null))],
])("the data check judges a column by the rows that have its value, as a training does: %s", async (_what, y) => {
  const table = createTable({ day, x, y });
  const { errors } = (await measureTimeOrder(table, undefined, { totalRows: 300, signal }))!;
  expect(errors).toContainEqual(expect.objectContaining({ response: "y", dependsOnOrder: false }));
});

const batch = rows.map((i) => `b${Math.floor(i / 10)}`);
const furnace = rows.map((i) => `f${Math.floor(i / 10) % 3}`);

test("of groups that follow one another the data check tells the errors of later groups, and whether they depend on the order", async () => {
  const table = createTable({ batch, furnace, day, x, y: wandering });
  const order = await measureTimeOrder(table, findRowStructure(table), { totalRows: 300, signal });
  expect(order).toMatchObject({
    timeColumn: "day",
    errors: [
      { response: "furnace", measure: "error_rate" },
      { response: "x", dependsOnOrder: false },
      { response: "y", measure: "RMSE", dependsOnOrder: true },
    ],
  });
  const [, , { random: ofRandom, later }] = order!.errors;
  expect(later).toBeGreaterThan(1.1 * ofRandom);
});

test.each([
  ["few", rows.map((i) => `b${Math.floor(i / 20)}`)],
  ["overlapping in time", rows.map((i) => `b${i % 30}`)],
])("there is no order of groups that are %s", async (_what, groups) => {
  const table = createTable({ batch: groups, day, x, y: wandering });
  const structure = { kind: "identifier" as const, groupColumns: ["batch"], groups: 30, sharing: 1 };
  expect(await measureTimeOrder(table, structure, { totalRows: 300, signal })).toBeUndefined();
});

test("a model of groups that follow one another is judged by later groups by itself", async () => {
  const context = { random: createRandom(1), timezone: "UTC", signal, progress: () => undefined };
  const { info } = await trainModel(request, createTable({ batch, furnace, day, x, y: wandering }), context);
  expect(info.validation).toMatchObject({ rows: "time", timeColumn: "day", groupColumns: ["batch"], groups: 30 });
  expect(info.warnings).toContainEqual(expect.objectContaining({ code: "names_the_group", column: "batch" }));
});

test("a model of rows in order of time tells its figures of later rows, and those of random ones beside them", async () => {
  const context = { random: createRandom(1), timezone: "UTC", signal, progress: () => undefined };
  const { info } = await trainModel(request, createTable({ day, x, y: wandering }), context);
  expect(info.validation).toMatchObject({ rows: "time", timeColumn: "day", other: { rows: "random", heldOutRows: 300 } });
  expect(Number(info.indicators.RMSE)).toBeGreaterThan(Number(info.validation.other?.indicators.RMSE));
});

test("the interval for later rows is wider where the errors depend on each other", async () => {
  const context = { random: createRandom(1), timezone: "UTC", signal, progress: () => undefined };
  const { info, predictions } = await trainModel(request, createTable({ day, x, y: wandering }), context);
  const points = info.regression?.points ?? [];
  const sorted = points.map(({ actual, predicted }) => Math.abs(actual - predicted)).sort((a, b) => a - b);
  expect(predictions.rows).toHaveLength(points.length);
  expect(info.regression?.interval?.half_width).toBeGreaterThan(1.05 * sorted[Math.ceil(0.9 * (sorted.length + 1)) - 1]!);
});
