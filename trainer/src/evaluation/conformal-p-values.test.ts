import { benjaminiHochberg } from "@agatha/contracts";
import { createRandom } from "../numeric/random.js";
import { conformalThresholds, createNormalScores, leastPValue, pValues } from "./conformal-p-values.js";
import { thresholdAt } from "./thresholds.js";

describe("conformal p-values", () => {
  const normal = createNormalScores(Float64Array.of(3, 1, 2, 2));

  test.each([
    [4, 1 / 5],
    [3, 2 / 5],
    [2.5, 2 / 5],
    [2, 4 / 5],
    [0, 1],
  ])("a score of %d has the p-value %d: the share of normal rows, itself among them, that score at least as high", (score, expected) => {
    expect(pValues(normal)(score)).toBeCloseTo(expected, 12);
  });

  test("groups weigh the same, whatever the number of their rows", () => {
    const grouped = createNormalScores(Float64Array.of(1, 2, 3, 9), Int32Array.of(0, 0, 0, 1));
    expect(leastPValue(grouped)).toBeCloseTo(1 / 3, 12);
    expect(pValues(grouped)(5)).toBeCloseTo((1 + 1) / 3, 12);
    expect(pValues(grouped)(2.5)).toBeCloseTo((1 + 1 + 1 / 3) / 3, 12);
  });

  test("a threshold flags just the rows whose p-value is within its limit", () => {
    const random = createRandom(3);
    const scores = Float64Array.from({ length: 60 }, () => Math.round(10 * random.normal()));
    const found = createNormalScores(scores);
    const p = pValues(found);
    for (const limit of [1 / 61, 0.05, 0.1, 0.3]) {
      const threshold = thresholdAt(conformalThresholds(found), limit);
      for (let score = -40; score <= 40; score++) expect(score > threshold).toBe(p(score) <= limit + 1e-9);
    }
  });

  test("of new normal rows no more are within a limit than it allows", () => {
    const random = createRandom(5);
    let alarms = 0;
    for (let repeat = 0; repeat < 2_000; repeat++) {
      const p = pValues(createNormalScores(Float64Array.from({ length: 39 }, () => random.normal())));
      if (p(random.normal()) <= 0.1) alarms++;
    }
    // Expected are 0.1; four standard errors of 2,000 draws are 0.027.
    expect(Math.abs(alarms / 2_000 - 0.1)).toBeLessThan(0.027);
  });
});

test.each<[string, number[], number, boolean[]]>([
  ["raises alarms up to the last p-value below its line", [0.01, 0.9, 0.03, 0.02], 0.05, [true, false, true, true]],
  ["raises none where each p-value is above its line", [0.04, 0.9, 0.5], 0.05, [false, false, false]],
  ["judges a single row by the share itself", [0.05], 0.05, [true]],
  ["has no alarms without rows", [], 0.05, []],
])("Benjamini-Hochberg %s", (_what, p, share, expected) => {
  expect(benjaminiHochberg(p, share)).toEqual(expected);
});
