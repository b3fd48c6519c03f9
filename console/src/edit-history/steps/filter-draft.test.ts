import { filterSpec } from "@agatha/contracts/edit-steps/filter";
import { TEST_COLUMNS } from "../testing/columns.js";
import {
  addCondition,
  addGroup,
  type ConditionDraft,
  type FilterDraft,
  filterProblems,
  filterSpecOf,
  newFilterDraft,
  removeCondition,
  setConditionColumn,
  updateCondition,
} from "./filter-draft.js";
import type { Problems } from "./problems.js";

/** A filter with one condition, whose key is 1. */
const one = (changes: Partial<ConditionDraft>): FilterDraft => updateCondition(newFilterDraft(), 1, changes);

test.each<[string, Partial<ConditionDraft>, Problems]>([
  ["a column must be chosen", {}, { "1.column": "columnNeeded" }],
  ["a column that is gone is none", { column: "gone", op: "empty" }, { "1.column": "columnNeeded" }],
  ["that a value is missing needs no value", { column: "speed", op: "empty" }, {}],
  ["a value is entered", { column: "speed", op: "eq" }, { "1.value": "valueNeeded" }],
  ["a number is a number", { column: "speed", op: "gt", value: "fast" }, { "1.value": "numberNeeded" }],
  ["a time is in the format of tables", { column: "start", op: "ge", value: "1 May" }, { "1.value": "timeNeeded" }],
  ["one bound is enough", { column: "speed", op: "between", from: "3" }, {}],
  ["without a bound there is no range", { column: "speed", op: "between" }, { "1.from": "rangeNeeded" }],
  ["the end is not before the start", { column: "speed", op: "between", from: "9", to: "10" }, {}],
  ["numbers are compared as such", { column: "speed", op: "between", from: "10", to: "9" }, { "1.to": "rangeOrder" }],
  ["a moment is a range", { column: "start", op: "between", from: "2024-05-01", to: "2024-05-01" }, {}],
  ["times are in order", { column: "start", op: "between", from: "2024-05-02", to: "2024-05-01 23:59" }, { "1.to": "rangeOrder" }],
  ["a bound that is no time is told", { column: "start", op: "between", from: "2024-05-02", to: "later" }, { "1.to": "timeNeeded" }],
  ["a time of day may go over midnight", { column: "start", op: "time_of_day", from: "22:00", to: "06:00" }, {}],
  ["both times of day are needed", { column: "start", op: "time_of_day", from: "22:00" }, { "1.to": "timeOfDayNeeded" }],
  ["one of several needs values", { column: "line", op: "in" }, { "1.values": "valueNeeded" }],
  ["all of which are values", { column: "speed", op: "in", values: ["1", "two"] }, { "1.values": "numberNeeded" }],
  // @contract the-console-sends-no-filter-without-a
])("validation of a filter: %s", (_sentence, changes, problems) => {
  expect(filterProblems(one(changes), TEST_COLUMNS)).toEqual(problems);
});

test("every condition in every group must be complete", () => {
  const draft = addGroup(addCondition(one({ column: "speed", op: "not_empty" }), 0));
  expect(Object.values(filterProblems(draft, TEST_COLUMNS))).toEqual(["columnNeeded", "columnNeeded"]);
});

test.each<[string, Partial<ConditionDraft>, object]>([
  ["a number", { column: "speed", op: "gt", value: "3" }, { column: "speed", op: "gt", value: 3 }],
  ["a range with one bound", { column: "speed", op: "between", to: "3" }, { column: "speed", op: "between", to: 3 }],
  [
    "a range of times",
    { column: "start", op: "between", from: "2024-05-01", to: "2024-05-02 12:00" },
    { column: "start", op: "between", from: "2024-05-01T00:00:00.000Z", to: "2024-05-02T12:00:00.000Z" },
  ],
  [
    "a time of day",
    { column: "start", op: "time_of_day", from: "22:00", to: "06:00" },
    { column: "start", op: "time_of_day", from: "22:00", to: "06:00" },
  ],
  ["several texts", { column: "line", op: "in", values: ["A", "B"] }, { column: "line", op: "in", values: ["A", "B"] }],
  ["a part of a text", { column: "line", op: "contains", value: "1" }, { column: "line", op: "contains", value: "1" }],
  ["a missing value", { column: "line", op: "empty", value: "left over" }, { column: "line", op: "empty" }],
])("the condition sent is %s, and the server's schema accepts it", (_sentence, changes, condition) => {
  const spec = filterSpecOf(one(changes), TEST_COLUMNS);
  expect(spec).toEqual({ type: "filter", combine: "and", groups: [{ combine: "and", conditions: [condition] }] });
  expect(filterSpec.parse(spec)).toEqual(spec);
});

test("a new column clears the operands, and an operator that its type does not have", () => {
  const asked = one({ column: "line", op: "contains", value: "1" });
  const [condition] = setConditionColumn(asked, 1, TEST_COLUMNS[4]!).groups[0]!.conditions;
  expect(condition).toEqual({ key: 1, column: "speed", op: "between", value: "", from: "", to: "", values: [] });
  const [same] = setConditionColumn(asked, 1, TEST_COLUMNS[1]!).groups[0]!.conditions;
  expect(same).toMatchObject({ column: "shift", op: "contains", value: "" });
});

test("a group is removed with its last condition, and a filter always keeps one condition", () => {
  const two = addGroup(newFilterDraft());
  expect(removeCondition(two, 3).groups.map(({ key }) => key)).toEqual([0]);
  expect(removeCondition(newFilterDraft(), 1)).toEqual(newFilterDraft());
});
