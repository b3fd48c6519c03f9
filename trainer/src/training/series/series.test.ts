import { lagName, modelInfo } from "@agatha/contracts";
import { loadServingModel } from "../../model/serving/serving-model.js";
import { createRandom } from "../../numeric/random.js";
import { createTable } from "../../testing/create-table.js";
import { trainOnTable } from "../../testing/train-on-table.js";
import type { ModelRequest } from "../plan/plan.js";
import { DAY, days, linearRecurrence, randomWalk, recurrenceTable, seriesRequest } from "./testing/made-series.js";

describe("a linear recurrence", () => {
  test("a linear recurrence is continued exactly, period by period", async () => {
    const { info } = await trainOnTable(recurrenceTable(250), seriesRequest());
    const expected = linearRecurrence(255).slice(250);
    const steps = info.forecast?.steps ?? [];
    expect(steps).toHaveLength(5);
    steps.forEach(({ value, time }, i) => {
      expect(value).toBeCloseTo(expected[i], 8);
      expect(time).toBe(new Date((250 + i) * DAY).toISOString());
    });
    expect(modelInfo.parse(info)).toEqual(info);
  });

  test.each([250, 100, 20])("a linear recurrence has no error at any step ahead, from %p rows", async (count) => {
    const { info } = await trainOnTable(recurrenceTable(count), seriesRequest());
    for (const { RMSE } of info.forecast?.errors ?? []) expect(RMSE).toBeLessThan(1e-6);
  });
});

test("forecasters and models of lags of one series have errors at the same starts, by which they can be compared", async () => {
  const errorsOf = async (algorithm: string) => {
    const request = seriesRequest({ columns: [], layers: [{ nodes: [{ algorithm }] }] });
    const { info, forecastErrors } = await trainOnTable(recurrenceTable(60), request);
    const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
    expect(sum(forecastErrors!.sums) / sum(forecastErrors!.weights)).toBeCloseTo(info.indicators.MASE!, 5);
    return forecastErrors!;
  };
  const [ets, lags] = [await errorsOf("ETS"), await errorsOf("GLM")];
  for (const { by, periods, length } of [ets, lags]) expect([by, periods, length]).toEqual(["starts", 60, 1]);
  expect(ets.keys.at(-1)).toBe(59);
  expect(lags.keys.every((key) => ets.keys.includes(key))).toBe(true);
  expect(lags.keys.length).toBeGreaterThan(20);
});

describe("without a horizon", () => {
  const months = (count: number) => Array.from({ length: count }, (_, i) => new Date(Date.UTC(2018, i, 1)));
  const stepsOf = async (
    columns: Parameters<typeof createTable>[0],
    algorithm: string,
    changes: Partial<ModelRequest["timeSeries"]> = {},
  ) => {
    const request = seriesRequest({ columns: [], layers: [{ nodes: [{ algorithm }] }] });
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
  const { info } = await trainOnTable(table, seriesRequest({ columns: [], layers: [{ nodes: [{ algorithm: "ETS" }] }], timeSeries }));
  expect(info.indicators.RMSE).toBeGreaterThan(0);
  expect(info.baseline.RMSE).toBeGreaterThan(0);
  expect(info.warnings).toMatchObject([
    { code: "series_short", message: "1 series has fewer than 5 periods, and there is no forecast of it: new" },
    { code: "series_behind", values: { count: 1, names: "B" } },
  ]);
});

test("series of every week and every second day beside daily ones, and rows that name no series, are told with what to do", async () => {
  const rows = Array.from({ length: 84 }, (_, i) => i).flatMap((i) => [
    { i, shop: "A" },
    ...(i % 7 === 0 ? [{ i, shop: "weekly" }] : []),
    ...(i % 2 === 0 ? [{ i, shop: "alternate" }] : []),
    ...(i % 4 === 0 ? [{ i, shop: null }] : []),
  ]);
  const table = createTable({
    when: rows.map(({ i }) => new Date(i * DAY)),
    shop: rows.map(({ shop }) => shop),
    y: rows.map(({ i }) => 50 + ((i * 7919) % 13)),
  });
  const timeSeries = { time: "when", lags: 1, horizon: 2, series: "shop" };
  const { info } = await trainOnTable(table, seriesRequest({ columns: [], layers: [{ nodes: [{ algorithm: "SNaive" }] }], timeSeries }));
  expect(info.warnings.filter(({ code }) => code === "series_sparse")).toMatchObject([
    { values: { count: 2, names: "weekly, alternate" }, message: expect.stringContaining("in about half of the periods or fewer") },
  ]);
  expect(info.warnings.filter(({ code }) => code === "series_unnamed")).toMatchObject([
    { column: "shop", values: { count: 21, rows: 159 }, message: expect.stringContaining("belong to no series and were left out") },
  ]);
  expect(info.warnings.some(({ code }) => code === "times_missing")).toBe(false);
});

test("few periods for a forecaster are told without lags", async () => {
  const request = seriesRequest({ columns: [], layers: [{ nodes: [{ algorithm: "ETS" }] }], timeSeries: { time: "when", lags: 1 } });
  const refused = trainOnTable(createTable({ when: days(4), y: [1, 2, 4, 3] }), request);
  await expect(refused).rejects.toMatchObject({
    message: expect.stringContaining("a time series needs 5 periods at the least, and has 4"),
  });
});

test("a series model takes lags as inputs and returns the periods ahead", async () => {
  const { artifact } = await trainOnTable(recurrenceTable(250), seriesRequest());
  const model = loadServingModel(artifact);
  expect(model.inputs.map(({ name }) => name)).toEqual([lagName("y", 1), lagName("y", 2)]);
  const { value, forecast } = model.predict([{ y_lag_1: "5", y_lag_2: 3 }], { forecast: true });
  expect(value[0]).toBeCloseTo(1.6 * 5 - 0.95 * 3 + 1, 8);
  expect(forecast?.[0].map((step) => step.value)).toEqual(
    linearRecurrence(7)
      .slice(2)
      .map((y) => expect.closeTo(y, 8)),
  );
});

test("a forecaster warns of each column that the request names, since it learns from none", async () => {
  const y = linearRecurrence(60);
  const data = createTable({ when: days(60), y, z: y.map((value) => value + 1), w: y.map((value) => 2 * value) });
  const layers = [{ nodes: [{ algorithm: "Theta", columns: ["w"] }, { algorithm: "SNaive" }] }];
  const { info } = await trainOnTable(data, seriesRequest({ layers, columns: ["z"] }));
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
    const asked = seriesRequest({ layers, timeSeries: { time: "when", lags: 1, horizon: 48 } });
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
    const y = randomWalk(300, 4);
    const asked = seriesRequest({ layers: [{ nodes: [{ algorithm }] }], timeSeries: { time: "when", lags: 1, horizon: 3, cutoffs: 10 } });
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

test("intervals cover about as many later values as promised, at each step ahead", async () => {
  const random = createRandom(11);
  const y = [0, 0];
  while (y.length < 12_000) y.push(0.5 * y[y.length - 1] + 0.3 * y[y.length - 2] + random.normal());
  const { info } = await trainOnTable(createTable({ when: days(12_000), y }), seriesRequest());
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
  for (let seed = 1; seed <= 20; seed++) {
    const random = createRandom(seed);
    let slow = 0;
    const y = Array.from({ length: known + horizon }, (_, t) => {
      slow = 0.97 * slow + random.normal();
      return 10 * Math.sin((2 * Math.PI * t) / 24) + slow;
    });
    const when = y.map((_, t) => new Date(t * 3_600_000));
    const asked = seriesRequest({ layers: [{ nodes: [{ algorithm: "SNaive" }] }], timeSeries: { time: "when", lags: 1, horizon } });
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
