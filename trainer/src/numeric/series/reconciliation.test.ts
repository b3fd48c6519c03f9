import { referenceFigures } from "../../testing/reference-figures.js";
import { minTraceWeights, type Reconciliation, reconcile, shrunkCovariance } from "./reconciliation.js";

interface Figures {
  parts: number[][];
  /** By series, by period. */
  residuals: number[][];
  base: number[][];
  bottomUp: number[][];
  minT: number[][];
}

const figures = referenceFigures<Figures>("reconciliation");
const { parts, residuals, base } = figures;
const errors = residuals.map((list) => Float64Array.from(list));
const nonNegative = [false, false, false, false, false];

/** Reconciles each period; one list per series. */
function reconcileAll(reconciliation: Reconciliation): number[][] {
  const periods = base[0].map((_, t) =>
    reconcile(
      Float64Array.from(base, (list) => list[t]),
      reconciliation,
    ),
  );
  return base.map((_, i) => periods.map((values) => values[i]));
}

describe("reconciled forecasts equal those of hierarchicalforecast", () => {
  test.each([
    ["bottom-up", figures.bottomUp, undefined],
    ["MinT with shrunk covariances", figures.minT, minTraceWeights(shrunkCovariance(errors), parts)],
  ])("%s", (_method, expected, weights) => {
    reconcileAll({ parts, weights, nonNegative }).forEach((list, i) => {
      expect(list).toEqual(expected[i].map((value) => expect.closeTo(value, 6)));
    });
  });
});

test("forecasts of parts that are never negative stay so, and the sums still add up", () => {
  const weights = minTraceWeights(shrunkCovariance(errors), parts);
  const reconciled = reconcile(Float64Array.of(-40, -30, -10, 1, 2, 3, 1, 2), { parts, weights, nonNegative: nonNegative.map(() => true) });
  expect(Math.min(...reconciled)).toBe(0);
  parts.forEach((own, k) => {
    expect(reconciled[k]).toBeCloseTo(
      own.reduce((sum, part) => sum + reconciled[parts.length + part], 0),
      9,
    );
  });
});

test("a series whose errors are partly unknown has the covariance of the periods that are known of both", () => {
  const known = [Float64Array.of(1, -1, 2, -2, 0.5), Float64Array.of(1, 1, -2, -1, 1)];
  const late = [known[0], Float64Array.of(Number.NaN, 1, -2, -1, 1)];
  expect(shrunkCovariance(late)[0]).toBe(shrunkCovariance(known)[0]);
  expect(shrunkCovariance(late)[3]).not.toBe(shrunkCovariance(known)[3]);
  expect(shrunkCovariance(late).every(Number.isFinite)).toBe(true);
});

test("a series without errors keeps the weights finite", () => {
  const certain = errors.map((list, i) => (i === 4 ? new Float64Array(list.length) : list));
  expect(minTraceWeights(shrunkCovariance(certain), parts).every(Number.isFinite)).toBe(true);
});
