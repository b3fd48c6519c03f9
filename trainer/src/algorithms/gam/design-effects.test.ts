import { designEffects } from "./design-effects.js";

/** Rows whose only coordinate is the factor of the first knot's value. */
function coordinate(values: number[]) {
  const factors = Float64Array.from({ length: 4 * values.length }, (_, at) => (at % 4 === 0 ? values[at / 4] : 0));
  return { rows: { knot: new Uint8Array(values.length), factors }, knotTransform: Float64Array.of(1, 0, 0, 0), width: 1 };
}

const groups = Int32Array.of(0, 0, 0, 1, 1, 1);
/** Variance of n values is their squares' sum over n. */
test.each([
  ["the same in all rows of a group", [1, 1, 1, -1, -1, -1], 3],
  ["the same in all rows of a group, with another mean", [6, 6, 6, 4, 4, 4], 3],
  ["varying within groups alone", [-Math.sqrt(1.5), 0, Math.sqrt(1.5), -Math.sqrt(1.5), 0, Math.sqrt(1.5)], 1],
  ["varying within groups and between them", [1, 1, -1, -1, -1, 1], 1],
  [
    "varying more between groups than within",
    [2, 2, 2, -2, -2, -2].map((value, i) => (value + [1, 0, -1][i % 3]!) / Math.sqrt(14 / 3)),
    18 / 7,
  ],
])("a coordinate that is %s", (_what, values, effect) => {
  expect(designEffects(coordinate(values), groups, 2)[0]).toBeCloseTo(effect, 12);
});
