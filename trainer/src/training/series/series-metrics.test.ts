import { existsSync } from "node:fs";
import { createTable } from "../../testing/create-table.js";
import { dataFolderPath, testWithDataFolder, vegaDatasetPath } from "../../testing/dataset-files.js";
import { readCsv } from "../../testing/read-csv.js";
import { referenceFigures } from "../../testing/reference-figures.js";
import { trainOnTable } from "../../testing/train-on-table.js";
import { DAY, days, linearRecurrence, randomWalk, seriesRequest } from "./testing/made-series.js";

describe("series metrics", () => {
  test("the metrics of a series come from the latest rows, beside the value before and the mean", async () => {
    const y = randomWalk(600, 3);
    const { info, predictions } = await trainOnTable(createTable({ when: days(600), y }), seriesRequest());
    // The first two rows have no complete past.
    expect(info.validation).toEqual({ method: "latest", folds: 1, trainRows: 478, heldOutRows: 120 });
    expect(predictions.rows).toEqual(Array.from({ length: 120 }, (_, i) => 480 + i));
    const steps = y.map((value, i) => value - (y[i - 1] ?? 0)).slice(480);
    const naive = Math.sqrt(steps.reduce((sum, step) => sum + step ** 2, 0) / steps.length);
    expect(info.baseline_kind).toBe("naive");
    expect(info.baseline.RMSE).toBeCloseTo(naive, 10);
    expect(info.forecast?.mean_baseline.RMSE).toBeGreaterThan(2 * naive);
    expect(info.indicators.RMSE).toBeLessThan(1.1 * naive);
  });

  test("a series of few rows has metrics from several steps through time, with a deviation", async () => {
    const { info } = await trainOnTable(createTable({ when: days(102), y: randomWalk(102, 3) }), seriesRequest());
    expect(info.validation).toMatchObject({ method: "rolling_origin", folds: 3 });
    expect(info.spread.RMSE).toBeGreaterThan(0);
  });

  test("a series of very few rows has metrics from one row after the other, with a warning", async () => {
    const { info } = await trainOnTable(createTable({ when: days(22), y: randomWalk(22, 3) }), seriesRequest());
    expect(info.validation).toMatchObject({ method: "rolling_origin", folds: 10, heldOutRows: 10 });
    expect(info.spread).toEqual({});
    expect(info.warnings.map(({ code }) => code)).toContain("few_rows");
  });

  test("a model with layers is no better on a random walk than the value before", async () => {
    const layers = [{ nodes: [{ algorithm: "XGB" }] }, { nodes: [{ algorithm: "GLM" }] }];
    const { info } = await trainOnTable(createTable({ when: days(600), y: randomWalk(600, 3) }), seriesRequest({ layers }));
    expect(info.indicators.RMSE).toBeGreaterThan(0.95 * (info.baseline.RMSE ?? 0));
    expect(info.train_indicators.RMSE).toBeGreaterThan(0.7 * (info.baseline.RMSE ?? 0));
  });

  test("the metrics depend neither on the order of the file's rows nor on columns that are not numeric", async () => {
    const y = randomWalk(300, 5);
    const when = days(300);
    const order = y.map((_, i) => (i * 7) % 300);
    const sorted = await trainOnTable(createTable({ when, y }), seriesRequest());
    const mixed = await trainOnTable(
      createTable({ note: y.map(String), y: order.map((i) => y[i]), when: order.map((i) => when[i]) }),
      seriesRequest(),
    );
    expect(mixed.artifact).toEqual(sorted.artifact);
    expect(mixed.info.forecast).toEqual(sorted.info.forecast);
    expect(mixed.info.warnings).toMatchObject([{ code: "not_numeric", column: "note" }]);
  });

  test("the forecast starts after the last response when the times go on beyond it", async () => {
    const y: (number | null)[] = linearRecurrence(250);
    const { info } = await trainOnTable(createTable({ when: days(253), y: [...y, null, null, null] }), seriesRequest());
    expect(info.forecast?.last).toEqual({ time: new Date(249 * DAY).toISOString(), value: y[249] });
    expect(info.forecast?.steps[0].value).toBeCloseTo(linearRecurrence(251)[250], 8);
  });
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

/** With so many forecasts, every held-out row begins one, as with the peer. */
const ALL_ROWS = 50_000;

describe("series metrics equal those of scikit-learn's LinearRegression on the same lags and test rows", () => {
  for (const peer of referenceFigures<{ series: Peer[] }>("time-series").series) {
    const isOwn = existsSync(vegaDatasetPath(peer.file));
    (isOwn ? test : testWithDataFolder)(peer.file, async () => {
      const { time, response, columns, lags, horizon } = peer;
      const rows = await readCsv(isOwn ? vegaDatasetPath(peer.file) : dataFolderPath(peer.file));
      const { info } = await trainOnTable(rows, seriesRequest({ response, columns, timeSeries: { time, lags, horizon } }));
      expect(info.validation).toEqual({ method: "latest", folds: 1, trainRows: peer.train, heldOutRows: peer.test });
      expect(info.indicators.RMSE).toBeCloseTo(peer.rmse[0], 6);
      expect(info.baseline.RMSE).toBeCloseTo(peer.naive, 10);
      expect(info.forecast?.steps.map(({ value }) => value)).toEqual(peer.forecast.map((value) => expect.closeTo(value, 6)));
      if (peer.test * horizon > ALL_ROWS) return;
      expect(info.forecast?.errors.map(({ RMSE }) => RMSE)).toEqual(peer.rmse.map((rmse) => expect.closeTo(rmse, 6)));
    });
  }
});
