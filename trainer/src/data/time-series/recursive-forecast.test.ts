import { createTable } from "../../testing/create-table.js";
import { findColumn, type Table } from "../tables/table.js";
import { forecastIntervals } from "./forecast-intervals.js";
import { recursiveForecast } from "./recursive-forecast.js";

const values = (table: Table, name: string) => {
  const column = findColumn(table, name);
  return column && column.type !== "s" ? [...column.values] : [];
};

test("each step sees the predictions before it, and other columns keep their last known value", () => {
  const seen: Record<string, number[]>[] = [];
  const start = createTable({ y_lag_1: [10, 1], y_lag_2: [20, 2], x_lag_1: [5, Number.NaN], x_lag_2: [6, 7], fixed: [0, 0] });
  const steps = recursiveForecast(
    (table) => {
      seen.push(Object.fromEntries(table.columns.map(({ name }) => [name, values(table, name)])));
      return Float64Array.from(values(table, "y_lag_1"), (y) => y + 1);
    },
    start,
    { response: "y", columns: ["x"], lags: 2 },
    3,
  );
  expect(steps.map((step) => [...step.values])).toEqual([
    [11, 2],
    [12, 3],
    [13, 4],
  ]);
  expect(seen[1]).toEqual({ y_lag_1: [11, 2], y_lag_2: [10, 1], x_lag_1: [5, 7], x_lag_2: [5, Number.NaN], fixed: [0, 0] });
  expect(seen[2]).toEqual({ y_lag_1: [12, 3], y_lag_2: [11, 2], x_lag_1: [5, 7], x_lag_2: [5, 7], fixed: [0, 0] });
});

test("predictions are not below 0 where the learned responses of the series reach it and none is below", () => {
  const start = createTable({ y_lag_1: [3, 3, 3, -3] });
  const falling = (table: Table) => Float64Array.from(values(table, "y_lag_1"), (y) => y - 4);
  const forecast = (least: (number | null)[], all: number) => {
    const ofRows = least.map((min) => (min === null ? null : { min, max: 10 }));
    const inputs = { response: "y", columns: [], lags: 1, learned: { min: all, max: 10, ofRows } };
    return recursiveForecast(falling, start, inputs, 2).map((step) => [...step.values]);
  };
  expect(forecast([0, 2, null, 0], 0)).toEqual([
    [0, 0, 0, -7],
    [0, 0, 0, -11],
  ]);
  expect(forecast([0, 2, null, 0], -9)).toEqual([
    [0, -1, -1, -7],
    [0, -5, -5, -11],
  ]);
});

test("predictions from predictions stay near the learned responses and the last known one", () => {
  const start = createTable({ y_lag_1: [3, -1, 100] });
  const doubled = (table: Table) => Float64Array.from(values(table, "y_lag_1"), (y) => 2 * y);
  const steps = recursiveForecast(doubled, start, { response: "y", columns: [], lags: 1, learned: { min: 0, max: 10 } }, 5);
  expect(steps.map((step) => [...step.values])).toEqual([
    [6, -2, 200],
    [12, -4, 120],
    [24, -8, 120],
    [30, -16, 120],
    [30, -21, 120],
  ]);
});

test("predictions from predictions of several series stay near the responses of their own, as far as their level is of that of all", () => {
  const start = createTable({ y_lag_1: [10, 1e6, 5, 0] });
  const tenfold = (table: Table) => Float64Array.from(values(table, "y_lag_1"), (y) => 10 * y + 1);
  const ofRows = [{ min: 8, max: 12 }, { min: 2e5, max: 1e6 }, { min: 5, max: 5 }, null];
  const steps = recursiveForecast(tenfold, start, { response: "y", columns: [], lags: 1, learned: { min: 0, max: 1e6, ofRows } }, 9);
  expect([...steps[8].values]).toEqual([12 + 2 * 12, 3e6, 5 + 2 * 5, 3e6]);
});

test("a forecast step has an interval if it has a half width, and null instead of a number that is not finite", () => {
  expect(forecastIntervals([Float64Array.of(10, Number.NaN), Float64Array.of(20, 30)], [2, null])).toEqual([
    [
      { step: 1, value: 10, lower: 8, upper: 12 },
      { step: 2, value: 20, lower: null, upper: null },
    ],
    [
      { step: 1, value: null, lower: null, upper: null },
      { step: 2, value: 30, lower: null, upper: null },
    ],
  ]);
});
