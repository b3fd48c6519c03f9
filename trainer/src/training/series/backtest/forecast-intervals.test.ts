import type { ConfidenceInterval } from "@agatha/contracts";
import { createRandom } from "../../../numeric/random.js";
import { evaluateForecasts, pooledMetrics, withIntervals } from "./evaluation.js";
import { forecastErrorUnits, forecastIntervals } from "./forecast-intervals.js";
import type { ForecastComparison } from "./trial.js";

const HORIZON = 4;
const startOf = (row: number) => row % 1000;
const UNITS = { startOf, periods: 120 };

interface Made {
  series?: number;
  starts?: number;
  /** Correlation of the errors of neighbouring periods. */
  correlation?: number;
  /** Share of the variance that is of shocks which all series have in common. */
  shared?: number;
  seed?: number;
}

/** Returns forecasts of 0 for periods whose values are a process that forgets slowly, with a variance of 1. */
function comparisons({ series = 1, starts = 60, correlation = 0.7, shared = 0, seed = 1 }: Made): ForecastComparison[] {
  const random = createRandom(seed);
  const empty = () => ({
    rows: [],
    codes: [],
    scales: [],
    spreads: [],
    atZeroLevel: [],
    actual: [],
    predicted: [],
    naive: [],
    seasonalNaive: [],
  });
  const compared: ForecastComparison[] = Array.from({ length: HORIZON }, empty);
  const process = () => {
    const values: number[] = [random.normal()];
    for (let t = 1; t < starts + HORIZON; t++) values.push(correlation * values[t - 1] + Math.sqrt(1 - correlation ** 2) * random.normal());
    return values;
  };
  const shocks = shared > 0 ? process() : [];
  for (let code = 0; code < series; code++) {
    const own = process();
    const values = shared > 0 ? own.map((value, t) => Math.sqrt(1 - shared) * value + Math.sqrt(shared) * shocks[t]) : own;
    for (let start = 0; start < starts; start++) {
      compared.forEach(({ rows, codes, scales, spreads, actual, predicted, naive, seasonalNaive }, step) => {
        rows.push(1000 * code + start);
        codes.push(code);
        scales.push(2);
        spreads.push(1);
        actual.push(10 + values[start + step]);
        for (const list of [predicted, naive, seasonalNaive]) list.push(10);
      });
    }
  }
  return compared;
}

/** Mean of the absolute value of a normal number, in the scale of the series. */
const EXPECTED_MASE = Math.sqrt(2 / Math.PI) / 2;

test.each<[string, Made]>([
  ["one series", {}],
  ["one series of independent errors", { correlation: 0 }],
  ["a few series", { series: 4 }],
  ["more series than starts", { series: 40, starts: 5 }],
  ["more series than starts, with shocks in common", { series: 40, starts: 30, correlation: 0, shared: 0.5 }],
])("an interval of 95 %% mostly holds the MASE to expect: %s", (_what, made) => {
  const held = Array.from({ length: 100 }, (_, seed) => {
    const { MASE } = forecastIntervals(comparisons({ ...made, seed }), UNITS);
    return MASE !== undefined && MASE.lower <= EXPECTED_MASE && MASE.upper >= EXPECTED_MASE;
  });
  expect(held.filter(Boolean).length).toBeGreaterThanOrEqual(85);
});

test("errors that depend on each other have a wider interval, about the figures", () => {
  const [alone, alike] = [0, 0.9].map((correlation) => {
    const compared = comparisons({ correlation });
    const { MASE, sMAPE } = forecastIntervals(compared, UNITS);
    const figures = pooledMetrics(compared, () => true);
    expect((MASE!.lower + MASE!.upper) / 2).toBeCloseTo(figures.MASE!);
    expect((sMAPE!.lower + sMAPE!.upper) / 2).toBeCloseTo(figures.sMAPE!);
    return MASE!.upper - MASE!.lower;
  });
  expect(alike).toBeGreaterThan(1.5 * alone);
});

test("series weigh in MASE as they are asked to", () => {
  const compared = comparisons({ series: 2, correlation: 0 });
  const only = forecastIntervals(compared, { ...UNITS, weightOf: (code) => 1 - code }).MASE!;
  expect((only.lower + only.upper) / 2).toBeCloseTo(pooledMetrics(compared, (code) => code === 0).MASE!);
});

test("the baseline and the errors of each number of periods ahead have intervals about their figures", () => {
  const compared = comparisons({}).map((step) => ({ ...step, seasonalNaive: step.naive.map((value) => value + 3) }));
  const found = withIntervals(evaluateForecasts(compared, [2]), compared, UNITS);
  const middle = ({ lower, upper }: ConfidenceInterval) => (lower + upper) / 2;
  expect(found.baseline.MASE).toBeGreaterThan(found.indicators.MASE! + 0.5);
  expect(middle(found.baselineIntervals.MASE!)).toBeCloseTo(found.baseline.MASE!);
  for (const { MASE, sMAPE, intervals } of found.errors) {
    expect(middle(intervals!.MASE!)).toBeCloseTo(MASE!);
    expect(middle(intervals!.sMAPE!)).toBeCloseTo(sMAPE!);
  }
});

test("the difference from the baseline has an interval about it, and none where fewer than three forecasts are independent", () => {
  const baselineOf = (compared: ForecastComparison[]) =>
    compared.map((step) => ({ ...step, seasonalNaive: step.naive.map((value) => value + 3) }));
  const evaluationOf = (made: Made) => {
    const compared = baselineOf(comparisons(made));
    return withIntervals(evaluateForecasts(compared, [2]), compared, UNITS);
  };
  const { baselineDifferences, indicators, baseline } = evaluationOf({});
  const { lower, upper } = baselineDifferences.MASE!;
  expect((lower + upper) / 2).toBeCloseTo(indicators.MASE! - baseline.MASE!);
  expect(upper).toBeLessThan(0);
  expect(evaluationOf({ starts: 2 }).baselineDifferences).toEqual({});
});

test("without three independent errors there is no interval", () => {
  expect(forecastIntervals(comparisons({ starts: 2 }), UNITS)).toEqual({});
  expect(forecastIntervals(comparisons({ starts: 0 }), UNITS)).toEqual({});
});

test("errors are kept by the period that forecasts begin at, neighbours together where there are many, and by series where these are more", () => {
  const whole = ({ weights, sums }: ReturnType<typeof forecastErrorUnits>) =>
    sums.reduce((sum, value) => sum + value, 0) / weights.reduce((sum, value) => sum + value, 0);
  const few = comparisons({ starts: 60 });
  const kept = forecastErrorUnits(few, UNITS);
  expect(kept).toMatchObject({ by: "starts", periods: 120, length: 1, keys: Array.from({ length: 60 }, (_, i) => i) });
  expect(whole(kept)).toBeCloseTo(pooledMetrics(few, () => true).MASE!, 5);
  const many = comparisons({ starts: 900 });
  const together = forecastErrorUnits(many, { startOf, periods: 1800 });
  expect(together).toMatchObject({ by: "starts", length: 5, keys: Array.from({ length: 180 }, (_, i) => i) });
  expect(whole(together)).toBeCloseTo(pooledMetrics(many, () => true).MASE!, 5);
  const series = comparisons({ series: 40, starts: 5 });
  const bySeries = forecastErrorUnits(series, UNITS);
  expect(bySeries).toMatchObject({ by: "series", keys: { length: 40 }, byStart: { keys: [0, 1, 2, 3, 4] } });
  for (const sums of [bySeries, { ...bySeries, ...bySeries.byStart! }])
    expect(whole(sums)).toBeCloseTo(pooledMetrics(series, () => true).MASE!, 5);
});
