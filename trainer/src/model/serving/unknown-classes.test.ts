import type { ModelInput } from "@agatha/contracts";
import { rowColumnsOf } from "./row-columns.js";
import { warnOfUnknownClasses } from "./unknown-classes.js";

const text = (name: string, levels: string[]): ModelInput => ({
  name,
  type: "s",
  min: null,
  max: null,
  typical: null,
  integer: false,
  levels,
});
const inputs: ModelInput[] = [
  { name: "age", type: "n", min: 0, max: 9, typical: 4, integer: true, levels: [] },
  text("plant", ["north", "south"]),
  text("steel", ["mild"]),
];

function tableOf(rows: Record<string, string | number>[]) {
  const columns = rowColumnsOf(inputs, { timezone: "UTC" })();
  for (const row of rows) {
    for (const [name, cell] of Object.entries(row)) columns.set(columns.find(name)!, cell);
    columns.endRow();
  }
  return columns.take();
}

test("each row with a class that the training did not have gets a warning that names its column", () => {
  const table = tableOf([
    { age: 99, plant: "north", steel: "mild" },
    { age: 1, plant: "west" },
    { age: 1, plant: "west", steel: "tool" },
    { age: 1, plant: "west" },
  ]);
  expect(warnOfUnknownClasses({ value: [1, 2, 3, null], warning: [null, null, null, "no mean"] }, table)).toEqual({
    value: [1, 2, 3, null],
    warning: [
      null,
      "plant has a value that no row of the training had: it counts as none of the known ones",
      "plant, steel have values that no row of the training had: they count as none of the known ones",
      "no mean",
    ],
  });
});

test("known classes and empty cells leave the result as it is", () => {
  const result = { value: [1, 2] };
  expect(warnOfUnknownClasses(result, tableOf([{ plant: "south", steel: "mild" }, { age: 3 }]))).toBe(result);
});
