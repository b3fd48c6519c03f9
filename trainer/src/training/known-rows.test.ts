import type { RowValidation } from "@agatha/contracts";
import { rowDigests } from "../data/tables/row-digests.js";
import { createRandom } from "../numeric/random.js";
import { createTable } from "../testing/create-table.js";
import { modelRequest, trainOnTable } from "../testing/train-on-table.js";
import { recognizeRows, unpackKnownRows } from "./known-rows.js";

const NROW = 60;
const batches = Array.from({ length: NROW }, (_, i) => `b${Math.floor(i / 5)}`);
const x = Array.from({ length: NROW }, (_, i) => Math.sin(i) * 10);
const y = x.map((value, i) => value + (i % 3));
const training = createTable({ batch: batches, hour: x.map((_, i) => i), x, y });

async function knownRows(validation?: RowValidation) {
  const request = modelRequest("REGRESSION", "GLM", { response: "y", columns: ["x"], validation });
  return unpackKnownRows((await trainOnTable(training, request)).knownRows);
}

test("test rows that were in the training are recognised, and others are not", async () => {
  const inputs = createTable({ x: [x[3], x[4], 1234] });
  const found = recognizeRows(await knownRows(), { inputs, all: inputs, actual: [y[3], y[4] + 1, y[5]] });
  expect(found).toEqual({ row: [true, false, false], group: [false, false, false] });
});

test.each<[string, RowValidation]>([
  ["new groups", { rows: "groups", groupColumns: ["batch"] }],
  ["later groups", { rows: "time", groupColumns: ["batch"], timeColumn: "hour" }],
])("rows of groups that were in the training are recognised where the model is for %s", async (_rows, validation) => {
  const all = createTable({ batch: ["b1", "new"], x: [77, 78] });
  const inputs = createTable({ x: [77, 78] });
  const known = await knownRows(validation);
  expect(recognizeRows(known, { inputs, all, actual: [1, 2] })).toEqual({ row: [false, false], group: [true, false] });
});

test("a row that the training has several times proves nothing", async () => {
  const twice = createTable({ x: [...x, x[0]], y: [...y, y[0]] });
  const { knownRows: bytes } = await trainOnTable(twice, modelRequest("REGRESSION", "GLM", { response: "y" }));
  const inputs = createTable({ x: [x[0], x[1]] });
  expect(recognizeRows(unpackKnownRows(bytes), { inputs, all: inputs, actual: [y[0], y[1]] }).row).toEqual([false, true]);
});

test("rows of a training that has copies of its rows are recognised all the same", async () => {
  const z = x.map((_, i) => Math.cos(7 * i));
  const twice = createTable({ x: [...x, ...x], z: [...z, ...z], y: [...y, ...y] });
  const { knownRows: bytes } = await trainOnTable(twice, modelRequest("REGRESSION", "GLM", { response: "y" }));
  const inputs = createTable({ x: [x[0], x[1]], z: [z[0], 5] });
  expect(recognizeRows(unpackKnownRows(bytes), { inputs, all: inputs, actual: [y[0], y[1]] }).row).toEqual([true, false]);
});

test("a few copies of rows are recognised, too", async () => {
  const z = x.map((_, i) => Math.cos(7 * i));
  const some = (values: number[]) => [...values, values[0]];
  const { knownRows: bytes } = await trainOnTable(
    createTable({ x: some(x), z: some(z), y: some(y) }),
    modelRequest("REGRESSION", "GLM", { response: "y" }),
  );
  const inputs = createTable({ x: [x[0], x[1]], z: [z[0], 5] });
  expect(recognizeRows(unpackKnownRows(bytes), { inputs, all: inputs, actual: [y[0], y[1]] }).row).toEqual([true, false]);
});

test("near copies of rows are of their group where copies were held out together", async () => {
  const random = createRandom(5);
  const normal = () => Array.from({ length: 100 }, () => random.normal());
  const [a, b, c] = [normal(), normal(), normal()];
  const kinds = a.map((_, row) => `k${row % 3}`);
  const again = (values: number[]) => [...values, ...values.map((value) => value * (1 - 3e-6))];
  const table = createTable({ a: again(a), b: again(b), kind: [...kinds, ...kinds], c: again(c) });
  const { knownRows: bytes } = await trainOnTable(
    table,
    modelRequest("REGRESSION", "GLM", { response: "c", validation: { rows: "auto" } }),
  );
  const inputs = createTable({ a: [a[0] + 1e-5, a[1] + 1, a[2], a[3]], b: [b[0], b[1], b[2], b[3]], kind: ["k0", "k1", "k1", "k0"] });
  const found = recognizeRows(unpackKnownRows(bytes), { inputs, all: inputs, actual: [c[0] + 1e-5, c[1], c[2], c[3] + 1] });
  expect(found).toEqual({ row: [false, false, false, false], group: [true, false, false, false] });
});

test("a number and the same number as text have the same digest; missing values and other numbers differ", () => {
  const digestsOf = (columns: Parameters<typeof createTable>[0]) => [...rowDigests(createTable(columns).columns, 2)];
  expect(digestsOf({ a: ["5", "-0.5"] })).toEqual(digestsOf({ a: [5, -0.5] }));
  const all = [...digestsOf({ a: [5, 6] }), ...digestsOf({ a: [Number.NaN, 0] }), ...digestsOf({ a: ["x", "y"] })];
  expect(new Set(all).size).toBe(6);
  expect(digestsOf({ a: [1, 2], b: [2, 1] })[0]).not.toBe(digestsOf({ a: [1, 2], b: [2, 1] })[1]);
});
