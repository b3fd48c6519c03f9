import type { EditStepSpec } from "@agatha/contracts";
import { TEST_COLUMNS } from "../testing/columns.js";
import { inputColumns, missingColumns, outputColumns } from "./step-columns.js";

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
  ["nothing leaves those of the file", [], FILE],
  ["a filter leaves all", [fast], FILE],
  ["a sorting leaves all", [{ type: "sort", by: [{ column: "speed", order: "asc" }] }], FILE],
  ["a new column of numbers comes last", [ratio], `${FILE} ratio:n`],
  ["texts put together are text", [place], `${FILE} place:s`],
  ["an aggregation leaves its window, its groups and its figures", [daily], "start:d line:s mean speed:n last end:d shifts:n rows:n"],
  [
    "what was computed can be summed up",
    [ratio, { type: "aggregation", by: [], cols: [{ name: "largest", function: "max", column: "ratio" }] }],
    "largest:n",
  ],
])("columns after steps: %s", (_sentence, specs, expected) => {
  expect(shown(outputColumns(TEST_COLUMNS, specs))).toBe(expected);
});

const entry = (spec: EditStepSpec, enabled = true) => ({ spec, enabled });

test.each<[string, ReturnType<typeof entry>[], Parameters<typeof inputColumns>[2], string]>([
  ["at the end finds what the others leave", [entry(daily)], { index: 1, type: "filter" }, shown(outputColumns(TEST_COLUMNS, [daily]))],
  ["before the others finds the file's", [entry(daily)], { index: 0, type: "filter" }, FILE],
  ["after one that is off finds what there is without it", [entry(ratio, false)], { index: 1, type: "sort" }, FILE],
  [
    "that aggregates finds what there is without the aggregation that it switches off",
    [entry(daily)],
    { index: 1, type: "aggregation" },
    FILE,
  ],
])("a new step %s", (_sentence, entries, where, expected) => {
  expect(shown(inputColumns(TEST_COLUMNS, entries, where))).toBe(expected);
});

test.each<[string, string[], string[], string[]]>([
  ["a dataset with all of them lacks none", ["speed", "time"], ["time", "speed", "line"], []],
  ["those that are not there are named in their order", ["speed", "yield", "time"], ["time"], ["speed", "yield"]],
  ["upper and lower case differ, as they do in files", ["Speed"], ["speed"], ["Speed"]],
  // @contract templates-are-applied-where-their-columns-are
])("columns missing for a template: %s", (_sentence, needed, there, missing) => {
  expect(
    missingColumns(
      needed,
      there.map((name) => ({ name })),
    ),
  ).toEqual(missing);
});
