import type { SeriesTrainingSet } from "../../plan/training-set.js";
import { compareForecasts, newTrial } from "./trial.js";

/** Days of a shop that is closed on the day with number 3. */
const OPEN = [0, 1, 2, 4, 5];
const actualAt = (period: number) => (OPEN.includes(period) ? 10 * period : Number.NaN);
const series = {
  horizon: 2,
  entries: Int32Array.from(OPEN.keys()),
  periods: { index: Float64Array.from(OPEN), period: { unit: "day", size: 1 } },
} as SeriesTrainingSet;

test("a forecast of the day after a closed one is compared too, beside the last value before", () => {
  const trial = newTrial(series);
  const steps = [Float64Array.of(21, 41), Float64Array.of(31, 51)];
  compareForecasts(trial, {
    rows: Int32Array.of(2, 3),
    steps,
    series,
    actualAt,
    scales: [1],
    spreadAt: () => 1,
    zeroPeriods: new Set([24]),
  });
  // The forecast of the closed day itself has nothing to be compared with.
  expect(trial.compared).toMatchObject([
    { rows: [2, 3], actual: [20, 40], predicted: [21, 41], naive: [10, 20] },
    { rows: [3], actual: [50], predicted: [51], naive: [20] },
  ]);
});
