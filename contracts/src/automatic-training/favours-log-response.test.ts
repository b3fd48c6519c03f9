import type { ColumnStats } from "../results/table.js";
import { favoursLogResponse } from "./favours-log-response.js";

const prices: ColumnStats = {
  missing: 0,
  unique: 200,
  min: 638,
  max: 16_008,
  mean: 5019,
  std: 3404,
  quantiles: [638, 1625, 4215, 7446, 16_008],
  histogram: [],
  top: [],
  integer: true,
};

test.each<[string, Partial<ColumnStats>, boolean]>([
  ["prices, most of them low", {}, true],
  ["a value of 0", { min: 0 }, false],
  ["a value below 0", { min: -3 }, false],
  ["most values high", { mean: 4000 }, false],
  ["values that differ little", { mean: 5019, std: 500 }, false],
  ["no value", { min: null, max: null, mean: null, std: null, quantiles: [] }, false],
])("the logarithm of a response is tried where it may help: %s", (_what, other, expected) => {
  expect(favoursLogResponse({ ...prices, ...other })).toBe(expected);
});
