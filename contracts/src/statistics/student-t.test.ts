import { studentTBound } from "./student-t.js";

// Quantiles of scipy.stats.t.ppf(0.95) and ppf(0.975).
test.each([
  [0.9, 1, 6.313752],
  [0.9, 1.5, 3.705181],
  [0.9, 2, 2.919986],
  [0.9, 5, 2.015048],
  [0.9, 30, 1.697261],
  [0.9, 1e6, 1.644854],
  [0.95, 3, 3.182446],
])("a value is within %p of its distribution up to the quantile of %p degrees of freedom", (level, degrees, expected) => {
  expect(Math.abs(studentTBound(level, degrees) / expected - 1)).toBeLessThan(3e-4);
});
