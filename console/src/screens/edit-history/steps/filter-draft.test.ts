import { filterSpec } from "@agatha/contracts/edit-steps/filter";
import { TEST_COLUMNS } from "../../../step-columns/testing/columns.js";
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
  ["an empty column is an error", {}, { "1.column": "columnNeeded" }],
  ["a deleted column is an error", { column: "gone", op: "empty" }, { "1.column": "columnNeeded" }],
  ['"is missing" needs no value', { column: "speed", op: "empty" }, {}],
  ["an empty value is an error", { column: "speed", op: "eq" }, { "1.value": "valueNeeded" }],
  ["text for a numeric column is an error", { column: "speed", op: "gt", value: "fast" }, { "1.value": "numberNeeded" }],
  ["a time in another format is an error", { column: "start", op: "ge", value: "1 May" }, { "1.value": "timeNeeded" }],
  ["one bound is valid", { column: "speed", op: "between", from: "3" }, {}],
  ["no bound is an error", { column: "speed", op: "between" }, { "1.from": "rangeNeeded" }],
  ["an end before the start is an error", { column: "speed", op: "between", from: "9", to: "10" }, {}],
  ["bounds of numbers are compared as numbers", { column: "speed", op: "between", from: "10", to: "9" }, { "1.to": "rangeOrder" }],
  ["equal bounds are valid", { column: "start", op: "between", from: "2024-05-01", to: "2024-05-01" }, {}],
  [
    "bounds of times are compared as times",
    { column: "start", op: "between", from: "2024-05-02", to: "2024-05-01 23:59" },
    { "1.to": "rangeOrder" },
  ],
  ["a bound that is not a time is an error", { column: "start", op: "between", from: "2024-05-02", to: "later" }, { "1.to": "timeNeeded" }],
  ["a time of day may pass midnight", { column: "start", op: "time_of_day", from: "22:00", to: "06:00" }, {}],
  ["a time of day needs both bounds", { column: "start", op: "time_of_day", from: "22:00" }, { "1.to": "timeOfDayNeeded" }],
  ['"is one of" needs values', { column: "line", op: "in" }, { "1.values": "valueNeeded" }],
  [
    '"is one of" needs values of the type of the column',
    { column: "speed", op: "in", values: ["1", "two"] },
    { "1.values": "numberNeeded" },
  ],
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
