import { createRandom } from "../../../numeric/random.js";
import { createTable } from "../../../testing/create-table.js";
import { modelRequest, trainOnTable } from "../../../testing/train-on-table.js";

const QUARTERS = 80;
const HORIZON = 4;

function quarters({ levelAt, deviationOf }: { levelAt(t: number): number; deviationOf(level: number): number }) {
  const random = createRandom(7);
  return createTable({
    when: Array.from({ length: QUARTERS }, (_, t) => new Date(Date.UTC(2000, 3 * t, 1))),
    y: Array.from({ length: QUARTERS }, (_, t) => {
      const level = levelAt(t);
      return level + deviationOf(level) * random.normal();
    }),
  });
}

async function forecastOf(table: ReturnType<typeof createTable>) {
  const timeSeries = { time: "when", lags: 1, horizon: HORIZON };
  const { info } = await trainOnTable(table, modelRequest("REGRESSION", "ETS", { response: "y", timeSeries }));
  return info.forecast!;
}

const halfWidth = ({ value, upper }: { value: number | null; upper: number | null }) => upper! - value!;

test("intervals of a series whose deviations grow with its level grow with the root of the level up to its end", async () => {
  const { steps, backtest = [] } = await forecastOf(quarters({ levelAt: (t) => 100 * 1.04 ** t, deviationOf: (level) => 0.05 * level }));
  const last = 100 * 1.04 ** QUARTERS;
  // 90 % of normal values are within 1.64 standard deviations. Without the growth, the width is that of the mean level: 0.8.
  expect(halfWidth(steps[0]) / (0.05 * last)).toBeGreaterThan(1.2);
  expect(halfWidth(steps[0]) / (0.05 * last)).toBeLessThan(2);
  const perRoot = backtest.map(({ values, upper }) => (upper![0]! - values[0]!) / Math.sqrt(values[0]!));
  expect(Math.max(...perRoot) / Math.min(...perRoot)).toBeLessThan(1.15);
});

test("intervals of a rising series with deviations of one size, and of one that stays, are as wide throughout", async () => {
  for (const slope of [2, 0]) {
    const { steps, backtest = [] } = await forecastOf(quarters({ levelAt: (t) => 100 + slope * t, deviationOf: () => 3 }));
    const widths = backtest.map(({ values, upper }) => upper![0]! - values[0]!);
    for (const width of widths) expect(width).toBeCloseTo(halfWidth(steps[0]), 9);
  }
});
