import * as fc from "fast-check";
import { createRandom } from "../numeric/random.js";
import { contaminationMetrics } from "./metrics/outlier-metrics.js";
import { silhouetteScore } from "./metrics/silhouette.js";
import { silhouettesByThreshold } from "./metrics/silhouettes-by-threshold.js";
import { contaminationThresholds, semilabelThresholds, thresholdAt } from "./thresholds.js";

describe("without labels", () => {
  test.each([
    { name: "a quarter of the rows", share: 0.25, limit: 1, flagged: [7, 8] },
    { name: "no more than the limit", share: 0.5, limit: 0.25, flagged: [7, 8] },
    { name: "no row", share: 0, limit: 1, flagged: [] },
    { name: "no row within a limit of 0", share: 0.5, limit: 0, flagged: [] },
    { name: "half of the rows", share: 0.5, limit: 1, flagged: [5, 6, 7, 8] },
    { name: "all but one when all are asked for", share: 1, limit: 1, flagged: [2, 3, 4, 5, 6, 7, 8] },
  ])("without labels, the threshold flags $name", ({ share, limit, flagged }) => {
    const threshold = thresholdAt(contaminationThresholds(Float64Array.of(3, 8, 1, 5, 7, 2, 4, 6), share), limit);
    expect([1, 2, 3, 4, 5, 6, 7, 8].filter((score) => score > threshold)).toEqual(flagged);
  });

  test("equal scores at the threshold are not flagged, so that the share is not exceeded", () => {
    const scores = Float64Array.of(1, 5, 5, 5);
    const threshold = thresholdAt(contaminationThresholds(scores, 0.5), 1);
    expect(scores.filter((score) => score > threshold)).toHaveLength(0);
  });

  test("a limit that is a share of the rows flags exactly that many, despite rounding", () => {
    const scores = Float64Array.from({ length: 100 }, (_, i) => i);
    const threshold = thresholdAt(contaminationThresholds(scores, 0.1), 0.07);
    expect(scores.filter((score) => score > threshold)).toHaveLength(7);
  });
});

describe("with labels", () => {
  const scores = Float64Array.of(9, 8, 7, 6, 5, 4, 3, 2, 1, 0);
  const anomalous = Int32Array.of(1, 0, 1, 0, 0, 1, 0, 0, 0, 0);

  // The anomalies score 9, 7 and 4. Of the seven others, one scores above 7 and three above 4.
  test.each([
    { limit: 0, threshold: 8.5 },
    { limit: 0.1, threshold: 8.5 },
    { limit: 1 / 7, threshold: 6.5 },
    // The distance is √((1/3)² + (1/7)²) = 0.363 above 7, and 3/7 = 0.429 above 4.
    { limit: 1, threshold: 6.5 },
  ])("with labels and a limit of $limit, the threshold is $threshold", ({ limit, threshold }) => {
    expect(thresholdAt(semilabelThresholds(scores, anomalous), limit)).toBe(threshold);
  });

  test("flags no row when the limit is 0 and an unlabeled row ranks first", () => {
    const threshold = thresholdAt(semilabelThresholds(Float64Array.of(9, 8, 1), Int32Array.of(0, 1, 0)), 0);
    expect([9, 8, 1].filter((score) => score > threshold)).toEqual([]);
  });

  test("with labels, the threshold equals the best one of an exhaustive search within the limit", async () => {
    const rows = fc.array(fc.tuple(fc.integer({ min: 0, max: 12 }), fc.boolean()), { minLength: 2, maxLength: 30 });
    await fc.assert(
      fc.property(rows, fc.double({ min: 0, max: 1, noNaN: true }), (some, limit) => {
        const labels = Int32Array.from(some, ([, odd]) => Number(odd));
        fc.pre(labels.includes(0) && labels.includes(1));
        const values = Float64Array.from(some, ([score]) => score);
        const distance = (threshold: number) => {
          const { contamination, min_distance } = contaminationMetrics(
            Int32Array.from(values, (score) => Number(score > threshold)),
            labels,
          );
          return (contamination ?? 1) <= limit + 1e-9 ? (min_distance ?? 2) : Number.POSITIVE_INFINITY;
        };
        const best = Math.min(...[-1, ...values].map(distance));
        expect(distance(thresholdAt(semilabelThresholds(values, labels), limit))).toBeCloseTo(best, 12);
      }),
      { seed: 5 },
    );
  });
});

test("silhouettes by threshold equal those of each threshold alone", () => {
  const random = createRandom(3);
  const x = { nrow: 60, ncol: 3, columns: [0, 1, 2].map(() => Float64Array.from({ length: 60 }, () => random.normal())) };
  const from = Int32Array.from({ length: 60 }, () => random.int(7));
  const alone = [0, 1, 2, 3, 4, 5].map((number) =>
    silhouetteScore(
      x,
      from.map((first) => Number(first <= number)),
      createRandom(1),
    ),
  );
  const found = silhouettesByThreshold(x, from, 6, createRandom(1));
  found.forEach((value, i) => {
    expect(value?.score).toBeCloseTo(alone[i] ?? Number.NaN, 12);
  });
  expect(silhouettesByThreshold(x, new Int32Array(60).fill(1), 3, createRandom(1))).toEqual([null, null, null]);
});
