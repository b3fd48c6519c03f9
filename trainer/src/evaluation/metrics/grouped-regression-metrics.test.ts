import fc from "fast-check";
import { createRandom } from "../../numeric/random.js";
import { weightedRegressionMetrics } from "./regression-metrics.js";
import { rowWeights } from "./weights.js";

const groups = { codes: Int32Array.of(0, 1, 0, 2, 1, 2, 2), count: 3 };
const actual = Float64Array.of(1001, 1002, 1004, 1002, 1005, 1002, 1002);
const predicted = Float64Array.of(1002, 1002, 1001, 1003, 1005.5, 1000, 1002);

function figuresOf(values: Float64Array, guesses = predicted) {
  const ofRows = weightedRegressionMetrics(values, guesses);
  return { ofRows, ofGroups: ofRows.byGroup!(groups) };
}

test("the figures of drawn groups are those of their rows", () => {
  fc.assert(
    fc.property(fc.integer(), fc.array(fc.nat({ max: 4 }), { minLength: 3, maxLength: 3 }), (seed, times) => {
      const random = createRandom(seed);
      const guesses = actual.map((value) => value + random.normal());
      const weights = Int32Array.from(times);
      const { ofRows, ofGroups } = figuresOf(actual, guesses);
      const [expected, found] = [ofRows(rowWeights(groups, weights)), ofGroups(weights)];
      // All values of the last group are the same.
      if (times[0] === 0 && times[1] === 0) expect(found.R2).toBeNull();
      else expect(found.R2).toBeCloseTo(Number(expected.R2), 9);
      for (const name of ["RMSE", "MAE", "MAAPE"] as const) {
        if (expected[name] === null) expect(found[name]).toBeNull();
        else expect(found[name]).toBeCloseTo(Number(expected[name]), 12);
      }
    }),
    { seed: 14 },
  );
});

test.each([1e-300, 1e300])("targets around %d have the figures of their rows", (unit) => {
  const { ofRows, ofGroups } = figuresOf(
    actual.map((value) => value * unit),
    predicted.map((value) => value * unit),
  );
  const weights = Int32Array.of(2, 1, 1);
  const [expected, found] = [ofRows(rowWeights(groups, weights)), ofGroups(weights)];
  expect(Number(found.RMSE) / Number(expected.RMSE)).toBeCloseTo(1, 12);
  expect(found.R2).toBeCloseTo(Number(expected.R2), 9);
});

test("an infinite error makes the figures of its group null, and leaves those of others", () => {
  const { ofGroups } = figuresOf(
    actual,
    predicted.map((value, row) => (row === 3 ? Number.POSITIVE_INFINITY : value)),
  );
  expect(ofGroups(Int32Array.of(1, 1, 1)).RMSE).toBeNull();
  expect(ofGroups(Int32Array.of(1, 1, 0)).RMSE).toBeGreaterThan(0);
});
