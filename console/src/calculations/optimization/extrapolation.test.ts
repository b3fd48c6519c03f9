import { extrapolationOf } from "./extrapolation.js";

test.each([
  ["beyond the range of an input", ["heat"], { nearest: 0.1, percentile: 0.2, far: false }, "outside"],
  ["further away than rows are from each other", [], { nearest: 4, percentile: 1, far: true }, "far"],
  ["further away than most rows", [], { nearest: 1, percentile: 0.95, far: false }, "edge"],
  ["as near as rows are", [], { nearest: 0.5, percentile: 0.9, far: false }, "within"],
  ["within all ranges, where nothing else is known", [], undefined, "within"],
] as const)("closeness to the training data of settings %s", (_where, outside, distance, closeness) => {
  expect(extrapolationOf(outside, distance)).toBe(closeness);
});
