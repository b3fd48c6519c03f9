import { createRandom } from "../../numeric/random.js";
import { createTable } from "../../testing/create-table.js";
import { modelRequest, trainOnTable } from "../../testing/train-on-table.js";

const DAY = 86_400_000;
const FORECASTERS = ["ETS", "Theta", "ARIMA", "CES", "Harmonic", "Croston", "SNaive", "Combination"];
const request = (algorithm: string) =>
  modelRequest("REGRESSION", algorithm, { response: "y", timeSeries: { time: "when", lags: 1, horizon: 7 } });
const train = (days: readonly number[], y: number[], algorithm: string) =>
  trainOnTable(createTable({ when: days.map((day) => new Date(day * DAY)), y }), request(algorithm));

test("the unit of MASE is the change over a season of days, whatever days have no row", async () => {
  const random = createRandom(3);
  const days = Array.from({ length: 420 }, (_, day) => day);
  const values = days.map((day) => 50 + 10 * Math.sin((2 * Math.PI * day) / 7) + random.normal());
  const [all, open] = [days, days.filter((day) => day % 7 !== 3)];
  const naive = [all, open].map(async (kept) => {
    const { info } = await train(
      kept,
      kept.map((day) => values[day]),
      "ETS",
    );
    return info.forecast?.errors[0]?.seasonal_naive_MASE;
  });
  for (const MASE of await Promise.all(naive)) {
    expect(MASE).toBeGreaterThan(0.7);
    expect(MASE).toBeLessThan(1.3);
  }
});

test.each(FORECASTERS)("%s goes on with a series that was constant until a few periods ago, and has a MASE", async (algorithm) => {
  const days = Array.from({ length: 100 }, (_, day) => day);
  const { info } = await train(
    days,
    days.map((day) => (day < 97 ? 0 : 5)),
    algorithm,
  );
  expect(info.forecast?.steps.map(({ value }) => typeof value)).toEqual(new Array(7).fill("number"));
  expect(info.indicators.MASE).toEqual(expect.any(Number));
});
