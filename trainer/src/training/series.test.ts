import { existsSync } from "node:fs";
import { lagName, modelInfo } from "@agatha/contracts";
import { loadServingModel } from "../serving/model.js";
import type { Table } from "../tables/table.js";
import { readCsv } from "../testing/read-csv.js";
import { reference } from "../testing/reference.js";
import { tableOf } from "../testing/table-of.js";
import { testData, testWithData, vegaData } from "../testing/test-data.js";
import { request, trainOn } from "../testing/train-on.js";
import type { ModelRequest } from "./plan.js";

const DAY = 86_400_000;
const days = (count: number, from = 0) => Array.from({ length: count }, (_, i) => new Date((from + i) * DAY));

/** y follows from its last two values alone, and never settles: y = 1.6 y₁ − 0.95 y₂ + 1, from 3 and 5 on. */
function recurrence(count: number): number[] {
  const y = [3, 5];
  while (y.length < count) y.push(1.6 * y[y.length - 1] - 0.95 * y[y.length - 2] + 1);
  return y;
}

const series = (overrides: Partial<ModelRequest> = {}) =>
  request("REGRESSION", "GLM", {
    response: "y",
    timeSeries: { time: "when", lags: 2, horizon: 5 },
    layers: [{ nodes: [{ algorithm: "GLM", params: { ridge: 0 } }] }],
    ...overrides,
  });

const table = (count: number): Table => tableOf({ when: days(count), y: recurrence(count) });

describe("a recurrence that a straight line describes", () => {
  test("is continued exactly, period by period", async () => {
    const { info } = await trainOn(table(250), series());
    const expected = recurrence(255).slice(250);
    const steps = info.forecast?.steps ?? [];
    expect(steps).toHaveLength(5);
    steps.forEach(({ value, time }, i) => {
      expect(value).toBeCloseTo(expected[i], 8);
      expect(time).toBe(new Date((250 + i) * DAY).toISOString());
    });
    expect(modelInfo.parse(info)).toEqual(info);
  });

  test.each([250, 100, 20])("has no error at any step ahead, from %p rows", async (count) => {
    const { info } = await trainOn(table(count), series());
    for (const { RMSE } of info.forecast?.errors ?? []) expect(RMSE).toBeLessThan(1e-6);
  });
});

test("is asked for the past by its name, and answers with the periods ahead", async () => {
  const { artifact } = await trainOn(table(250), series());
  const model = loadServingModel(artifact);
  expect(model.inputs.map(({ name }) => name)).toEqual([lagName("y", 1), lagName("y", 2)]);
  const { value, forecast } = model.predict([{ y_lag_1: "5", y_lag_2: 3 }], { forecast: true });
  expect(value[0]).toBeCloseTo(1.6 * 5 - 0.95 * 3 + 1, 8);
  expect(forecast?.[0].map((step) => step.value)).toEqual(
    recurrence(7)
      .slice(2)
      .map((y) => expect.closeTo(y, 8)),
  );
});

interface Peer {
  file: string;
  time: string;
  response: string;
  columns: string[];
  lags: number;
  horizon: number;
  train: number;
  test: number;
  rmse: number[];
  naive: number;
  forecast: number[];
}

/** With so many forecasts every held-out row begins one, as the peer's do. */
const ALL_ROWS = 50_000;

describe("scikit-learn's LinearRegression on the same lags and test rows gives the same", () => {
  for (const peer of reference<{ series: Peer[] }>("time-series").series) {
    const isOwn = existsSync(vegaData(peer.file));
    (isOwn ? test : testWithData)(peer.file, async () => {
      const { time, response, columns, lags, horizon } = peer;
      const rows = await readCsv(isOwn ? vegaData(peer.file) : testData(peer.file));
      const { info } = await trainOn(rows, series({ response, columns, timeSeries: { time, lags, horizon } }));
      expect(info.validation).toEqual({ method: "latest", folds: 1, trainRows: peer.train, heldOutRows: peer.test });
      expect(info.indicators.RMSE).toBeCloseTo(peer.rmse[0], 6);
      expect(info.baseline.RMSE).toBeCloseTo(peer.naive, 10);
      expect(info.forecast?.steps.map(({ value }) => value)).toEqual(peer.forecast.map((value) => expect.closeTo(value, 6)));
      if (peer.test * horizon > ALL_ROWS) return;
      expect(info.forecast?.errors.map(({ RMSE }) => RMSE)).toEqual(peer.rmse.map((rmse) => expect.closeTo(rmse, 6)));
    });
  }
});
