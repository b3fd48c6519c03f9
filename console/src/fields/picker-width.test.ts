import { columnPickerWidth } from "./picker-width.js";

test.each([
  ["no name", [], 320],
  ["short names", ["a", "temperature"], 320],
  ["a name of 20 characters", ["x".repeat(20), "a"], 320],
  ["a name of 21 characters", ["a", "x".repeat(21)], 310],
  ["a name of 44 characters", ["x".repeat(44)], 540],
  ["a name of 45 characters", ["x".repeat(45)], 550],
  ["a name of hundreds of characters", ["x".repeat(400)], 550],
  // @contract places-for-column-names-are-as-wide
])("for %s the picker is as wide as the longest name needs", (_names, names, width) => {
  expect(columnPickerWidth(names)).toBe(width);
});
