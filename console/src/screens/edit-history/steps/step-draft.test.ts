import type { EditStepSpec } from "@agatha/contracts";
import { editStepSpec } from "@agatha/contracts/edit-steps/index";
import { TEST_COLUMNS } from "../../../step-columns/testing/columns.js";
import { type AggregationDraft, aggregateNames, newAggregationDraft } from "./aggregation-draft.js";
import { availableFormulas, type DerivedColumnDraft, newDerivedDraft } from "./derived-draft.js";
import type { Problems } from "./problems.js";
import { newReplacementDraft, type ReplacementDraft, setReplacedColumn } from "./replacement-draft.js";
import type { SortDraft } from "./sort-draft.js";
import { type StepDraft, stepProblems, stepSpecOf } from "./step-draft.js";

const sort = (...by: SortDraft["by"]): StepDraft => ({ type: "sort", by });
const aggregation = (changes: Partial<AggregationDraft>): StepDraft => ({ type: "aggregation", ...newAggregationDraft(), ...changes });
const aggregate = (changes: Partial<AggregationDraft["aggregates"][number]>) => ({
  aggregates: [{ key: 0, function: "mean" as const, column: "speed", name: null, ...changes }],
});
const replacement = (changes: Partial<ReplacementDraft>): StepDraft => ({ type: "replacement", ...newReplacementDraft(), ...changes });
const derived = (changes: Partial<DerivedColumnDraft>): StepDraft => ({
  type: "derived",
  ...newDerivedDraft(TEST_COLUMNS),
  name: "new",
  op: "add",
  ...changes,
});
const column = (name: string) => ({ kind: "column" as const, column: name, value: "" });
const number = (value: string) => ({ kind: "value" as const, column: null, value });
const day = { column: "start", every: "1", unit: "day" as const };

test.each<[string, StepDraft, Problems]>([
  ["a sort without a column is an error", sort({ key: 0, column: null, order: "asc" }), { "0.column": "columnNeeded" }],
  [
    "two sort keys with one column are an error",
    sort({ key: 0, column: "speed", order: "asc" }, { key: 4, column: "speed", order: "desc" }),
    { "4.column": "columnTwice" },
  ],
  ["a count needs no column", aggregation({}), {}],
  ["an aggregation without aggregates is an error", aggregation({ aggregates: [] }), { figures: "figureNeeded" }],
  ["an aggregate other than the count needs a column", aggregation(aggregate({ column: null })), { "0.column": "columnNeeded" }],
  ["the mean of a text column is an error", aggregation(aggregate({ column: "line" })), { "0.column": "columnNeeded" }],
  ["the last value of a text column is valid", aggregation(aggregate({ column: "line", function: "last" })), {}],
  [
    "an aggregate with the name of a group is an error",
    aggregation({ by: ["line"], ...aggregate({ name: "line" }) }),
    { "0.name": "nameTaken" },
  ],
  ["an aggregate with a reserved name is an error", aggregation(aggregate({ name: "__one__" })), { "0.name": "nameReserved" }],
  [
    "a window over a column that is not a time is an error",
    aggregation({ window: { ...day, column: "speed" } }),
    { window: "columnNeeded" },
  ],
  ["a window over a grouping column is an error", aggregation({ window: day, by: ["start"] }), { window: "columnTwice" }],
  ["a window of a fraction of a unit is an error", aggregation({ window: { ...day, every: "1.5" } }), { every: "everyRule" }],
  ["a window outside its bounds is an error", aggregation({ window: { ...day, every: "10001" } }), { every: "everyRule" }],
  ["a replacement without a column is an error", replacement({}), { column: "columnNeeded" }],
  ["a replacement of a value needs both values", replacement({ column: "speed" }), { from: "valueNeeded", to: "valueNeeded" }],
  ["a replacement by a missing value is valid", replacement({ column: "speed", from: "-999", toMissing: true }), {}],
  ["a fill value of another type is an error", replacement({ column: "start", kind: "fill", value: "0" }), { value: "timeNeeded" }],
  ["a limit without bounds is an error", replacement({ column: "speed", kind: "clip" }), { min: "rangeNeeded" }],
  [
    "a lower limit above the upper limit is an error",
    replacement({ column: "speed", kind: "clip", min: "5", max: "4" }),
    { max: "rangeOrder" },
  ],
  [
    "a computed column without a name is an error",
    derived({ name: "", left: column("speed"), right: number("2") }),
    { name: "nameNeeded" },
  ],
  [
    "a computed column with a name in use is an error",
    derived({ name: "yield", left: column("speed"), right: number("2") }),
    { name: "nameTaken" },
  ],
  ["a formula with one operand is an error", derived({ left: column("speed") }), { right: "columnNeeded" }],
  ["an operand that is not a number is an error", derived({ left: number("two"), right: column("speed") }), { left: "numberNeeded" }],
  ["an expression with a fault is an error", derived({ op: "expression", expression: "speed +" }), { expression: "formulaWrong" }],
  ["a text column in a formula is an error", derived({ op: "sqrt", left: column("line") }), { left: "columnNeeded" }],
  ["a part of a column that is not a time is an error", derived({ op: "part", time: "speed" }), { time: "columnNeeded" }],
  ["a difference with a column that is not a time is an error", derived({ op: "difference", from: "start" }), { to: "columnNeeded" }],
  [
    "a concatenation of columns that are not text is an error",
    derived({ op: "join", columns: ["line", "speed"] }),
    { columns: "textNeeded" },
  ],
  // @contract the-console-sends-no-filter-without-a
])("validation of a step: %s", (_sentence, draft, problems) => {
  expect(stepProblems(draft, TEST_COLUMNS)).toEqual(problems);
});

test.each<[string, StepDraft, EditStepSpec]>([
  ["a sort", sort({ key: 0, column: "speed", order: "desc" }), { type: "sort", by: [{ column: "speed", order: "desc" }] }],
  [
    "an aggregation by group and window",
    aggregation({ by: ["line"], window: { ...day, every: "2" } }),
    { type: "aggregation", by: ["line"], window: { column: "start", every: 2, unit: "day" }, cols: [{ name: "count", function: "count" }] },
  ],
  [
    "an aggregation of all rows",
    aggregation(aggregate({})),
    { type: "aggregation", by: [], cols: [{ name: "speed_mean", function: "mean", column: "speed" }] },
  ],
  [
    "a replacement by a missing value",
    replacement({ column: "speed", from: "-999", toMissing: true }),
    { type: "replacement", replace_col: "speed", action: { kind: "value", from: -999, to: null } },
  ],
  [
    "missing values replaced by the mean",
    replacement({ column: "speed", kind: "fill_with", with: "mean" }),
    { type: "replacement", replace_col: "speed", action: { kind: "fill_with", with: "mean" } },
  ],
  [
    "a limit with one bound",
    replacement({ column: "speed", kind: "clip", max: "4" }),
    { type: "replacement", replace_col: "speed", action: { kind: "clip", max: 4 } },
  ],
  [
    "a computed column of two columns",
    derived({ op: "multiply", left: column("speed"), right: number("2.5") }),
    { type: "derived", name: "new", formula: { op: "multiply", left: { column: "speed" }, right: { value: 2.5 } } },
  ],
  [
    "a part of a time",
    derived({ op: "part", time: "end" }),
    { type: "derived", name: "new", formula: { op: "part", column: "end", part: "month" } },
  ],
  [
    "a difference of two times",
    derived({ op: "difference", from: "start", to: "end" }),
    { type: "derived", name: "new", formula: { op: "difference", from: "start", to: "end", unit: "hour" } },
  ],
])("the step sent is %s, and the server's schema accepts it", (_sentence, draft, spec) => {
  expect(stepProblems(draft, TEST_COLUMNS)).toEqual({});
  expect(stepSpecOf(draft, TEST_COLUMNS)).toEqual(spec);
  expect(editStepSpec.parse(spec)).toEqual(spec);
});

test("aggregates are named after their function and column, and names are unique", () => {
  const draft: AggregationDraft = {
    ...newAggregationDraft(),
    by: ["speed_mean"],
    aggregates: [
      { key: 0, function: "mean", column: "speed", name: null },
      { key: 1, function: "mean", column: "speed", name: null },
      { key: 2, function: "count", column: null, name: "speed_mean_4" },
      { key: 3, function: "mean", column: "speed", name: null },
    ],
  };
  expect(aggregateNames(draft)).toEqual(["speed_mean_2", "speed_mean_3", "speed_mean_4", "speed_mean_5"]);
});

test("formulas are offered only if there are columns for them", () => {
  expect(availableFormulas(TEST_COLUMNS.filter(({ type }) => type === "d"))).toEqual(["expression", "part", "difference"]);
  expect(availableFormulas([])).toEqual([]);
});

test("a new column keeps the replacement if its type allows it", () => {
  const text = setReplacedColumn({ ...newReplacementDraft(), column: "shift", kind: "fill", value: "A" }, TEST_COLUMNS[4]!);
  expect(text).toMatchObject({ column: "speed", kind: "fill", value: "" });
  expect(setReplacedColumn({ ...newReplacementDraft(), column: "line", kind: "text" }, TEST_COLUMNS[4]!)).toMatchObject({
    kind: "fill_with",
    with: "mean",
  });
});
