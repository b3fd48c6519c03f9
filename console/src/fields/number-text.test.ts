import { numberText } from "./number-text.js";

test.each<[string, number, { min: number | null; max: number | null } | undefined, string]>([
  ["noise of the arithmetic is not shown", 0.012744450000000001, undefined, "0.01274445"],
  ["seven digits are shown", 1 / 3, undefined, "0.3333333"],
  ["a whole number keeps its digits", 20240501123456, undefined, "20240501123456"],
  ["a value at the upper end of its range stays within it", 0.12345678, { min: 0, max: 0.12345678 }, "0.12345678"],
  ["a value at the lower end of its range stays within it", 0.12345671, { min: 0.12345671, max: 1 }, "0.12345671"],
  ["a value outside of its range is rounded as any other", 0.30000000000000004, { min: 1, max: 2 }, "0.3"],
  ["a range without ends limits nothing", 2 / 3, { min: null, max: null }, "0.6666667"],
])("numbers in fields: %s", (_rule, value, range, text) => {
  expect(numberText(value, range)).toBe(text);
});
