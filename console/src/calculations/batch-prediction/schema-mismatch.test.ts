import { schemaMismatch } from "./schema-mismatch.js";

const inputs = [
  { name: "heat", type: "n" },
  { name: "shift", type: "s" },
] as const;

test.each([
  ["all columns in their types and further ones", ["heat n", "shift s", "more d"], [], []],
  ["one column less", ["heat n"], ["shift"], []],
  ["text in a numeric column", ["heat s", "shift s"], [], ["heat"]],
  ["no columns", [], ["heat", "shift"], []],
  // @contract a-batch-sends-no-rows-without-the
] as const)("a table with %s lacks %j and has other types in %j", (_what, columns, missing, typeMismatch) => {
  const table = columns.map((column) => {
    const [name = "", type = ""] = column.split(" ");
    return { name, type: type as "n" | "s" | "d" };
  });
  expect(schemaMismatch(inputs, table)).toEqual({ missing, typeMismatch });
});

test("a column without any value fits each input", () => {
  const table = [
    { name: "heat", type: "s", stats: { unique: 0 } },
    { name: "shift", type: "s" },
  ] as const;
  expect(schemaMismatch(inputs, table)).toEqual({ missing: [], typeMismatch: [] });
});

test("the dataset of a time series has the columns that its inputs are made from", () => {
  const lags = [
    { name: "heat_lag_1", type: "n" },
    { name: "load_lag_1", type: "n" },
  ] as const;
  const series = { time: "at", response: "heat" };
  const table = [
    { name: "at", type: "d" },
    { name: "heat", type: "n" },
  ] as const;
  expect(schemaMismatch(lags, table, series)).toEqual({ missing: ["load"], typeMismatch: [] });
  expect(schemaMismatch(lags, [...table, { name: "load", type: "n" }], series)).toEqual({ missing: [], typeMismatch: [] });
  expect(schemaMismatch(lags, lags, series)).toEqual({ missing: [], typeMismatch: [] });
});
