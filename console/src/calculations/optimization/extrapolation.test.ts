import { extrapolationOf } from "./extrapolation.js";

test.each([
  ["outside the range of an input", ["heat"], { nearest: 0.1, percentile: 0.2, far: false }, "outside"],
  ["further from training rows than these are from each other", [], { nearest: 4, percentile: 1, far: true }, "far"],
  ["further from training rows than most are from each other", [], { nearest: 1, percentile: 0.95, far: false }, "edge"],
  ["as near to training rows as these are to each other", [], { nearest: 0.5, percentile: 0.9, far: false }, "within"],
  ["inside all ranges, where the model stores no distances", [], undefined, "within"],
] as const)("closeness to the training data of settings %s", (_where, outside, distance, closeness) => {
  expect(extrapolationOf(outside, distance)).toBe(closeness);
});
