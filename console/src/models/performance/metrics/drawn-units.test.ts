import { drawnUnits } from "./drawn-units.js";

const common = { folds: 5, trainRows: 80, heldOutRows: 100 };

test.each([
  ["rows", { method: "cross_validation", rows: "random" }],
  ["rows", { method: "holdout" }],
  ["groups", { method: "cross_validation", rows: "groups", groups: 12 }],
  ["groups", { method: "cross_validation", rows: "random", groups: 12 }],
  ["blocks", { method: "latest", rows: "time" }],
  ["blocks", { method: "rolling_origin" }],
] as const)("intervals are over %s: %p", (units, validation) => {
  expect(drawnUnits({ ...common, ...validation })).toBe(units);
});
