import type { ModelInput } from "@agatha/contracts";
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
const header = ["other", "shift", " __proto__ "];

test("a request holds the model's inputs, whatever their order in the file and whatever other columns it has", () => {
  const { records, problems } = parseRows([header, ["x", " day ", "1.5"], ["x", "", "2,5"], ["x", "night", "N/A"], ["x"]], inputs);
  expect(problems).toEqual([]);
  expect(records.map((record) => Object.entries(record))).toEqual([
    [
      ["__proto__", "1.5"],
      ["shift", "day"],
    ],
    [
      ["__proto__", "2.5"],
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
  expect(parseRows(rows, inputs).problems).toEqual([problem]);
});
