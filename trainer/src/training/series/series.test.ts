import { existsSync } from "node:fs";
import { lagName, modelInfo } from "@agatha/contracts";
import type { Table } from "../../data/tables/table.js";
import { loadServingModel } from "../../model/serving/serving-model.js";
import { createRandom } from "../../numeric/random.js";
import { createTable } from "../../testing/create-table.js";
import { dataFolderPath, testWithDataFolder, vegaDatasetPath } from "../../testing/dataset-files.js";
import { readCsv } from "../../testing/read-csv.js";
import { referenceFigures } from "../../testing/reference-figures.js";
import { modelRequest, trainOnTable } from "../../testing/train-on-table.js";
import type { ModelRequest } from "../plan/plan.js";

const DAY = 86_400_000;
const days = (count: number, from = 0) => Array.from({ length: count }, (_, i) => new Date((from + i) * DAY));

/** Series that depends only on its last two values and does not converge: y = 1.6 y₁ − 0.95 y₂ + 1, from 3 and 5 on. */
function recurrence(count: number): number[] {
  const y = [3, 5];
  while (y.length < count) y.push(1.6 * y[y.length - 1] - 0.95 * y[y.length - 2] + 1);
  return y;
}

const series = (overrides: Partial<ModelRequest> = {}) =>
  modelRequest("REGRESSION", "GLM", {
    response: "y",
    timeSeries: { time: "when", lags: 2, horizon: 5 },
    layers: [{ nodes: [{ algorithm: "GLM", params: { ridge: 0 } }] }],
    ...overrides,
  });

const table = (count: number): Table => createTable({ when: days(count), y: recurrence(count) });

describe("a linear recurrence", () => {
  test("a linear recurrence is continued exactly, period by period", async () => {
    const { info } = await trainOnTable(table(250), series());
    const expected = recurrence(255).slice(250);
    const steps = info.forecast?.steps ?? [];
    expect(steps).toHaveLength(5);
    steps.forEach(({ value, time }, i) => {
      expect(value).toBeCloseTo(expected[i], 8);
      expect(time).toBe(new Date((250 + i) * DAY).toISOString());
    });
    expect(modelInfo.parse(info)).toEqual(info);
  });

  test.each([250, 100, 20])("a linear recurrence has no error at any step ahead, from %p rows", async (count) => {
    const { info } = await trainOnTable(table(count), series());
    for (const { RMSE } of info.forecast?.errors ?? []) expect(RMSE).toBeLessThan(1e-6);
  });
});

describe("without a horizon", () => {
  const months = (count: number) => Array.from({ length: count }, (_, i) => new Date(Date.UTC(2018, i, 1)));
  const stepsOf = async (
    columns: Parameters<typeof createTable>[0],
    algorithm: string,
    changes: Partial<ModelRequest["timeSeries"]> = {},
  ) => {
    const request = series({ columns: [], layers: [{ nodes: [{ algorithm }] }] });
    const { info } = await trainOnTable(createTable(columns), { ...request, timeSeries: { time: "when", lags: 1, ...changes } });
    return info.forecast?.steps.length;
  };
  const sold = (count: number) => Array.from({ length: count }, (_, i) => 50 + 10 * Math.sin((i * Math.PI) / 6) + ((i * 7919) % 5));

  test.each(["ETS", "GLM"])("%s forecasts one season of the data", async (algorithm) => {
    expect(await stepsOf({ when: months(60), y: sold(60) }, algorithm)).toBe(12);
    expect(await stepsOf({ when: days(60), y: sold(60) }, algorithm)).toBe(7);
  });

  test.each(["ETS", "GLM"])("%s forecasts the periods that are planned", async (algorithm) => {
    const price = Array.from({ length: 60 }, (_, i) => 10 + ((i * 31) % 5));
    const y = sold(60).map((value, i) => (i < 57 ? value - price[i] : null));
    expect(await stepsOf({ when: months(60), y, price }, algorithm, { knownAhead: ["price"] })).toBe(3);
  });

  test("the longest of several series counts", async () => {
    const when = [...months(60), ...months(8)];
    const shop = when.map((_, i) => (i < 60 ? "old" : "new"));
    expect(await stepsOf({ when, shop, y: sold(68) }, "ETS", { series: "shop" })).toBe(12);
  });
});

test("a series of one value is named, has no forecast, and leaves the figures of the others", async () => {
  const isOpen = { A: () => true, B: (i: number) => i < 50, new: (i: number) => i === 59 };
  const rows = Array.from({ length: 60 }, (_, i) => i).flatMap((i) =>
    Object.entries(isOpen).flatMap(([shop, open]) => (open(i) ? [{ i, shop }] : [])),
  );
  const table = createTable({
    when: rows.map(({ i }) => new Date(i * DAY)),
    shop: rows.map(({ shop }) => shop),
    y: rows.map(({ i, shop }) => i + shop.length * ((i * 7919) % 5)),
  });
  const timeSeries = { time: "when", lags: 1, horizon: 2, series: "shop" };
  const { info } = await trainOnTable(table, series({ columns: [], layers: [{ nodes: [{ algorithm: "ETS" }] }], timeSeries }));
  expect(info.indicators.RMSE).toBeGreaterThan(0);
  expect(info.baseline.RMSE).toBeGreaterThan(0);
  expect(info.warnings).toMatchObject([
    { code: "series_short", message: "1 series has fewer than 5 periods, and there is no forecast of it: new" },
    { code: "series_behind", values: { count: 1, names: "B" } },
  ]);
});

test("a weekly series beside daily ones, and rows that name no series, are told with what to do", async () => {
  const rows = Array.from({ length: 84 }, (_, i) => i).flatMap((i) => [
    { i, shop: "A" },
    ...(i % 7 === 0 ? [{ i, shop: "weekly" }] : []),
    ...(i % 4 === 0 ? [{ i, shop: null }] : []),
  ]);
  const table = createTable({
    when: rows.map(({ i }) => new Date(i * DAY)),
    shop: rows.map(({ shop }) => shop),
    y: rows.map(({ i }) => 50 + ((i * 7919) % 13)),
  });
  const timeSeries = { time: "when", lags: 1, horizon: 2, series: "shop" };
  const { info } = await trainOnTable(table, series({ columns: [], layers: [{ nodes: [{ algorithm: "SNaive" }] }], timeSeries }));
  expect(info.warnings.filter(({ code }) => code === "series_sparse")).toMatchObject([{ values: { count: 1, names: "weekly" } }]);
  expect(info.warnings.filter(({ code }) => code === "series_unnamed")).toMatchObject([
    { column: "shop", values: { count: 21, rows: 117 }, message: expect.stringContaining("belong to no series and were left out") },
  ]);
  expect(info.warnings.some(({ code }) => code === "times_missing")).toBe(false);
});

test("few periods for a forecaster are told without lags", async () => {
  const request = series({ columns: [], layers: [{ nodes: [{ algorithm: "ETS" }] }], timeSeries: { time: "when", lags: 1 } });
  const refused = trainOnTable(createTable({ when: days(4), y: [1, 2, 4, 3] }), request);
  await expect(refused).rejects.toMatchObject({
    message: expect.stringContaining("a time series needs 5 periods at the least, and has 4"),
  });
});

test("a series model takes lags as inputs and returns the periods ahead", async () => {
  const { artifact } = await trainOnTable(table(250), series());
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

test("a forecaster warns of each column that the request names, since it learns from none", async () => {
  const y = recurrence(60);
  const data = createTable({ when: days(60), y, z: y.map((value) => value + 1), w: y.map((value) => 2 * value) });
  const layers = [{ nodes: [{ algorithm: "Theta", columns: ["w"] }, { algorithm: "SNaive" }] }];
  const { info } = await trainOnTable(data, series({ layers, columns: ["z"] }));
  const unused = info.warnings.filter(({ code }) => code === "not_learned_from");
  expect(unused.map(({ column }) => column)).toEqual(["z", "w"]);
  expect(info.inputs.map(({ name }) => name)).toEqual(["when"]);
});

test("a forecaster of hours knows day and week by the calendar, one longer season by hand, or none", async () => {
  const random = createRandom(8);
  const week = (t: number) => (Math.floor(t / 24) % 7 < 5 ? 6 : -15);
  const y = Array.from({ length: 24 * 29 }, (_, t) => 100 + 10 * Math.sin((2 * Math.PI * t) / 24) + week(t) + random.normal());
  const when = y.map((_, t) => new Date(t * 3_600_000));
  const maseOf = async (longerSeason: number) => {
    const layers = [{ nodes: [{ algorithm: "Theta", params: { longerSeason } }] }];
    const asked = series({ layers, timeSeries: { time: "when", lags: 1, horizon: 48 } });
    const { info } = await trainOnTable(createTable({ when, y }), asked);
    return info.indicators.MASE as number;
  };
  const [calendar, given, none] = [await maseOf(0), await maseOf(168), await maseOf(1)];
  expect(calendar).toBeLessThan(0.7 * none);
  expect(given).toBe(calendar);
});

test.each(["SNaive", "GLM"])(
  "a backtest of %s has as many cut-offs as are asked for, and tells what was forecast then beside what came",
  async (algorithm) => {
    const y = walk(300, 4);
    const asked = series({ layers: [{ nodes: [{ algorithm }] }], timeSeries: { time: "when", lags: 1, horizon: 3, cutoffs: 10 } });
    const { info } = await trainOnTable(createTable({ when: days(300), y }), asked);
    expect(info.forecast?.errors[0].rows).toBe(10);
    const backtest = info.forecast?.backtest ?? [];
    expect(backtest).toHaveLength(10);
    const widths = info.forecast!.errors.map(({ half_width }) => half_width!);
    for (const { cutoff, times, values, actual, lower, upper } of backtest) {
      expect(lower).toEqual(values.map((value, i) => value! - widths[i]));
      expect(upper).toEqual(values.map((value, i) => value! + widths[i]));
      const last = Date.parse(cutoff) / DAY;
      expect(times).toEqual([1, 2, 3].map((step) => new Date((last + step) * DAY).toISOString()));
      expect(actual).toEqual([1, 2, 3].map((step) => y[last + step] ?? null));
      if (algorithm === "SNaive") expect(values).toEqual([1, 2, 3].map((step) => y[last + step - 7]));
    }
    expect(modelInfo.parse(info)).toEqual(info);
  },
);

/** Random walk, of which only the value before is informative. */
function walk(count: number, seed: number): number[] {
  const random = createRandom(seed);
  const y = [0];
  while (y.length < count) y.push(y[y.length - 1] + random.normal());
  return y;
}

describe("series metrics", () => {
  test("the metrics of a series come from the latest rows, beside the value before and the mean", async () => {
    const y = walk(600, 3);
    const { info, predictions } = await trainOnTable(createTable({ when: days(600), y }), series());
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
    const { info } = await trainOnTable(createTable({ when: days(102), y: walk(102, 3) }), series());
    expect(info.validation).toMatchObject({ method: "rolling_origin", folds: 3 });
    expect(info.spread.RMSE).toBeGreaterThan(0);
  });

  test("a series of very few rows has metrics from one row after the other, with a warning", async () => {
    const { info } = await trainOnTable(createTable({ when: days(22), y: walk(22, 3) }), series());
    expect(info.validation).toMatchObject({ method: "rolling_origin", folds: 10, heldOutRows: 10 });
    expect(info.spread).toEqual({});
    expect(info.warnings.map(({ code }) => code)).toContain("few_rows");
  });

  test("a model with layers is no better on a random walk than the value before", async () => {
    const layers = [{ nodes: [{ algorithm: "XGB" }] }, { nodes: [{ algorithm: "GLM" }] }];
    const { info } = await trainOnTable(createTable({ when: days(600), y: walk(600, 3) }), series({ layers }));
    expect(info.indicators.RMSE).toBeGreaterThan(0.95 * (info.baseline.RMSE ?? 0));
    expect(info.train_indicators.RMSE).toBeGreaterThan(0.7 * (info.baseline.RMSE ?? 0));
  });

  test("the metrics depend neither on the order of the file's rows nor on columns that are not numeric", async () => {
    const y = walk(300, 5);
    const when = days(300);
    const order = y.map((_, i) => (i * 7) % 300);
    const sorted = await trainOnTable(createTable({ when, y }), series());
    const mixed = await trainOnTable(
      createTable({ note: y.map(String), y: order.map((i) => y[i]), when: order.map((i) => when[i]) }),
      series(),
    );
    expect(mixed.artifact).toEqual(sorted.artifact);
    expect(mixed.info.forecast).toEqual(sorted.info.forecast);
    expect(mixed.info.warnings).toMatchObject([{ code: "not_numeric", column: "note" }]);
  });

  test("the forecast starts after the last response when the times go on beyond it", async () => {
    const y: (number | null)[] = recurrence(250);
    const { info } = await trainOnTable(createTable({ when: days(253), y: [...y, null, null, null] }), series());
    expect(info.forecast?.last).toEqual({ time: new Date(249 * DAY).toISOString(), value: y[249] });
    expect(info.forecast?.steps[0].value).toBeCloseTo(recurrence(251)[250], 8);
  });
});

test("intervals cover about as many later values as promised, at each step ahead", async () => {
  const random = createRandom(11);
  const y = [0, 0];
  while (y.length < 12_000) y.push(0.5 * y[y.length - 1] + 0.3 * y[y.length - 2] + random.normal());
  const { info } = await trainOnTable(createTable({ when: days(12_000), y }), series());
  for (const { coverage, half_width, RMSE, rows } of info.forecast?.errors ?? []) {
    expect(coverage).toBeGreaterThan(0.86);
    expect(coverage).toBeLessThan(0.94);
    // Nine tenths of normal errors lie within 1.645 deviations.
    expect((half_width ?? 0) / (RMSE ?? 1)).toBeCloseTo(1.645, 0);
    expect(rows).toBeGreaterThan(2390);
  }
  const widths = info.forecast?.steps.map(({ lower, upper }) => (upper ?? 0) - (lower ?? 0)) ?? [];
  expect(widths[4]).toBeGreaterThan(1.2 * widths[0]);
});

test("intervals of hours hold over all periods ahead, also where few days are held out and the errors of overlapping forecasts depend on each other", async () => {
  const horizon = 48;
  const known = 24 * 29;
  let inside = 0;
  let all = 0;
  for (let seed = 1; seed <= 60; seed++) {
    const random = createRandom(seed);
    let slow = 0;
    const y = Array.from({ length: known + horizon }, (_, t) => {
      slow = 0.97 * slow + random.normal();
      return 10 * Math.sin((2 * Math.PI * t) / 24) + slow;
    });
    const when = y.map((_, t) => new Date(t * 3_600_000));
    const asked = series({ layers: [{ nodes: [{ algorithm: "SNaive" }] }], timeSeries: { time: "when", lags: 1, horizon } });
    const { info } = await trainOnTable(createTable({ when: when.slice(0, known), y: y.slice(0, known) }), asked);
    const steps = info.forecast?.steps ?? [];
    const widths = steps.map(({ lower, upper }) => (upper ?? 0) - (lower ?? 0));
    widths.slice(1).forEach((width, i) => {
      expect(width).toBeGreaterThanOrEqual(widths[i] * (1 - 1e-9));
    });
    inside += steps.filter(({ lower, upper }, i) => (lower ?? 0) <= y[known + i] && y[known + i] <= (upper ?? 0)).length;
    all += horizon;
  }
  expect(inside / all).toBeGreaterThan(0.88);
  expect(inside / all).toBeLessThan(0.92);
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
      const { info } = await trainOnTable(rows, series({ response, columns, timeSeries: { time, lags, horizon } }));
      expect(info.validation).toEqual({ method: "latest", folds: 1, trainRows: peer.train, heldOutRows: peer.test });
      expect(info.indicators.RMSE).toBeCloseTo(peer.rmse[0], 6);
      expect(info.baseline.RMSE).toBeCloseTo(peer.naive, 10);
      expect(info.forecast?.steps.map(({ value }) => value)).toEqual(peer.forecast.map((value) => expect.closeTo(value, 6)));
      if (peer.test * horizon > ALL_ROWS) return;
      expect(info.forecast?.errors.map(({ RMSE }) => RMSE)).toEqual(peer.rmse.map((rmse) => expect.closeTo(rmse, 6)));
    });
  }
});

describe("several series in one table", () => {
  const count = 96;
  const monthAt = (t: number) => new Date(Date.UTC(2015, t, 1));
  /** Seasonal sales of a product, whose level and season differ from those of the others. */
  const sales = (product: number, t: number) =>
    10 ** product * (20 + t / 10 + 5 * Math.sin((2 * Math.PI * (t + product)) / 12) + ((t * 7919) % 7) / 10);
  const products = ["small", "middle", "large"];
  /** Rows in order of time, of which the last product lacks the latest six. */
  const rows = Array.from({ length: count }, (_, t) => products.map((name, product) => ({ name, t, y: sales(product, t) })))
    .flat()
    .filter(({ name, t }) => name !== "large" || t < count - 6);
  const data = createTable({ month: rows.map(({ t }) => monthAt(t)), product: rows.map(({ name }) => name), y: rows.map(({ y }) => y) });
  const request = (algorithm: "ETS" | "GLM") =>
    modelRequest("REGRESSION", algorithm, {
      response: "y",
      timeSeries: { time: "month", lags: 5, horizon: 6, series: "product" },
      layers: [{ nodes: [{ algorithm }] }],
    });

  test.each(["ETS", "GLM"] as const)("%s forecasts each series from its own end, with intervals in its own unit", async (algorithm) => {
    const { info, artifact } = await trainOnTable(data, request(algorithm));
    expect(modelInfo.parse(info)).toEqual(info);
    const { series = [], series_column } = info.forecast ?? {};
    expect([series_column, series.map(({ name }) => name)]).toEqual(["product", products]);
    for (const [product, { last, steps, history, MASE }] of series.entries()) {
      const end = count - 1 - (product === 2 ? 6 : 0);
      expect([last.time, last.value]).toEqual([monthAt(end).toISOString(), sales(product, end)]);
      expect(history).toHaveLength(end + 1);
      expect(MASE).toBeGreaterThan(0);
      for (const { step, time, value, lower, upper } of steps) {
        expect(time).toBe(monthAt(end + step).toISOString());
        expect([lower! < value!, value! < upper!]).toEqual([true, true]);
        expect(Math.abs(value! - sales(product, end + step)) / 10 ** product).toBeLessThan(algorithm === "ETS" ? 2 : 20);
        expect((upper! - lower!) / 10 ** product).toBeLessThan(algorithm === "ETS" ? 8 : 60);
      }
    }
    const model = loadServingModel(artifact);
    if (algorithm === "GLM") return expect(model.inputs.map(({ name }) => name)).toContain("product");
    expect(model.inputs.map(({ name }) => name)).toEqual(["month", "product"]);
    const [small, , large] = series;
    const asked = [
      { month: small.steps[1].time, product: "small" },
      { month: large.steps[0].time, product: "large" },
      { month: small.steps[0].time, product: "unknown" },
    ];
    const answer = model.predict(asked, { forecast: true });
    expect(answer.value).toEqual([small.steps[1].value, large.steps[0].value, null]);
    expect(answer.interval?.[1]).toEqual({
      lower: expect.closeTo(large.steps[0].lower!, 6),
      upper: expect.closeTo(large.steps[0].upper!, 6),
    });
    expect(answer.forecast?.[1][0].value).toBe(large.steps[0].value);
    // A recent value of one series changes its own forecast alone.
    const recent = { month: monthAt(count - 6).toISOString(), product: "large", y: 2 * sales(2, count - 6) };
    const later = model.predict([...asked, recent]);
    expect(later.value[0]).toBe(small.steps[1].value);
    expect(model.predict([{ ...asked[1], month: large.steps[1].time }, recent]).value[0]).not.toBe(large.steps[1].value);
  });

  test("series beyond those that are described are named, with the periods of their forecasts", async () => {
    const names = Array.from({ length: 203 }, (_, i) => `P${i}`);
    // The last one ends a year early.
    const rows = names.flatMap((name, i) => Array.from({ length: i === 202 ? 8 : 20 }, (_, t) => ({ name, t })));
    const many = createTable({
      month: rows.map(({ t }) => new Date(Date.UTC(2020, t, 1))),
      product: rows.map(({ name }) => name),
      y: rows.map(({ t }) => t % 7),
    });
    const request = series({ layers: [{ nodes: [{ algorithm: "SNaive" }] }] });
    const { info } = await trainOnTable(many, { ...request, timeSeries: { time: "month", lags: 1, horizon: 2, series: "product" } });
    expect(modelInfo.parse(info)).toEqual(info);
    const timesFrom = (month: number) => [month, month + 1].map((t) => new Date(Date.UTC(2020, t, 1)).toISOString());
    expect(info.forecast?.series).toHaveLength(200);
    expect(info.forecast?.other_series).toEqual([
      { times: timesFrom(20), names: ["P200", "P201"] },
      { times: timesFrom(8), names: ["P202"] },
    ]);
  });

  test("the error of each of many series is measured, also where fewer forecasts than rows are", async () => {
    const many = Array.from({ length: 40 * 48 }, (_, i) => ({ name: `P${i % 40}`, t: Math.floor(i / 40) }));
    const table = createTable({
      month: many.map(({ t }) => monthAt(t)),
      product: many.map(({ name }) => name),
      y: many.map(({ t }, i) => sales(0, t) + (i % 40)),
    });
    const { info } = await trainOnTable(table, { ...request("ETS"), layers: [{ nodes: [{ algorithm: "SNaive" }] }] });
    expect(info.forecast?.series?.map(({ MASE }) => typeof MASE)).toEqual(new Array(40).fill("number"));
  });

  test("a series of few values has no forecast from a forecaster, and the others have theirs", async () => {
    const extended = createTable({
      month: [...rows.map(({ t }) => monthAt(t)), monthAt(count - 2), monthAt(count - 1)],
      product: [...rows.map(({ name }) => name), "new", "new"],
      y: [...rows.map(({ y }) => y), 1, 2],
    });
    const { info } = await trainOnTable(extended, request("ETS"));
    expect(info.forecast?.series?.map(({ name, steps }) => [name, steps[0].value !== null])).toEqual([
      ["small", true],
      ["middle", true],
      ["large", true],
      ["new", false],
    ]);
  });

  test.each(["ETS", "GLM"] as const)("whole numbers name series as text does: %s", async (algorithm) => {
    const numbered = (name: string) => products.indexOf(name) + 7;
    const numbers = { name: "product", type: "n" as const, values: Float64Array.from(rows, ({ name }) => numbered(name)) };
    const byNumber = { ...data, columns: data.columns.map((column) => (column.name === "product" ? numbers : column)) };
    const [named, counted] = [await trainOnTable(data, request(algorithm)), await trainOnTable(byNumber, request(algorithm))];
    expect(counted.info.forecast?.series?.map(({ name }) => name)).toEqual(products.map((name) => String(numbered(name))));
    const valuesOf = ({ info }: typeof named) => info.forecast?.series?.flatMap(({ steps }) => steps.map(({ value }) => value)) ?? [];
    expect(valuesOf(counted)).toEqual(valuesOf(named).map((value) => expect.closeTo(value!, 6)));
  });

  test("numbers with a fraction cannot name series, and the message says what to do", async () => {
    await expect(
      trainOnTable(
        createTable({ when: days(30), y: recurrence(30), shop: days(30).map((_, i) => (i % 2) / 2) }),
        series({ timeSeries: { time: "when", lags: 1, horizon: 1, series: "shop" } }),
      ),
    ).rejects.toThrow("choose the one that names the series");
  });
});
