import { shortfall } from "./goals.js";

test.each([
  ["at_least", 1, 0.9999999999999962, 0],
  ["at_least", 1, 1.5, 0],
  ["at_least", 1, 0.999, 0.0001],
  ["at_most", 1e6, 1e6 + 1e-9, 0],
  ["at_most", 1e6, 1e6 + 1, 0.1],
] as const)("the limit %s %d is missed by %d by %d of the range, and not by rounding", (goal, value, reached, expected) => {
  expect(shortfall({ goal, value, low: 0, high: 10 }, reached)).toBeCloseTo(expected, 12);
});
