import { createRandom } from "../numeric/random.js";
import { metricsByLimit } from "./metrics/metrics-by-limit.js";
import { outlierMetrics } from "./metrics/outlier-metrics.js";
import { intervalsByLimit, outlierUncertainty } from "./outlier-uncertainty.js";

/** Every tenth row is an anomaly, and scores about two deviations more. */
function scoredRows(nrow: number, seed: number) {
  const random = createRandom(seed);
  const anomalous = Int32Array.from({ length: nrow }, (_, i) => (i % 10 === 0 ? 1 : 0));
  const scores = Float64Array.from(anomalous, (one) => 2 * one + random.normal());
  const distanceSpace = { nrow, ncol: 1, columns: [scores] };
  return { nrow, anomalous, scores, distanceSpace };
}

/** Limits whose thresholds fall from 9, which flags nothing, to −9, which flags all. */
const THRESHOLDS = [9, 2, 1, -9];

function byLimit({ scores, anomalous, distanceSpace }: ReturnType<typeof scoredRows>) {
  const firstFlaggingLimit = Int32Array.from(scores, (score) => THRESHOLDS.findIndex((threshold) => score > threshold));
  const figures = metricsByLimit({ firstFlaggingLimit, scores, anomalous, distanceSpace }, THRESHOLDS.length, createRandom(1));
  return { figures, intervals: intervalsByLimit(figures, { firstFlaggingLimit, anomalous, groups: undefined }) };
}

const flaggedAt = (scores: Float64Array, threshold: number) => Int32Array.from(scores, (score) => (score > threshold ? 1 : 0));

test("the figures of each limit are those of its flagged rows, with any weights", () => {
  const rows = scoredRows(200, 3);
  const { figures } = byLimit(rows);
  const weights = Int32Array.from({ length: 200 }, (_, i) => i % 3);
  for (const [number, threshold] of THRESHOLDS.entries()) {
    const alone = outlierMetrics({ ...rows, flagged: flaggedAt(rows.scores, threshold) }, rows.distanceSpace, createRandom(1));
    for (const given of [undefined, weights]) {
      const found = figures(given)[number];
      for (const [name, value] of Object.entries(alone(given))) {
        expect([name, found[name as keyof typeof found]]).toEqual([name, value === null ? null : expect.closeTo(value, 9)]);
      }
    }
  }
});

test("every figure of a detector with known anomalies has an interval around it, under each limit", () => {
  const { figures, intervals } = byLimit(scoredRows(300, 4));
  const names = ["true_positive", "contamination", "min_distance", "roc_auc"] as const;
  for (const [number, found] of intervals.entries()) {
    const indicators = figures()[number];
    for (const name of names) {
      expect(found[name]!.lower).toBeLessThanOrEqual(indicators[name]!);
      expect(found[name]!.upper).toBeGreaterThanOrEqual(indicators[name]!);
    }
    expect(found.silhouette_score !== undefined).toBe(indicators.silhouette_score !== null);
  }
});

test("shares of 0 and 1 have exact limits by the number of rows of their kind, and the distance follows them", () => {
  const [none, , , all] = byLimit(scoredRows(300, 4)).intervals;
  const most = (count: number) => 1 - 0.025 ** (1 / count);
  expect(none.true_positive).toEqual({ lower: 0, upper: most(30) });
  expect(none.contamination).toEqual({ lower: 0, upper: most(270) });
  expect(all.true_positive).toEqual({ lower: 1 - most(30), upper: 1 });
  expect(none.min_distance).toEqual({ lower: 1 - most(30), upper: Math.hypot(1, most(270)) });
});

test("the interval of the area under the ROC curve holds its true value 95 % of the time", () => {
  // Φ(2 ÷ √2)
  const expected = 0.9214;
  const draws = 80;
  let held = 0;
  for (let seed = 0; seed < draws; seed++) {
    const rows = scoredRows(400, seed);
    const figures = outlierMetrics({ ...rows, flagged: flaggedAt(rows.scores, 1.5) }, rows.distanceSpace, createRandom(1));
    const { roc_auc } = outlierUncertainty(figures, { ...rows, groups: undefined }).intervals;
    if (roc_auc!.lower <= expected && expected <= roc_auc!.upper) held++;
  }
  expect(held / draws).toBeGreaterThan(0.88);
});

test("rows of one group tell no interval, and rows of few groups wide ones", () => {
  const rows = scoredRows(200, 6);
  const figures = outlierMetrics({ ...rows, flagged: flaggedAt(rows.scores, 1.5) }, rows.distanceSpace, createRandom(1));
  const widthBy = (groups: Int32Array | undefined) => {
    const { roc_auc } = outlierUncertainty(figures, { ...rows, groups }).intervals;
    return roc_auc && roc_auc.upper - roc_auc.lower;
  };
  expect(widthBy(new Int32Array(200))).toBeUndefined();
  expect(widthBy(Int32Array.from({ length: 200 }, (_, i) => i % 4))).toBeGreaterThan(0);
});
