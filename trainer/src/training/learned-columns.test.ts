import type { NumberColumn } from "../data/tables/table.js";
import { createTable } from "../testing/create-table.js";
import { modelRequest, trainOnTable } from "../testing/train-on-table.js";
import { regression, usual } from "../testing/usual-rows.js";

test("a model tells the data check's findings about the columns that it learned from", async () => {
  const table = usual(250);
  const x = table.columns[0] as NumberColumn;
  x.values.fill(-999, 0, 20);
  const { info } = await trainOnTable(table, regression);
  expect(info.findings).toMatchObject([{ code: "sentinel", column: "x", values: { value: -999, count: 20 } }]);
  const without = await trainOnTable(table, { ...regression, columns: ["kind", "chance"] });
  expect(without.info.findings).toEqual([]);
});

test.each([
  ["random", ["drift"]],
  ["time", []],
] as const)("a model with held-out rows by %s tells of drift: %j", async (rows, told) => {
  const numbers = Array.from({ length: 250 }, (_, i) => i);
  const drifting = createTable({ at: numbers, x: numbers.map((i) => i + 10 * Math.sin(i)), y: numbers.map((i) => Math.cos(7 * i)) });
  const validation = rows === "time" ? { rows, timeColumn: "at" } : { rows };
  const { info } = await trainOnTable(drifting, modelRequest("REGRESSION", "GLM", { response: "y", columns: ["x"], validation }));
  expect(info.findings!.flatMap(({ code, column }) => (column === "x" ? [code] : []))).toEqual(told);
});

test("gaps of the response, and of a column that was left out, are not told as gaps that algorithms learn from", async () => {
  const numbers = Array.from({ length: 250 }, (_, i) => i);
  const names = numbers.map((i) => (i % 4 === 0 ? null : `part ${i}`));
  const gaps = createTable({
    name: names,
    y: numbers.map((i) => (i % 3 === 0 ? null : i)),
    x: numbers.map((i) => (i % 5 === 0 ? null : i % 7)),
  });
  const { info } = await trainOnTable(gaps, modelRequest("REGRESSION", "GLM", { response: "y", columns: ["x", "name"] }));
  const told = info.findings!.flatMap(({ code, column }) => (code === "missing_values" ? [column] : []));
  expect(told).toEqual(["x"]);
  expect(info.warnings.map(({ code }) => code)).toEqual(["target_missing", "row_name_used", "too_many_levels"]);
});

test("a text column with too many levels in all rows is left out of every fold too", async () => {
  const rows = Array.from({ length: 1_000 }, (_, i) => i);
  // 40 levels in the first 800 rows, 60 in all.
  const lot = rows.map((i) => `lot ${i < 800 ? i % 40 : 40 + (i % 20)}`);
  const x = rows.map((i) => Math.cos(i));
  const y = rows.map((i) => x[i] + (i < 800 ? i % 40 : 0));
  const table = createTable({ at: rows, lot, x, y });
  const train = (columns: string[]) =>
    trainOnTable(table, modelRequest("REGRESSION", "GLM", { response: "y", columns, validation: { rows: "time", timeColumn: "at" } }));
  const [asked, without] = [await train(["x", "lot"]), await train(["x"])];
  expect(asked.info.inputs.map(({ name }) => name)).toEqual(["x"]);
  expect(asked.info.warnings).toContainEqual({
    code: "too_many_levels",
    column: "lot",
    message: "lot has more than 50 different values and was left out",
  });
  expect(asked.info.indicators).toEqual(without.info.indicators);
  expect(asked.predictions).toEqual(without.predictions);
});

test("row numbers are the dataset's even if some rows have no target", async () => {
  const table = usual(300);
  const y = table.columns[3].type === "n" ? table.columns[3].values.slice() : new Float64Array(0);
  for (let i = 0; i < 100; i++) y[i] = Number.NaN;
  const { predictions, info } = await trainOnTable(
    { ...table, columns: [...table.columns.slice(0, 3), { name: "y", type: "n", values: y }] },
    regression,
  );
  expect(Math.min(...predictions.rows)).toBeGreaterThanOrEqual(100);
  predictions.rows.forEach((row, i) => {
    expect(predictions.actual?.[i]).toBe(y[row]);
  });
  for (const { row, actual, predicted, error } of info.regression?.largest_errors ?? []) {
    expect(actual).toBe(y[row]);
    expect(error).toBeCloseTo(Number(actual) - Number(predicted), 12);
  }
});

test("inputs are the columns in use, with their training ranges and levels", async () => {
  const whole = Array.from({ length: 40 }, (_, i) => i - 3);
  const table = createTable({
    x: whole,
    kind: Array.from({ length: 40 }, (_, i) => (i % 4 === 0 ? "rare" : "often")),
    same: Array.from({ length: 40 }, () => 1),
    y: Array.from({ length: 40 }, (_, i) => Math.sin(i)),
  });
  const { info } = await trainOnTable(table, modelRequest("REGRESSION", "GLM", { response: "y", columns: ["x", "kind", "same"] }));
  expect(info.inputs).toEqual([
    { name: "x", type: "n", min: -3, max: 36, typical: 16, integer: true, values: whole, levels: [] },
    { name: "kind", type: "s", min: null, max: null, typical: "often", integer: false, levels: ["often", "rare"] },
  ]);
  expect(info.warnings).toContainEqual(expect.objectContaining({ code: "constant", column: "same" }));
});
