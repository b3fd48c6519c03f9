import { createRandom } from "../../numeric/random.js";
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

const WEEKS = 52;

test.each([1, 2, 3])("of a year of weeks that noise hides, a profile is kept instead of last year's values (seed %p)", async (seed) => {
  const random = createRandom(seed);
  const expectedAt = (t: number) => 100 + 20 * Math.sin((2 * Math.PI * t) / WEEKS);
  const series = Float64Array.from({ length: 6 * WEEKS }, (_, t) => expectedAt(t) + 20 * random.normal());
  const model = await lagRegression.fit(series, { season: WEEKS }, fitContext());
  const errors = lagRegression
    .run(series, model)
    .forecast(13)
    .map((value, i) => Math.abs(value - expectedAt(series.length + i)));
  expect(model.change).toBe(1);
  // Changes over a year err by 11 to 17.
  expect(errors.reduce((sum, error) => sum + error, 0) / errors.length).toBeLessThan(8);
  expect(lagRegression.fitted.parse(JSON.parse(JSON.stringify(model)))).toEqual(model);
});

test("weeks that repeat keep the changes over a year", async () => {
  const series = Float64Array.from({ length: 3 * WEEKS }, (_, t) => 100 + (((t % WEEKS) * 7919) % 13) + Math.floor(t / WEEKS));
  const model = await lagRegression.fit(series, { season: WEEKS }, fitContext());
  expect(model.change).toBe(WEEKS);
});
