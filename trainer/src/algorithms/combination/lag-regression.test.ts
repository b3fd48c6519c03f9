import { fitContext } from "../../testing/fit-context.js";
import { lagRegression } from "./lag-regression.js";

const SEASON = 12;
const YEARS = 10;

test("forecasts of a seasonal series with shifts of its level and without noise stay near its values", async () => {
  const shifts = [
    { from: 36, by: 2 },
    { from: 72, by: 4 },
    { from: 96, by: 20 },
  ];
  const series = Float64Array.from({ length: SEASON * YEARS }, (_, t) => {
    const level = shifts.reduce((sum, { from, by }) => sum + (t >= from ? by : 0), 40);
    const angle = (2 * Math.PI * t) / SEASON;
    return level + 2.8 * Math.sin(angle + 1) + 1.2 * Math.sin(2 * angle + 2);
  });
  const { forecast } = lagRegression.run(series, await lagRegression.fit(series, { season: SEASON }, fitContext()));
  expect(Math.max(...forecast(3 * SEASON))).toBeLessThan(1.5 * Math.max(...series));
});

test("a series without a season may grow by a share of its level", async () => {
  const series = Float64Array.from({ length: 30 }, (_, t) => 10 * 1.1 ** t);
  const { forecast } = lagRegression.run(series, await lagRegression.fit(series, { season: 1 }, fitContext()));
  forecast(5).forEach((value, i) => {
    const actual = 10 * 1.1 ** (30 + i);
    expect(Math.abs(value - actual)).toBeLessThan(0.2 * actual);
  });
});

/** Deaths by earthquakes of the years from 1950 on (vega-datasets, disasters.csv). */
const EARTHQUAKES = [1833, 1554, 2432, 2717, 3344, 959, 763, 6993, 227, 103, 19395, 60, 12209, 1700];

test.each([9, 10, 11, 12, 13, 14])("forecasts after %p years of few values that change by much stay near them", async (years) => {
  const series = Float64Array.from(EARTHQUAKES.slice(0, years));
  const { forecast } = lagRegression.run(series, await lagRegression.fit(series, { season: 1 }, fitContext()));
  expect(Math.max(...forecast(6))).toBeLessThan(20 * Math.max(...EARTHQUAKES));
});
