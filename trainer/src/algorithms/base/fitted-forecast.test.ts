import { seasonalNaive } from "../seasonal-naive/index.js";
import { createForecast } from "./fitted-forecast.js";

test("what follows each gap is forecast by one run, in whatever order its periods are asked for, and the periods after the end by one", () => {
  const lengths: number[] = [];
  const counted: typeof seasonalNaive = {
    ...seasonalNaive,
    run(series, fitted) {
      lengths.push(series.length);
      return seasonalNaive.run(series, fitted);
    },
  };
  const series = Float64Array.of(1, 2, Number.NaN, 4, 5, Number.NaN, Number.NaN, 8, 9);
  const model = createForecast(counted, [{ first: 0, unit: 1, series, fitted: { season: 1, drift: false } }]);
  const predict = (periods: readonly number[]) => {
    const { values = [] } = model.predict({ nrow: periods.length, ncol: 1, columns: [Float64Array.from(periods)] });
    return Array.from(values);
  };
  expect(predict([2, 3, 4, 5, 6, 7, 8, 9, 10])).toEqual([2, 2, 4, 5, 5, 5, 8, 9, 9]);
  expect(predict([7, 2, 12, 5, 3, 11])).toEqual([5, 2, 9, 5, 2, 9]);
  expect(lengths.sort((a, b) => a - b)).toEqual([2, 5, 9]);
});
