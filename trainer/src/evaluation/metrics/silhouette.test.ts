import type { Matrix } from "../../numeric/matrix.js";
import { createRandom, type Random } from "../../numeric/random.js";
import { metricUncertainty } from "../bootstrap.js";
import { calinskiHarabaszScore, clusteringMetrics } from "./clustering-metrics.js";
import { meanMetrics } from "./compute-metrics.js";
import { silhouette } from "./silhouette.js";

/** Rows around three points, each in the group of the nearest. */
function threeGroups(nrow: number, random: Random): { x: Matrix; groups: Int32Array } {
  const centers = [0, 3, 6];
  const along = Float64Array.from({ length: nrow }, () => centers[random.int(3)] + random.normal());
  const across = Float64Array.from({ length: nrow }, () => random.normal());
  return {
    x: { nrow, ncol: 2, columns: [along, across] },
    groups: Int32Array.from(along, (value) => (value < 1.5 ? 0 : value < 4.5 ? 1 : 2)),
  };
}

/** Returns the mean silhouette width of `weights` copies of each row, none of which is compared with itself. */
function silhouetteOfCopies({ columns, nrow }: Matrix, groups: Int32Array, weights: Float64Array): number {
  const rows = Array.from({ length: nrow }, (_, i) => i);
  const apart = (i: number, j: number) => Math.hypot(...columns.map((column) => column[i] - column[j]));
  const meanTo = (i: number, group: number) => {
    const others = rows.filter((j) => j !== i && groups[j] === group);
    const total = others.reduce((sum, j) => sum + weights[j], 0);
    return others.reduce((sum, j) => sum + weights[j] * apart(i, j), 0) / total;
  };
  const widths = rows.map((i) => {
    const within = meanTo(i, groups[i]);
    const between = Math.min(...[0, 1, 2].filter((group) => group !== groups[i]).map((group) => meanTo(i, group)));
    return (between - within) / Math.max(between, within);
  });
  return widths.reduce((sum, width, i) => sum + weights[i] * width, 0) / weights.reduce((sum, weight) => sum + weight, 0);
}

test("the mean of the influence values is the silhouette, and each tells what more copies of its row change", () => {
  const { x, groups } = threeGroups(40, createRandom(2));
  const { score, influences } = silhouette(x, groups, createRandom(1))!;
  const values = influences();
  expect(values.reduce((sum, value) => sum + value, 0) / 40).toBeCloseTo(score, 12);
  const step = 1e-5;
  for (const row of [0, 7, 23, 39]) {
    const more = new Float64Array(40).fill(1);
    more[row] += step;
    const change = (silhouetteOfCopies(x, groups, more) - score) / step;
    expect((values[row] - score) / 40).toBeCloseTo(change, 5);
  }
});

test("intervals of clusters' figures hold the expected figures 95 % of the time", () => {
  const random = createRandom(5);
  const draw = () => {
    const { x, groups } = threeGroups(150, random);
    return clusteringMetrics(x, groups, random);
  };
  const expected = meanMetrics(Array.from({ length: 400 }, () => draw()()));
  const draws = 80;
  const held = { silhouette_score: 0, CH_index: 0 };
  for (let i = 0; i < draws; i++) {
    const { intervals } = metricUncertainty({ model: draw() }, 150);
    for (const name of ["silhouette_score", "CH_index"] as const) {
      const { lower, upper } = intervals[name]!;
      if (lower <= expected[name]! && expected[name]! <= upper) held[name]++;
    }
  }
  expect(held.silhouette_score / draws).toBeGreaterThan(0.88);
  expect(held.CH_index / draws).toBeGreaterThan(0.88);
});

test("the index of rows that are not drawn is one of all rows", () => {
  const { x, groups } = threeGroups(400, createRandom(8));
  const half = Int32Array.from(groups, (_, i) => i % 2);
  const found = clusteringMetrics(x, groups, createRandom(1))(half).CH_index!;
  const rows = [...half.keys()].filter((i) => half[i] === 1);
  const alone = { nrow: 200, ncol: 2, columns: x.columns.map((column) => Float64Array.from(rows, (i) => column[i])) };
  const ofHalf = calinskiHarabaszScore(
    alone,
    Int32Array.from(rows, (i) => groups[i]),
  )!;
  expect(found / ((ofHalf * 397) / 197)).toBeCloseTo(1, 1);
});
