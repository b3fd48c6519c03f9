import { hasLonePoint } from "./lone-point.js";

test.each<[string, (number | null)[], boolean]>([
  ["a forecast of one period", [3], true],
  ["a value between periods without one", [3, 4, null, 5, null, 6, 7], true],
  ["a first value alone", [3, null, 4, 5], true],
  ["values side by side", [3, 4, null, 5, 6], false],
  ["no value", [null], false],
])("a point stands alone: %s", (_what, values, alone) => {
  expect(hasLonePoint(values.map((value, i) => [i, value]))).toBe(alone);
});
