import { correlationText } from "./round-metric.js";

test.each([
  [-0.004, "0.00"],
  [-0.005, "-0.01"],
  [0.996, "1.00"],
  [-1, "-1.00"],
])("a correlation of %d is written as %s", (correlation, written) => {
  expect(correlationText(correlation)).toBe(written);
});
