import { createRandom } from "../../../numeric/random.js";
import { createTable } from "../../../testing/create-table.js";
import { modelRequest, trainOnTable } from "../../../testing/train-on-table.js";
import { errorUnits } from "./error-units.js";

const MONTHS = 60;

/** Products of which every second one rises steeply with little noise, and the others are noise. */
const products = Array.from({ length: 20 }, (_, p) => ({ name: `P${p}`, slope: p % 2 === 0 ? 0 : 8, deviation: p % 2 === 0 ? 20 : 3 }));

test("intervals of products with a trend are as wide as their errors, not as their changes over a year", async () => {
  const random = createRandom(5);
  const rows = products.flatMap((product) => Array.from({ length: MONTHS }, (_, t) => ({ t, product })));
  const table = createTable({
    when: rows.map(({ t }) => new Date(Date.UTC(2020, t, 1))),
    product: rows.map(({ product }) => product.name),
    y: rows.map(({ t, product }) => 100 + product.slope * t + product.deviation * random.normal()),
  });
  const timeSeries = { time: "when", lags: 1, horizon: 3, series: "product" };
  const { info } = await trainOnTable(table, modelRequest("REGRESSION", "ETS", { response: "y", timeSeries }));
  const ratios = (info.forecast?.series ?? []).map(({ name, steps }) => {
    const { slope, deviation } = products.find((product) => product.name === name)!;
    return { slope, ratio: steps.map(({ value, upper }) => (upper! - value!) / deviation) };
  });
  const mean = (wanted: (slope: number) => boolean) => {
    const all = ratios.filter(({ slope }) => wanted(slope)).flatMap(({ ratio }) => ratio);
    return all.reduce((sum, each) => sum + each, 0) / all.length;
  };
  // 90 % of normal values are within 1.64 standard deviations.
  expect(mean((slope) => slope === 0)).toBeGreaterThan(1.3);
  expect(mean((slope) => slope > 0)).toBeGreaterThan(1.3);
  expect(mean((slope) => slope > 0)).toBeLessThan(4);
});

test("a series without forecasts has the usual error, one with few is drawn to it, and a forecast does not count in its own unit", () => {
  const step = {
    rows: [0, 1, 2, 3, 4],
    codes: [0, 0, 0, 0, 1],
    scales: [2, 2, 2, 2, 5],
    spreads: [1, 1, 1, 1, 1],
    atZeroLevel: [],
    actual: [0, 0, 0, 0, 0],
    predicted: [2, 2, 2, 10, 5],
    naive: [],
    seasonalNaive: [],
  };
  const units = errorUnits([step], [2, 5, 3], () => 1);
  expect(units(2)).toBe(3);
  expect(units(0)).toBeCloseTo(2 * 2 ** (4 / 5), 12);
  expect(units(0, 3)).toBeCloseTo(2, 12);
  expect(units(1)).toBeCloseTo(5, 12);
  expect(units(1, 4)).toBe(5);
});
