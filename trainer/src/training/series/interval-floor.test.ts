import { loadServingModel } from "../../model/serving/serving-model.js";
import { createTable } from "../../testing/create-table.js";
import { modelRequest, trainOnTable } from "../../testing/train-on-table.js";

/** Returns all lower bounds of a model's forecasts: of its page, of its backtest and of its answers. */
async function lowerBounds(algorithm: string, valueAt: (t: number) => number) {
  const table = createTable({
    when: Array.from({ length: 90 }, (_, t) => new Date(Date.UTC(2024, 0, 1 + t))),
    demand: Array.from({ length: 90 }, (_, t) => valueAt(t)),
  });
  const timeSeries = { time: "when", lags: 3, horizon: 5 };
  const { info, artifact } = await trainOnTable(table, modelRequest("REGRESSION", algorithm, { response: "demand", timeSeries }));
  const model = loadServingModel(artifact);
  const [next] = [...(model.nextPeriods?.(model.toTable([])) ?? [])];
  return [
    ...(info.forecast?.steps.map(({ lower }) => lower) ?? []),
    ...(info.forecast?.backtest?.flatMap(({ lower }) => lower) ?? []),
    ...(next?.interval?.map((interval) => interval?.lower) ?? []),
  ];
}

const demandAt = (t: number) => ((t * 7919) % 10 < 6 ? 0 : (t * 104729) % 9);

test.each(["SNaive", "XGB"])("intervals of %s do not go below 0 for values that reach it and are never below", async (algorithm) => {
  const bounds = await lowerBounds(algorithm, demandAt);
  expect(bounds.length).toBeGreaterThan(10);
  for (const bound of bounds) expect(bound).toBeGreaterThanOrEqual(0);
  expect(Math.min(...(await lowerBounds(algorithm, (t) => demandAt(t) + 0.1)).map(Number))).toBeLessThan(0);
});
