import { createTable } from "../../testing/create-table.js";
import { readActualValues } from "./actual-values.js";

test.each([
  ["the same number in all rows with one", [3, 3, null], ["target_missing", "target_constant"]],
  ["different numbers", [3, 4, 3], []],
  ["a single row", [3], []],
])("the warnings about the actual values name what a figure lacks: %s", (_what, y, codes) => {
  const rows = Int32Array.from(y.keys());
  expect(readActualValues(createTable({ y }), "REGRESSION", { name: "y", rows }).warnings.map(({ code }) => code)).toEqual(codes);
});

test("a response of durations that are all below a day is read as hours", () => {
  const y = ["8:30:00", null, "23:45:00"];
  const { values } = readActualValues(createTable({ y }), "REGRESSION", { name: "y", rows: Int32Array.from(y.keys()) });
  expect(values).toEqual([8.5, null, 23.75]);
});
