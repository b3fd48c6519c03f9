import type { Condition } from "@agatha/contracts";
import { setCondition } from "./set-condition.js";

const EARLIER = "2024-01-01T00:00:00.000Z";
const clock = { now: () => Date.parse("2024-05-01T08:00:00.000Z") };
const ready = (status: Condition["status"], lastTransitionTime = EARLIER): Condition => ({
  type: "Ready",
  status,
  reason: "Old",
  message: "Old.",
  lastTransitionTime,
});
const set = (before: Condition[] | undefined, status: Condition["status"]) =>
  setCondition(before, { type: "Ready", status, reason: "New", message: "New." }, clock);

test.each([
  ["there was none", undefined, "2024-05-01T08:00:00.000Z"],
  ["its status changes", [ready("False")], "2024-05-01T08:00:00.000Z"],
  ["its status stays and only its reason changes", [ready("True")], EARLIER],
])("sets the transition time when %s", (_when, before, expected) => {
  expect(set(before, "True")).toEqual([{ type: "Ready", status: "True", reason: "New", message: "New.", lastTransitionTime: expected }]);
});

test("a change of a condition keeps the other conditions in their order", () => {
  const other = (type: string): Condition => ({ ...ready("Unknown"), type });
  expect(set([other("A"), ready("False"), other("B")], "True").map(({ type, status }) => [type, status])).toEqual([
    ["A", "Unknown"],
    ["Ready", "True"],
    ["B", "Unknown"],
  ]);
});
