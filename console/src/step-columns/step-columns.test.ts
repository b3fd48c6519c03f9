import type { EditStepSpec } from "@agatha/contracts";
import { inputColumns, missingColumns, outputColumns } from "./step-columns.js";
import { TEST_COLUMNS } from "./testing/columns.js";

const shown = (columns: ReturnType<typeof outputColumns>) => columns.map(({ name, type }) => `${name}:${type}`).join(" ");
const FILE = shown([...TEST_COLUMNS]);

const daily: EditStepSpec = {
  type: "aggregation",
  by: ["line"],
  window: { column: "start", every: 1, unit: "day" },
  cols: [
    { name: "mean speed", function: "mean", column: "speed" },
    { name: "last end", function: "last", column: "end" },
    { name: "shifts", function: "unique", column: "shift" },
    { name: "rows", function: "count" },
  ],
};
const ratio: EditStepSpec = {
  type: "derived",
  name: "ratio",
  formula: { op: "divide", left: { column: "yield" }, right: { column: "speed" } },
};
const place: EditStepSpec = { type: "derived", name: "place", formula: { op: "join", columns: ["line", "shift"], separator: "/" } };
const fast: EditStepSpec = {
  type: "filter",
  combine: "and",
  groups: [{ combine: "and", conditions: [{ column: "speed", op: "gt", value: 3 }] }],
};

test.each<[string, EditStepSpec[], string]>([
  ["no step keeps the columns of the file", [], FILE],
  ["a filter keeps all", [fast], FILE],
  ["a sort keeps all", [{ type: "sort", by: [{ column: "speed", order: "asc" }] }], FILE],
  ["a computed column comes last", [ratio], `${FILE} ratio:n`],
  ["concatenated texts are a text column", [place], `${FILE} place:s`],
  ["an aggregation keeps its window, its groups and its aggregates", [daily], "start:d line:s mean speed:n last end:d shifts:n rows:n"],
  [
    "a computed column can be aggregated",
    [ratio, { type: "aggregation", by: [], cols: [{ name: "largest", function: "max", column: "ratio" }] }],
    "largest:n",
  ],
])("columns after steps: %s", (_sentence, specs, expected) => {
  expect(shown(outputColumns(TEST_COLUMNS, specs))).toBe(expected);
});

const entry = (spec: EditStepSpec, enabled = true) => ({ spec, enabled });

test.each<[string, ReturnType<typeof entry>[], Parameters<typeof inputColumns>[2], string]>([
  [
    "at the end finds the columns after the other steps",
    [entry(daily)],
    { index: 1, type: "filter" },
    shown(outputColumns(TEST_COLUMNS, [daily])),
  ],
  ["at the start finds the columns of the file", [entry(daily)], { index: 0, type: "filter" }, FILE],
  ["after a disabled step finds the columns without that step", [entry(ratio, false)], { index: 1, type: "sort" }, FILE],
  [
    "of type aggregation finds the columns without the aggregation that it supersedes",
    [entry(daily)],
    { index: 1, type: "aggregation" },
    FILE,
  ],
])("a new step %s", (_sentence, entries, where, expected) => {
  expect(shown(inputColumns(TEST_COLUMNS, entries, where))).toBe(expected);
});

test.each<[string, string[], string[], string[]]>([
  ["a dataset with all columns lacks none", ["speed", "time"], ["time", "speed", "line"], []],
  ["missing columns are listed in their order", ["speed", "yield", "time"], ["time"], ["speed", "yield"]],
  ["names differ by case", ["Speed"], ["speed"], ["Speed"]],
  // @contract templates-are-applied-where-their-columns-are
])("columns missing for a template: %s", (_sentence, needed, there, missing) => {
  expect(
    missingColumns(
      needed,
      there.map((name) => ({ name })),
    ),
  ).toEqual(missing);
});
