import { InvalidInput } from "@agatha/contracts";
import type { Encoding } from "../../algorithms/base/algorithm.js";
import { createTable } from "../../testing/create-table.js";
import { takeRows } from "../tables/table.js";
import { createEncoder } from "./encoder.js";
import { type EncoderState, encoderState } from "./encoder-state.js";
import { fitEncoder } from "./fit-encoder.js";

/** Names the encoded columns: `oven`, `start (month)`, `shift = night`. */
function featureNames(state: EncoderState): string[] {
  return state.columns.flatMap((column) => {
    if (column.type === "n" || column.type === "p") return [column.name];
    if (column.type === "d") return column.parts.map(({ part }) => `${column.name} (${part})`);
    return column.indicators.map(({ level }) => `${column.name} = ${level}`);
  });
}

const keep: Encoding = { missing: "keep", scale: "none" };
const impute: Encoding = { missing: "impute", scale: "none" };
const standard: Encoding = { missing: "impute", scale: "standard" };

function encoded(table: Parameters<typeof fitEncoder>[0], columns: string[], encoding: Encoding) {
  const { encoder, dropped } = fitEncoder(table, columns, encoding);
  const matrix = encoder.encode(table);
  return { names: featureNames(encoder.state), columns: matrix.columns.map((column) => [...column]), dropped, encoder };
}

describe("numbers", () => {
  const table = createTable({ x: [1, null, 5, 9] });

  test("missing numbers stay NaN for algorithms that handle missing values", () => {
    expect(encoded(table, ["x"], keep).columns).toEqual([[1, Number.NaN, 5, 9]]);
  });

  test("missing numbers become the training median for the other algorithms", () => {
    expect(encoded(table, ["x"], impute).columns).toEqual([[1, 5, 5, 9]]);
  });

  test("the median of an even number of values is the mean of the middle two", () => {
    expect(encoded(createTable({ x: [1, null, 2, 8, 9] }), ["x"], impute).columns).toEqual([[1, 5, 2, 8, 9]]);
  });

  test("standardised columns have mean 0 and deviation 1, imputed values included", () => {
    // 1, 5, 5, 9: mean 5, population deviation √8.
    const [column] = encoded(table, ["x"], standard).columns;
    [-4, 0, 0, 4].forEach((value, i) => {
      expect(column[i]).toBeCloseTo(value / Math.sqrt(8), 14);
    });
  });

  test("infinite numbers count as missing", () => {
    expect(encoded(createTable({ x: [1, Infinity, -Infinity, 3] }), ["x"], impute).columns).toEqual([[1, 2, 2, 3]]);
  });

  test("encodes other rows with the median and the scale of the training rows", () => {
    const { encoder } = fitEncoder(takeRows(table, [0, 2, 3]), ["x"], standard);
    // 1, 5, 9: mean 5, deviation √(32/3).
    const other = encoder.encode(createTable({ x: [13, null] })).columns[0];
    expect(other[0]).toBeCloseTo(8 / Math.sqrt(32 / 3), 14);
    expect(other[1]).toBe(0);
  });
});

describe("text", () => {
  const table = createTable({ s: ["b", "a", "a", null] });

  test("text becomes one indicator per level, the most frequent first", () => {
    const { names, columns } = encoded(table, ["s"], impute);
    expect(names).toEqual(["s = a", "s = b"]);
    expect(columns).toEqual([
      [0, 1, 1, 0],
      [1, 0, 0, 0],
    ]);
  });

  test("missing text is NaN for algorithms that handle missing values", () => {
    expect(encoded(table, ["s"], keep).columns[0]).toEqual([0, 1, 1, Number.NaN]);
  });

  test("a level that training did not see is 0 in every indicator", () => {
    const { encoder } = fitEncoder(table, ["s"], keep);
    expect(encoder.encode(createTable({ s: ["c", "b"] })).columns.map((column) => [...column])).toEqual([
      [0, 0],
      [0, 1],
    ]);
  });

  test("a level that no training row has gets no indicator", () => {
    expect(featureNames(fitEncoder(takeRows(table, [1, 3]), ["s"], impute).encoder.state)).toEqual(["s = a"]);
  });

  test("indicators of text are standardised with missing rows as zeros", () => {
    const [a] = encoded(table, ["s"], standard).columns;
    expect(a).toEqual([-1, 1, 1, -1]);
  });
});

describe("dates", () => {
  test("dates become days since the epoch and those calendar parts that vary", () => {
    const table = createTable({ t: [new Date("2024-02-29T01:30:00Z"), new Date("2024-02-29T23:59:00Z"), null] });
    const { names, columns } = encoded(table, ["t"], keep);
    expect(names).toEqual(["t (days)", "t (hour)"]);
    expect(columns[1]).toEqual([1, 23, Number.NaN]);
    expect(columns[0][0]).toBe(Date.UTC(2024, 1, 29, 1, 30) / 86_400_000);
  });

  test("months and weekdays are right before 1970, too", () => {
    const table = createTable({ t: [new Date("1969-12-31T23:00:00Z"), new Date("2024-07-07T22:00:00Z")] });
    const { names, columns } = encoded(table, ["t"], keep);
    expect(names.slice(1)).toEqual(["t (month)", "t (weekday)", "t (hour)"]);
    expect(columns.slice(1)).toEqual([
      [12, 7],
      [3, 0],
      [23, 22],
    ]);
  });
});

test("the encoder drops uninformative columns and gives the reason", () => {
  const many = Array.from({ length: 60 }, (_, i) => `level ${i}`);
  const table = createTable({
    constant: many.map((_, i) => (i === 3 ? null : 7)),
    missing: many.map(() => null),
    same: many.map(() => "on"),
    many,
    huge: many.map((_, i) => (i % 2 ? 1e308 : -1e308)),
    sometimes: many.map((_, i) => (i % 2 ? "on" : null)),
  });
  const { dropped, names } = encoded(table, ["constant", "missing", "same", "many", "huge", "sometimes"], standard);
  expect(dropped).toEqual([
    { column: "constant", reason: "constant" },
    { column: "missing", reason: "all_missing" },
    { column: "same", reason: "constant" },
    { column: "many", reason: "too_many_levels" },
    { column: "huge", reason: "too_large" },
  ]);
  expect(names).toEqual(["sometimes = on"]);
});

test.each([
  { what: "0.1 + 0.2 beside 0.3", x: [0.1 + 0.2, 0.3, 0.3, 0.3] },
  { what: "values whose deviation underflows", x: [1e-200, 2e-200, 1e-200, 2e-200] },
])("a column of $what is constant where columns are standardised, and kept as it is elsewhere", ({ x }) => {
  const table = createTable({ x });
  expect(encoded(table, ["x"], standard).dropped).toEqual([{ column: "x", reason: "constant" }]);
  expect(encoded(table, ["x"], impute).columns).toEqual([x]);
});

test("a column whose values differ by more than rounding errors is standardised", () => {
  const [column] = encoded(createTable({ x: [1, 1 + 1e-13, 1, 1 + 1e-13] }), ["x"], standard).columns;
  expect(column.map(Math.round)).toEqual([-1, 1, -1, 1]);
});

test("a column that the table lacks is missing in every row", () => {
  const { encoder } = fitEncoder(createTable({ x: [1, 3, 5], s: ["a", "b", "a"] }), ["x", "s"], impute);
  expect(encoder.encode(createTable({ s: ["b", "a"] })).columns.map((column) => [...column])).toEqual([
    [3, 3],
    [0, 1],
    [1, 0],
  ]);
});

test("the encoder refuses a column of another type by name", () => {
  const { encoder } = fitEncoder(createTable({ x: [1, 2] }), ["x"], keep);
  expect(() => encoder.encode(createTable({ x: ["1", "2"] }))).toThrow(InvalidInput);
});

test("an encoder restored from JSON encodes identically to the bit", () => {
  const table = createTable({
    x: [0.1, 1 / 3, null, 1e-300],
    t: [new Date(0), new Date(1e12), null, new Date(5)],
    s: ["a", "b", null, "__proto__"],
  });
  const { encoder } = fitEncoder(table, ["x", "t", "s"], standard);
  const again = createEncoder(encoderState.parse(JSON.parse(JSON.stringify(encoder.state))));
  expect(again.encode(table)).toEqual(encoder.encode(table));
  expect(again.featureCount).toBe(encoder.encode(table).ncol);
});
