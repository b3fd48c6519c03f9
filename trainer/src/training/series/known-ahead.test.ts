import { modelInfo } from "@agatha/contracts";
import { zonedTimeToUtc } from "../../data/tables/zoned-time.js";
import { joinResults } from "../../model/serving/join-results.js";
import { loadServingModel, type ServingModel } from "../../model/serving/serving-model.js";
import { createRandom } from "../../numeric/random.js";
import { createTable } from "../../testing/create-table.js";
import { modelRequest, trainOnTable } from "../../testing/train-on-table.js";

const DAY = 86_400_000;
const dateOf = (t: number) => new Date(t * DAY).toISOString();
const DAYS = 140;
const HORIZON = 7;

const random = createRandom(5);
/** Promotions on days without a pattern; each sells 30 more. */
const promo = Array.from({ length: DAYS + HORIZON }, () => (random.next() < 0.25 ? 1 : 0));
const noise = promo.map(() => random.normal());
const sales = promo.map((on, t) => 100 + [0, 3, 1, -2, 4, -3, -3][t % 7]! + 30 * on + noise[t]!);

/** The last days have promotions and no sales: they are the future. */
const table = createTable({
  when: promo.map((_, t) => new Date(t * DAY)),
  sales: sales.map((value, t) => (t < DAYS ? value : Number.NaN)),
  promo,
});
const pastTable = createTable({
  when: promo.slice(0, DAYS).map((_, t) => new Date(t * DAY)),
  sales: sales.slice(0, DAYS),
  promo: promo.slice(0, DAYS),
});

const train = (algorithm: string, { data = table, knownAhead = ["promo"], lags = 5 } = {}) =>
  trainOnTable(
    data,
    modelRequest("REGRESSION", algorithm, {
      response: "sales",
      timeSeries: { time: "when", lags, horizon: HORIZON, ...(knownAhead.length > 0 && { knownAhead }) },
    }),
  );

const next = (model: ServingModel, rows: Record<string, unknown>[] = [], periods?: number) =>
  joinResults([...model.nextPeriods!(model.toTable(rows), { periods })]);
const planOf = (values: readonly number[]) => values.map((value, k) => ({ when: dateOf(DAYS + k), promo: value }));
const meanError = (steps: readonly { value: number | null }[]) =>
  steps.reduce((sum, { value }, k) => sum + Math.abs((value ?? Number.NaN) - sales[DAYS + k]!), 0) / steps.length;

describe.each(["GLM", "ARIMA", "ETS", "Theta", "CES", "Harmonic", "Combination"])("%s", (algorithm) => {
  const known = train(algorithm);

  test("errs less with a column known ahead, at every period ahead", async () => {
    const [{ info }, without] = [await known, await train(algorithm, { knownAhead: [] })];
    expect(info.indicators.MASE).toBeLessThan(0.4 * Number(without.info.indicators.MASE));
    for (const { RMSE } of info.forecast?.errors ?? []) expect(RMSE).toBeLessThan(5);
    expect(modelInfo.parse(info)).toEqual(info);
  });

  test("forecasts the rows without a response by their values, which the description shows", async () => {
    const { forecast } = (await known).info;
    expect(forecast?.last.time).toBe(dateOf(DAYS - 1));
    expect(meanError(forecast?.steps ?? [])).toBeLessThan(4);
    expect(forecast?.known_ahead).toEqual([
      { column: "promo", history: promo.slice(0, DAYS), values: promo.slice(DAYS), given: new Array(HORIZON).fill(true) },
    ]);
  });

  test("a model answers the next periods with the table's values, and a what-if with those of its rows", async () => {
    const { artifact, info } = await known;
    const model = loadServingModel(artifact);
    expect(next(model).value).toEqual(info.forecast?.steps.map(({ value }) => expect.closeTo(Number(value), 6)));
    const [none, always] = [0, 1].map((value) => next(model, planOf(new Array(HORIZON).fill(value))).value as number[]);
    for (const [k, value] of none!.entries()) expect(always![k]! - value).toBeGreaterThan(20);
    const rows = model.predict(planOf(promo.slice(DAYS)));
    expect(rows.value).toEqual(next(model).value.map((value) => expect.closeTo(Number(value), 6)));
    expect(rows.interval).toEqual(
      info.forecast?.steps.map(({ lower, upper }) => ({
        lower: expect.closeTo(Number(lower), 6),
        upper: expect.closeTo(Number(upper), 6),
      })),
    );
  });

  test("a row of a later period than errors were measured has the warning that its next period has", async () => {
    const model = loadServingModel((await known).artifact);
    const plan = planOf(new Array(HORIZON + 2).fill(1));
    const { warning, interval } = next(model, plan, HORIZON + 2);
    expect(warning?.map((each) => each !== null)).toEqual([...new Array(HORIZON).fill(false), true, true]);
    const rows = model.predict(plan);
    expect(rows.warning).toEqual(warning);
    expect(rows.interval?.map((each) => each !== null)).toEqual(interval?.map((each) => each !== null));
  });

  test("a model refuses a forecast without values known ahead and names the periods", async () => {
    const model = loadServingModel((await train(algorithm, { data: pastTable })).artifact);
    const rows = planOf(promo.slice(DAYS)).filter((_, k) => k !== 2);
    const missing = `promo is known ahead and has no value at ${dateOf(DAYS + 2)}: send a row with when and promo for each`;
    expect(() => next(model, rows)).toThrow(missing);
    expect(() => next(model)).toThrow(`${dateOf(DAYS + 4)} and 2 more periods`);
    expect(next(model, planOf(promo.slice(DAYS))).value).toHaveLength(HORIZON);
  });
});

test.each(["ETS", "ARIMA"])(
  "each row of %s is answered by its own value known ahead, also beside others of its period",
  async (algorithm) => {
    const model = loadServingModel((await train(algorithm)).artifact);
    const rows = [0, 1].map((on) => ({ when: dateOf(DAYS), promo: on }));
    const alone = rows.map((row) => model.predict([row], { forecast: true }));
    const together = model.predict(rows, { forecast: true });
    expect(together.value).toEqual(alone.flatMap(({ value }) => value));
    expect(together.forecast?.map(([first]) => first?.value)).toEqual(together.value);
    expect(Number(together.value[1]) - Number(together.value[0])).toBeGreaterThan(20);
  },
);

test("a model of lags refuses rows of one period that differ in a value known ahead, and takes such that repeat it", async () => {
  const model = loadServingModel((await train("GLM")).artifact);
  const [none, on] = [0, 1].map((promo) => ({ when: dateOf(DAYS), promo }));
  expect(() => model.predict([none!, on!])).toThrow(`promo has several values at ${dateOf(DAYS)}: send one row for each period`);
  const { value } = model.predict([on!, on!]);
  expect(value).toEqual([value[0], value[0]]);
});

test.each(["GLM", "ETS"])("the next periods of %s refuse rows of one period that differ in a value known ahead", async (algorithm) => {
  const model = loadServingModel((await train(algorithm)).artifact);
  const plan = planOf(new Array(HORIZON).fill(1));
  const other = { when: dateOf(DAYS), promo: 0 };
  expect(() => next(model, [other, ...plan])).toThrow(`promo has several values at ${dateOf(DAYS)}: send one row for each period`);
  expect(next(model, [plan[0]!, ...plan]).value).toEqual(next(model, plan).value);
});

test.each(["GLM", "ETS"])("the next periods of %s follow from no rows of unknown series or without a time", async (algorithm) => {
  const rows = ["North", "South"].flatMap((shop) => promo.map((on, t) => ({ shop, t, on, sold: 100 + 30 * on + noise[t]! })));
  const several = createTable({
    when: rows.map(({ t }) => new Date(t * DAY)),
    shop: rows.map(({ shop }) => shop),
    sales: rows.map(({ t, sold }) => (t < DAYS ? sold : Number.NaN)),
    promo: rows.map(({ on }) => on),
  });
  const timeSeries = { time: "when", series: "shop", lags: 2, horizon: HORIZON, knownAhead: ["promo"] };
  const { artifact } = await trainOnTable(several, modelRequest("REGRESSION", algorithm, { response: "sales", timeSeries }));
  const model = loadServingModel(artifact);
  const unrelated = [0, 1].flatMap((promo) => [
    { when: dateOf(DAYS), shop: "Nowhere", promo },
    { when: null, shop: "North", promo },
  ]);
  const answered = next(model).value;
  expect(answered.filter((value) => value !== null)).toHaveLength(2 * HORIZON);
  expect(next(model, unrelated).value.slice(0, answered.length)).toEqual(answered);
});

test("rows of a series with a short past have no interval and the warning that its next periods have", async () => {
  const ends = { North: DAYS, South: DAYS, new: 3 };
  const rows = Object.entries(ends).flatMap(([shop, count]) =>
    promo.slice(0, count).map((on, t) => ({ shop, on, at: DAYS - count + t, sold: sales[t]! })),
  );
  const several = createTable({
    when: rows.map(({ at }) => new Date(at * DAY)),
    shop: rows.map(({ shop }) => shop),
    sales: rows.map(({ sold }) => sold),
    promo: rows.map(({ on }) => on),
  });
  const timeSeries = { time: "when", series: "shop", lags: 5, horizon: 1, knownAhead: ["promo"] };
  const { artifact } = await trainOnTable(several, modelRequest("REGRESSION", "GLM", { response: "sales", timeSeries }));
  const model = loadServingModel(artifact);
  const plan = Object.keys(ends).map((shop) => ({ when: dateOf(DAYS), shop, promo: 1 }));
  const { warning, interval } = next(model, plan);
  expect(warning).toEqual([null, null, expect.stringContaining("new had fewer periods in training than the inputs reach back")]);
  expect(interval?.map((each) => each !== null)).toEqual([true, true, false]);
  expect(model.predict(plan)).toMatchObject({ warning, interval });
});

test("a model of lags sees a column known only until now with values of prior periods alone", async () => {
  // A column that is the response itself would make every error 0.
  const copied = createTable({ when: promo.map((_, t) => new Date(t * DAY)), sales, promo, copy: sales });
  const inputsOf = async (knownAhead: string[]) => {
    const { info } = await train("GLM", { data: copied, knownAhead, lags: 2 });
    return { names: info.inputs.map(({ name }) => name), RMSE: Number(info.forecast?.errors[0]?.RMSE) };
  };
  const lags = ["sales", "promo", "copy"].flatMap((name) => [`${name}_lag_1`, `${name}_lag_2`]);
  const until = await inputsOf([]);
  expect(until.names).toEqual(lags);
  expect(until.RMSE).toBeGreaterThan(8);
  const ahead = await inputsOf(["promo"]);
  expect(ahead.names).toEqual([...lags, "promo"]);
  expect(ahead.RMSE).toBeGreaterThan(0.5);
  expect((await inputsOf(["copy"])).RMSE).toBeLessThan(0.1);
});

test("a later period of a forecast has its own value of a column known ahead, also as a lag", async () => {
  // The effect comes a day later, so only the lag tells of it.
  const late = createTable({
    when: promo.map((_, t) => new Date(t * DAY)),
    sales: promo.map((_, t) => 100 + 30 * (promo[t - 1] ?? 0) + noise[t]!),
    promo,
  });
  const { info } = await train("GLM", { data: late, lags: 1 });
  for (const { RMSE } of info.forecast?.errors ?? []) expect(RMSE).toBeLessThan(3);
});

test("without values of the future the description assumes some and says so", async () => {
  const { info } = await train("ARIMA", { data: pastTable });
  const last = promo[DAYS - 1];
  expect(info.forecast?.known_ahead).toMatchObject([{ values: new Array(HORIZON).fill(last), given: new Array(HORIZON).fill(false) }]);
});

test("rows that came since the training continue a forecaster, each with its value known ahead", async () => {
  let level = 200;
  const walk = promo.map((on) => {
    level += random.normal();
    return level + 30 * on;
  });
  const data = createTable({ when: promo.map((_, t) => new Date(t * DAY)), sales: walk, promo });
  const model = loadServingModel((await train("ETS", { data })).artifact);
  const day = DAYS + HORIZON;
  const forecastAfter = (came: Record<string, number>) =>
    Number(
      next(
        model,
        [
          { when: dateOf(day), ...came },
          { when: dateOf(day + 1), promo: 0 },
        ],
        1,
      ).value[0],
    );
  const usual = forecastAfter({ promo: 0, sales: level });
  expect(Math.abs(forecastAfter({ promo: 1, sales: level + 30 }) - usual)).toBeLessThan(5);
  expect(usual - forecastAfter({ promo: 1, sales: level })).toBeGreaterThan(15);
  expect(() => next(model, [{ when: dateOf(day), promo: 0, sales: level }], 1)).toThrow("promo is known ahead");
});

test("rows of the past are no future rows of a model of lags", async () => {
  const model = loadServingModel((await train("GLM")).artifact);
  expect(() => model.predict([{ when: dateOf(3), promo: 1 }])).toThrow("after the last period of the training");
});

test("rows of a plan name their series also where there are too many to be an input", async () => {
  const shops = Array.from({ length: 60 }, (_, s) => `shop ${s}`);
  const rows = shops.flatMap((shop, s) => promo.slice(0, 60).map((on, t) => ({ shop, t, on, sold: 100 + s + 30 * on + noise[t]! })));
  const several = createTable({
    when: rows.map(({ t }) => new Date(t * DAY)),
    shop: rows.map(({ shop }) => shop),
    sales: rows.map(({ sold }) => sold),
    promo: rows.map(({ on }) => on),
  });
  const timeSeries = { time: "when", series: "shop", lags: 2, horizon: HORIZON, knownAhead: ["promo"] };
  const { artifact } = await trainOnTable(several, modelRequest("REGRESSION", "GLM", { response: "sales", timeSeries }));
  const model = loadServingModel(artifact);
  expect(model.inputs.map(({ name }) => name)).not.toContain("shop");
  const plan = [0, 1].map((on) => ({ when: dateOf(60), shop: "shop 7", promo: on }));
  const [without, on] = plan.map((row) => model.predict([row]).value[0] as number);
  expect(on! - without!).toBeGreaterThan(20);
  expect(on! - without!).toBeLessThan(40);
});

test("each of several series has its own future and effects", async () => {
  const rows = ["North", "South"].flatMap((shop, s) =>
    promo.map((_, t) => ({ shop, t, on: promo[(t + 40 * s) % promo.length]!, base: 100 * (s + 1) })),
  );
  const several = createTable({
    when: rows.map(({ t }) => new Date(t * DAY)),
    shop: rows.map(({ shop }) => shop),
    sales: rows.map(({ t, on, base }) => (t < DAYS ? base + base * 0.3 * on + noise[t]! : Number.NaN)),
    promo: rows.map(({ on }) => on),
  });
  const timeSeries = { time: "when", series: "shop", lags: 1, horizon: HORIZON, knownAhead: ["promo"] };
  for (const algorithm of ["ARIMA", "XGB"]) {
    const { artifact, info } = await trainOnTable(several, modelRequest("REGRESSION", algorithm, { response: "sales", timeSeries }));
    const expected = rows.filter(({ t }) => t >= DAYS).map(({ on, base }) => base + base * 0.3 * on);
    const model = loadServingModel(artifact);
    const { value, series } = next(model);
    expect(series).toEqual(["North", "South"].flatMap((shop) => new Array(HORIZON).fill(shop)));
    for (const [i, forecast] of value.entries()) expect(Math.abs(Number(forecast) - expected[i]!)).toBeLessThan(12);
    expect(info.forecast?.series?.[1]?.known_ahead?.[0]?.values).toEqual(
      rows.filter(({ shop, t }) => shop === "South" && t >= DAYS).map(({ on }) => on),
    );
    const [changed] = model.predict([
      { when: dateOf(DAYS), shop: "South", promo: 1 - rows.find(({ shop, t }) => shop === "South" && t === DAYS)!.on },
    ]).value;
    expect(Math.abs(Number(changed) - expected[HORIZON]!)).toBeGreaterThan(40);
  }
});

test.each(["UTC", "Europe/Berlin"])("a row of a plan that names no known series is refused in %s", async (timezone) => {
  const rows = ["North", "South"].flatMap((shop) => promo.slice(0, 60).map((on, t) => ({ shop, t, on, sold: 100 + 30 * on + noise[t]! })));
  const several = createTable({
    when: rows.map(({ t }) => new Date(zonedTimeToUtc(t * DAY, timezone))),
    shop: rows.map(({ shop }) => shop),
    sales: rows.map(({ sold }) => sold),
    promo: rows.map(({ on }) => on),
  });
  const timeSeries = { time: "when", series: "shop", lags: 2, horizon: HORIZON, knownAhead: ["promo"] };
  const asked = modelRequest("REGRESSION", "GLM", { response: "sales", timeSeries });
  const model = loadServingModel((await trainOnTable(several, asked, timezone)).artifact);
  for (const row of [{ shop: "Nowhere" }, {}]) {
    expect(() => model.predict([{ ...row, when: dateOf(60), promo: 1 }])).toThrow("after the last period of the training");
  }
});

test.each(["GLM", "ETS"])(
  "a series without a response needs no values known ahead for the others to be forecast: %s",
  async (algorithm) => {
    const rows = ["North", "South", "empty"].flatMap((shop) => promo.map((on, t) => ({ shop, t, on })));
    const isKnown = ({ shop, t }: (typeof rows)[number]) => shop !== "empty" || t > DAYS;
    const several = createTable({
      when: rows.filter(isKnown).map(({ t }) => new Date(t * DAY)),
      shop: rows.filter(isKnown).map(({ shop }) => shop),
      sales: rows.filter(isKnown).map(({ shop, t, on }) => (shop === "empty" || t >= DAYS ? null : 100 + 30 * on + noise[t]!)),
      promo: rows.filter(isKnown).map(({ on, shop, t }) => (shop === "empty" && t === DAYS + 1 ? null : on)),
    });
    const timeSeries = { time: "when", series: "shop", lags: 2, horizon: HORIZON, knownAhead: ["promo"] };
    const { artifact } = await trainOnTable(several, modelRequest("REGRESSION", algorithm, { response: "sales", timeSeries }));
    const { value, series } = next(loadServingModel(artifact));
    const answered = (shop: string) => value.filter((each, i) => series?.[i] === shop && each !== null).length;
    expect(["North", "South", "empty"].map(answered)).toEqual([HORIZON, HORIZON, 0]);
  },
);

test("a row with the values before its period has no forecast of later periods without their values known ahead", async () => {
  const model = loadServingModel((await train("GLM", { lags: 1 })).artifact);
  const answer = model.predict([{ sales_lag_1: 100, promo_lag_1: 0, promo: 1 }], { forecast: true });
  expect([answer.value[0], answer.forecast, model.hasForecast]).toEqual([expect.any(Number), undefined, false]);
});

test.each([
  ["a column that the table lacks", ["plan"], "ETS", "has no column"],
  ["the response", ["sales"], "ETS", "is what the model predicts"],
  ["times", ["when"], "ETS", "holds no numbers"],
  ["a column twice", ["promo", "promo"], "ETS", "named twice"],
  ["a method that learns from the past alone", ["promo"], "Croston", "Croston learns from the past alone: leave knownAhead out"],
])("known ahead cannot be %s", async (_name, knownAhead, algorithm, message) => {
  await expect(train(algorithm, { knownAhead })).rejects.toThrow(message);
});

test.each([
  [3, "ETS"],
  [12, "ETS"],
  [12, "GLM"],
])("a model of the past alone forecasts the %s days that its horizon columns have values for: %s", async (planned, algorithm) => {
  const rows = DAYS + planned;
  const data = createTable({
    when: Array.from({ length: rows }, (_, t) => new Date(t * DAY)),
    sales: Array.from({ length: rows }, (_, t) => (t < DAYS ? sales[t]! : Number.NaN)),
    promo: Array.from({ length: rows }, (_, t) => t % 2),
  });
  const horizonOf = async (timeSeries: { knownAhead?: string[]; horizonColumns?: string[] }) => {
    const request = modelRequest("REGRESSION", algorithm, { response: "sales", timeSeries: { time: "when", lags: 1, ...timeSeries } });
    const { info } = await trainOnTable(data, request);
    expect(info.inputs.some(({ name }) => name.startsWith("promo"))).toBe(timeSeries.knownAhead !== undefined);
    return info.forecast?.steps.length;
  };
  expect(await horizonOf({ knownAhead: ["promo"] })).toBe(planned);
  expect(await horizonOf({ horizonColumns: ["promo"] })).toBe(planned);
  if (algorithm === "ETS") expect(await horizonOf({})).toBe(7);
});
