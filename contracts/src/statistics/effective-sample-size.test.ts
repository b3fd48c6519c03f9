import { effectiveSampleSize } from "./effective-sample-size.js";

/** Returns numbers between 0 and 1, always the same (Lehmer 1951). */
function uniformNumbers(): () => number {
  let state = 5;
  return () => {
    state = (state * 48271) % 2147483647;
    return state / 2147483647;
  };
}

/** Values of which each is `share` of the one before it and something new. */
function dependent(count: number, share: number): Float64Array {
  const uniform = uniformNumbers();
  let last = 0;
  return Float64Array.from({ length: count }, () => {
    last = share * last + Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform());
    return last;
  });
}

test.each([0, 0.5, 0.9])("values that keep %p of the one before tell as much as (1 − r) ÷ (1 + r) of their number", (share) => {
  const values = dependent(20_000, share);
  const size = effectiveSampleSize(values, new Uint8Array(values.length));
  expect((size / values.length) * ((1 + share) / (1 - share))).toBeCloseTo(1, 0);
});

test("values of series in turn depend on the earlier ones of their own series", () => {
  const [a, b] = [dependent(2000, 0.9).subarray(0, 1000), dependent(2000, 0.9).subarray(1000)];
  const mixed = Float64Array.from({ length: 2000 }, (_, i) => (i % 2 ? b : a)[i >> 1]!);
  const apart = effectiveSampleSize(
    Float64Array.of(...a, ...b),
    Array.from({ length: 2000 }, (_, i) => (i < 1000 ? 0 : 1)),
  );
  expect(
    effectiveSampleSize(
      mixed,
      Array.from(mixed.keys(), (i) => i % 2),
    ),
  ).toBeCloseTo(apart, 8);
});

test("values without variance are independent", () => {
  expect(effectiveSampleSize(new Float64Array(5).fill(3), [0, 0, 0, 0, 0])).toBe(5);
});
