import type { ModelInput } from "@agatha/contracts";
import type { NumberStyle } from "@agatha/contracts/csv/number-texts";
import { ROW_LIMIT } from "@agatha/contracts/kinds/limits";
import { parseRows, type RowProblem } from "./parse-rows.js";

const input = (name: string, type: ModelInput["type"]): ModelInput => ({
  name,
  type,
  min: 0,
  max: 9,
  typical: 1,
  integer: false,
  levels: [],
});
const inputs = [input("__proto__", "n"), input("shift", "s")];
const parse = (fields: string[][], style: NumberStyle = { decimal: ".", grouped: false }) =>
  parseRows({ fields, inputs, styleOf: () => style, mayHaveText: () => false });
const header = ["other", "shift", " __proto__ "];

test("a request holds the model's inputs, whatever their order in the file and whatever other columns it has", () => {
  const { records, problems } = parse([header, ["x", " day ", "1.5"], ["x", "", "2,5"], ["x", "night", "N/A"], ["x"]]);
  expect(problems).toEqual([]);
  expect(records.map((record) => Object.entries(record))).toEqual([
    [
      ["__proto__", 1.5],
      ["shift", " day "],
    ],
    [
      ["__proto__", 2.5],
      ["shift", null],
    ],
    [
      ["__proto__", null],
      ["shift", "night"],
    ],
    [
      ["__proto__", null],
      ["shift", null],
    ],
  ]);
});

test.each<[string, string[][], RowProblem]>([
  ["no content", [], { kind: "empty" }],
  ["a header only", [header], { kind: "empty" }],
  ["missing columns", [["shift"], ["day"]], { kind: "missing", columns: ["__proto__"] }],
  [
    "too many rows",
    [header, ...Array.from({ length: ROW_LIMIT + 1 }, () => ["x", "day", "1"])],
    { kind: "tooMany", rows: 10_001, most: 10_000 },
  ],
  [
    "text in a numeric column",
    [header, ["x", "day", "1"], ["x", "day", "4 mm"], ["x", "day", "much"]],
    { kind: "notNumber", row: 2, column: "__proto__", value: "4 mm" },
  ],
  // @contract a-batch-sends-no-rows-without-the
])("a file with %s is not sent, and its problem is reported", (_what, rows, problem) => {
  expect(parse(rows).problems).toEqual([problem]);
});

test.each<[string, NumberStyle, string, number | RowProblem]>([
  ["with separators of thousands", { decimal: ".", grouped: true }, "1,234", 1234],
  ["with decimal commas", { decimal: ",", grouped: false }, "1,234", 1.234],
  ["with decimal commas and separators of thousands", { decimal: ",", grouped: true }, "1.234", 1234],
  [
    "with plain numbers alone",
    { decimal: ".", grouped: false },
    "1,234",
    { kind: "notNumber", row: 2, column: "__proto__", value: "1,234" },
  ],
])("1,234 and 1.234 are read as in the model's dataset: %s", (_how, style, cell, expected) => {
  const { records, problems } = parse([header, ["x", "day", "7"], ["x", "day", cell]], style);
  expect(problems.length === 0 ? Object.entries(records[1] ?? {})[0]?.[1] : problems[0]).toEqual(expected);
});

test("text that the server reads in a numeric column is sent as it is", () => {
  const fields = [header, ["x", "day", "36:30:00"], ["x", "day", "k.A."], ["x", "day", "7"], ["x", "day", "n/a"]];
  const { records } = parseRows({ fields, inputs, styleOf: () => ({ decimal: ".", grouped: false }), mayHaveText: () => true });
  expect(records.map((record) => Object.entries(record)[0]?.[1])).toEqual(["36:30:00", "k.A.", 7, null]);
});
