import { InvalidInput, type PredictionResult } from "@agatha/contracts";
import { takeRows } from "../../data/tables/table.js";
import { createTable } from "../../testing/create-table.js";
import { modelRequest, trainOnTable } from "../../testing/train-on-table.js";
import { joinResults } from "../serving/join-results.js";
import { loadServingModel, type ServingModel } from "../serving/serving-model.js";

const DAY = 86_400_000;
const dateOf = (t: number) => new Date(t * DAY).toISOString();
/** A weekly pattern, higher in each further series. */
const valueAt = (series: number, t: number) => 100 * series + [0, 3, 1, -2, 4, -3, -3][t % 7]!;

/** Returns a model of seasonal repetition; each series has the values of so many days up to the same day. */
async function train(lengths: Record<string, number>, { horizon = 3, days = 56 } = {}): Promise<ServingModel> {
  const rows = Object.entries(lengths).flatMap(([name, length], series) =>
    Array.from({ length }, (_, i) => ({ name, t: days - length + i, y: valueAt(series, days - length + i) })),
  );
  const table = createTable({
    when: rows.map(({ t }) => new Date(t * DAY)),
    shop: rows.map(({ name }) => name),
    y: rows.map(({ y }) => y),
  });
  const timeSeries = { time: "when", series: "shop", lags: 1, horizon };
  return loadServingModel((await trainOnTable(table, modelRequest("REGRESSION", "SNaive", { response: "y", timeSeries }))).artifact);
}

const shops = train({ North: 56, South: 42, New: 3 });
const next = (model: ServingModel, recent: Record<string, unknown>[] = [], periods?: number, series?: string[]): PredictionResult =>
  joinResults([...model.nextPeriods!(model.toTable(recent), { periods, series })]);

test("the next periods of each series have time, series, value and interval, as many as the horizon", async () => {
  const { time, series, value, interval } = next(await shops);
  expect(series).toEqual(["North", "South", "New"].flatMap((name) => [name, name, name]));
  expect(time).toEqual([0, 1, 2].flatMap(() => [56, 57, 58].map(dateOf)));
  expect(value.slice(0, 6)).toEqual([0, 1].flatMap((shop) => [49, 50, 51].map((t) => valueAt(shop, t))));
  expect(interval?.slice(0, 6).every((bounds, i) => bounds!.lower <= Number(value[i]) && bounds!.upper >= Number(value[i]))).toBe(true);
});

test("recent rows continue their series alone, and another number of periods may be asked for", async () => {
  const recent = [56, 57].map((t) => ({ when: dateOf(t), shop: "South", y: 500 + t }));
  const { time, series, value } = next(await shops, recent, 8);
  const ofSouth = series!.flatMap((name, i) => (name === "South" ? [[time![i], value[i]]] : []));
  expect(ofSouth[0]).toEqual([dateOf(58), valueAt(1, 51)]);
  expect(ofSouth[5]).toEqual([dateOf(63), 556]);
  expect([time![0], value[0]]).toEqual([dateOf(56), valueAt(0, 49)]);
  expect(next(await shops).value.slice(3, 6)).toEqual([49, 50, 51].map((t) => valueAt(1, t)));
});

test("a series that is too short or unknown has null with a warning in words, the others none", async () => {
  const rows = [
    { when: dateOf(56), shop: "New", y: 1 },
    { when: dateOf(56), shop: "West", y: 1 },
  ];
  const { series, value, warning } = next(await shops, rows, 1);
  expect(series).toEqual(["North", "South", "New", null]);
  expect(value.slice(2)).toEqual([null, null]);
  expect(warning?.slice(0, 2)).toEqual([null, null]);
  expect(warning?.[2]).toBe("New had fewer than 5 periods in training: train the model again when it has more");
  expect(warning?.[3]).toMatch("does not know the series that shop names");
  const predicted = (await shops).predict([...rows, { when: dateOf(56), shop: "North" }]);
  expect([predicted.value, predicted.warning]).toEqual([
    [null, null, valueAt(0, 49)],
    [warning?.[2], warning?.[3], null],
  ]);
});

test("a time before the first value of its series has null with a warning in words", async () => {
  const days = [13, 14, 56].map((t) => ({ when: dateOf(t), shop: "South" }));
  const { value, warning } = (await shops).predict([{ when: dateOf(-1), shop: "North" }, ...days]);
  const early = "when lies before the first value of the training: the model answers later rows";
  expect(warning).toEqual([early, early, null, null]);
  expect(value.map((each) => each === null)).toEqual([true, true, false, false]);
});

test("a row of one of more than 50 series is told from rows of unknown ones", async () => {
  const names = Array.from({ length: 60 }, (_, i) => `shop ${i}`);
  const model = await train(Object.fromEntries(names.map((name) => [name, 28])), { days: 28 });
  const rows = names.map((shop) => ({ when: dateOf(28), shop }));
  expect(model.predict(rows).value).toEqual(names.map((_, shop) => valueAt(shop, 21)));
  const { series, time } = next(model, [], 2);
  expect([series?.length, series?.[119], time?.[119]]).toEqual([120, "shop 59", dateOf(29)]);
});

test("more values than an answer has are refused with the number that it has", async () => {
  const model = await train(Object.fromEntries(Array.from({ length: 120 }, (_, i) => [`shop ${i}`, 14])), { days: 14 });
  const ask = () => next(model, [], 100);
  expect(ask).toThrow(InvalidInput);
  expect(ask).toThrow("100 periods of 120 series are more than 10000 values: ask for at most 83 periods, or name");
  expect(next(model, [], 100, ["shop 3", "shop 7"]).value).toHaveLength(200);
});

test("the series that are named are answered alone, and a name that is not known is refused", async () => {
  const model = await shops;
  const { series, value } = next(model, [], 2, ["South"]);
  expect([series, value]).toEqual([
    ["South", "South"],
    [valueAt(1, 49), valueAt(1, 50)],
  ]);
  expect(() => next(model, [], 2, ["West"])).toThrow('knows no series "West"');
});

test("a single series has no names", async () => {
  const days = Array.from({ length: 56 }, (_, t) => t);
  const table = createTable({ when: days.map((t) => new Date(t * DAY)), y: days.map((t) => valueAt(0, t)) });
  const timeSeries = { time: "when", lags: 1, horizon: 2 };
  const request = modelRequest("REGRESSION", "SNaive", { response: "y", timeSeries });
  const { time, value, series, warning } = next(loadServingModel((await trainOnTable(table, request)).artifact));
  expect([time, value, series, warning]).toEqual([[dateOf(56), dateOf(57)], [valueAt(0, 49), valueAt(0, 50)], undefined, undefined]);
});

test.each([
  ["a clock that drifts", 5000, 5000, () => 1000.4],
  ["a clock that drifts less later, before rows without a value", 4000, 3000, (t: number) => (t < 2000 ? 1010 : 1000)],
])("the next periods of seconds by %s follow the last value", async (_what, count, known, stepAfter) => {
  const times = [0];
  for (let t = 1; t < count; t++) times.push(times[t - 1]! + stepAfter(t - 1));
  const table = createTable({
    when: times.map((time) => new Date(time)),
    y: times.map((_, t) => (t < known ? valueAt(0, t) : null)),
  });
  const timeSeries = { time: "when", lags: 1, horizon: 3 };
  const model = loadServingModel((await trainOnTable(table, modelRequest("REGRESSION", "ETS", { response: "y", timeSeries }))).artifact);
  const { time = [], value } = next(model);
  expect(value.every((each) => typeof each === "number")).toBe(true);
  time.forEach((at, k) => {
    const ahead = Date.parse(at ?? "") - times[known - 1]!;
    expect(Math.abs(ahead - 1000 * (k + 1))).toBeLessThan(600);
  });
});

describe("a model of lags", () => {
  const days = Array.from({ length: 2 * 60 }, (_, i) => ({ t: i >> 1, shop: i % 2 === 0 ? "North" : "South" }));
  const table = createTable({
    when: days.map(({ t }) => new Date(t * DAY)),
    shop: days.map(({ shop }) => shop),
    y: days.map(({ t, shop }) => valueAt(shop === "North" ? 0 : 1, t)),
    price: days.map(({ t }) => (t * 7919) % 13),
  });
  const trainLags = async (rows: typeof table, series?: string) => {
    const timeSeries = { time: "when", lags: 5, horizon: 3, ...(series && { series }) };
    const { artifact, info } = await trainOnTable(rows, modelRequest("REGRESSION", "GLM", { response: "y", timeSeries }));
    return { model: loadServingModel(artifact), forecast: info.forecast };
  };

  test("a model of lags goes on with each series from the end of the training, as its description does", async () => {
    const { model, forecast } = await trainLags(table, "shop");
    const steps = forecast?.series?.flatMap((each) => each.steps) ?? [];
    const { time, series, value, interval, warning } = next(model);
    expect(series).toEqual(["North", "North", "North", "South", "South", "South"]);
    expect(time).toEqual(steps.map((step) => step.time));
    expect(value).toEqual(steps.map((step) => step.value));
    expect(interval).toEqual(steps.map(({ lower, upper }) => ({ lower, upper })));
    expect(warning).toEqual(new Array(6).fill(null));
    expect(next(model, [], undefined, ["South"]).value).toEqual(value.slice(3));
    const longer = next(model, [], 5);
    expect(longer.value.slice(0, 3)).toEqual(value.slice(0, 3));
    expect([longer.value.length, longer.interval?.[3]]).toEqual([10, null]);
  });

  test("a model of lags goes on with a single series, and refuses rows beside a number of periods", async () => {
    const { model, forecast } = await trainLags(
      takeRows(
        table,
        Int32Array.from({ length: 60 }, (_, i) => 2 * i),
      ),
    );
    const { time, value, series, warning } = next(model);
    expect([time, value]).toEqual([forecast?.steps.map((step) => step.time), forecast?.steps.map((step) => step.value)]);
    expect([series, warning]).toEqual([undefined, undefined]);
    expect(() => next(model, [{ y_lag_1: 3 }], 2)).toThrow("leave periods out");
    const plain = () => model.predict([{ when: dateOf(60), price: "" }]);
    expect(plain).toThrow("no value for any column of the model, which are y_lag_1, y_lag_2, y_lag_3 …; each row is predicted from");
    expect(plain).toThrow("`agatha forecast`, or a request with `periods`");
  });
});
