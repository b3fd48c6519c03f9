import { decodeArtifact } from "../../model/artifact/artifact.js";
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

/** Monthly demand that falls to 0 in five years, with a season. */
const fallingAt = (t: number) => Math.max(0, Math.round(60 - 1.1 * t + 6 * Math.sin((t * Math.PI) / 6) + ((t * 7919) % 7) - 3));

test("forecasts of demand that falls to 0 stay there, on the model's page, in the backtest and in its answers", async () => {
  const values = Array.from({ length: 60 }, (_, t) => fallingAt(t));
  expect(Math.min(...values)).toBe(0);
  const table = createTable({ month: values.map((_, t) => new Date(Date.UTC(2019, t, 1))), demand: values });
  const asked = modelRequest("REGRESSION", "ARIMA", { response: "demand", timeSeries: { time: "month", lags: 1, horizon: 12 } });
  const { info, artifact } = await trainOnTable(table, asked);
  const model = loadServingModel(artifact);
  const [next] = [...(model.nextPeriods?.(model.toTable([])) ?? [])];
  const steps = info.forecast?.steps ?? [];
  expect(steps.map(({ value }) => value)).toContain(0);
  expect(steps.every(({ value, lower }) => value! >= 0 && lower! >= 0)).toBe(true);
  expect(next?.value).toEqual(steps.map(({ value }) => value));
});

const demandAt = (t: number) => ((t * 7919) % 10 < 6 ? 0 : (t * 104729) % 9);

test.each(["SNaive", "XGB"])("intervals of %s do not go below 0 for values that reach it and are never below", async (algorithm) => {
  const bounds = await lowerBounds(algorithm, demandAt);
  expect(bounds.length).toBeGreaterThan(10);
  for (const bound of bounds) expect(bound).toBeGreaterThanOrEqual(0);
  expect(Math.min(...(await lowerBounds(algorithm, (t) => demandAt(t) + 0.1)).map(Number))).toBeLessThan(0);
});

describe.each(["SNaive", "ETS", "XGB", "GLM"])("demand beside a balance that falls below 0, by %s", (algorithm) => {
  const days = 90;
  const balanceAt = (t: number) => 40 * Math.sin(t / 5) - ((t * 7919) % 13);
  const table = createTable({
    when: Array.from({ length: 2 * days }, (_, t) => new Date(Date.UTC(2024, 0, 1 + (t % days)))),
    item: Array.from({ length: 2 * days }, (_, t) => (t < days ? "demand" : "balance")),
    value: Array.from({ length: 2 * days }, (_, t) => (t < days ? demandAt(t) : balanceAt(t - days))),
  });
  const timeSeries = { time: "when", series: "item", lags: 3, horizon: 5 };
  const trained = trainOnTable(table, modelRequest("REGRESSION", algorithm, { response: "value", timeSeries }));

  test("keeps a floor of its own, on the model's page, in the backtest and in its answers", async () => {
    const { info, artifact } = await trained;
    const model = loadServingModel(artifact);
    const [next] = [...(model.nextPeriods?.(model.toTable([])) ?? [])];
    const boundsOf = (name: string) => {
      const described = info.forecast?.series?.find((each) => each.name === name);
      return [
        ...(described?.steps.map(({ lower }) => lower) ?? []),
        ...(described?.backtest?.flatMap(({ lower }) => lower) ?? []),
        ...(next?.interval?.filter((_, row) => next.series?.[row] === name).map((interval) => interval?.lower) ?? []),
      ].map(Number);
    };
    expect(boundsOf("demand").length).toBeGreaterThan(10);
    expect(Math.min(...boundsOf("demand"))).toBeGreaterThanOrEqual(0);
    expect(Math.min(...boundsOf("balance"))).toBeLessThan(-10);
  });
});

test("series that all stay at 0 or above share one floor, also those that do not reach it", async () => {
  const table = createTable({
    when: Array.from({ length: 60 }, (_, t) => new Date(Date.UTC(2024, 0, 1 + (t % 30)))),
    item: Array.from({ length: 60 }, (_, t) => (t < 30 ? "rare" : "usual")),
    value: Array.from({ length: 60 }, (_, t) => (t < 30 ? demandAt(t) : 1 + demandAt(t))),
  });
  const timeSeries = { time: "when", series: "item", lags: 1, horizon: 3 };
  const { artifact } = await trainOnTable(table, modelRequest("REGRESSION", "SNaive", { response: "value", timeSeries }));
  const { series, graph } = decodeArtifact(artifact);
  expect(series).toMatchObject({ floor: 0 });
  expect(series?.several).not.toHaveProperty("floors");
  expect(graph.floors).toEqual([0, 0]);
});

test.each(["GLM", "SVM"])("a model of lags by %s forecasts no demand below 0, on its page and in its answers", async (algorithm) => {
  const table = createTable({
    month: Array.from({ length: 60 }, (_, t) => new Date(Date.UTC(2019, t, 1))),
    demand: Array.from({ length: 60 }, (_, t) => fallingAt(t)),
  });
  const timeSeries = { time: "month", lags: 2, horizon: 12 };
  const { info, artifact } = await trainOnTable(table, modelRequest("REGRESSION", algorithm, { response: "demand", timeSeries }));
  const model = loadServingModel(artifact);
  const [next] = [...(model.nextPeriods?.(model.toTable([])) ?? [])];
  const steps = info.forecast?.steps ?? [];
  expect(steps).toHaveLength(12);
  for (const value of steps.map((step) => step.value)) expect(value).toBeGreaterThanOrEqual(0);
  expect(next?.value).toEqual(steps.map(({ value }) => value));
});

test("rows with a time and a value known ahead are forecast as the next periods are, not below 0", async () => {
  const monthAt = (t: number) => new Date(Date.UTC(2019, t, 1));
  const table = createTable({
    month: Array.from({ length: 60 }, (_, t) => monthAt(t)),
    promo: Array.from({ length: 60 }, (_, t) => t % 3),
    demand: Array.from({ length: 60 }, (_, t) => fallingAt(t)),
  });
  const timeSeries = { time: "month", lags: 2, horizon: 6, knownAhead: ["promo"] };
  const { artifact } = await trainOnTable(table, modelRequest("REGRESSION", "GLM", { response: "demand", timeSeries }));
  const model = loadServingModel(artifact);
  const rows = model.toTable(Array.from({ length: 6 }, (_, k) => ({ month: monthAt(60 + k).toISOString(), promo: k % 3 })));
  const { value, interval } = model.predictTable(rows);
  expect(value.map(Number).every((each, row) => each >= 0 && interval![row]!.lower >= 0)).toBe(true);
  expect(value).toContain(0);
  expect([...(model.nextPeriods?.(rows) ?? [])][0].value).toEqual(value);
});
