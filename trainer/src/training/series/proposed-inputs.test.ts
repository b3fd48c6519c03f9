import { findColumn, requireNumbers } from "../../data/tables/table.js";
import { decodeArtifact } from "../../model/artifact/artifact.js";
import { loadServingModel } from "../../model/serving/serving-model.js";
import { rowsWhere } from "../../numeric/rows-where.js";
import { seriesInputRows } from "../../tasks/evaluation-input/series-input-rows.js";
import { createTable } from "../../testing/create-table.js";
import { vegaDatasetPath } from "../../testing/dataset-files.js";
import { readCsv } from "../../testing/read-csv.js";
import { modelRequest, trainOnTable } from "../../testing/train-on-table.js";

const DAY = 86_400_000;
const COUNT = 280;
const HORIZON = 16;
/** From a Monday on. */
const dateOf = (t: number) => new Date(Date.UTC(2024, 0, 1) + t * DAY);
/** Irregular numbers between −1 and 1, the same at each run. */
const noise = (t: number) => (((t * 7919) % 201) - 100) / 100;
const WEEK = [10, 40, 12, 90, 15, 3, 60];
const valueAt = (t: number) => WEEK[t % 7]! + 0.02 * t + 12 * noise(t);

type TimeSeries = NonNullable<Parameters<typeof modelRequest>[2]>["timeSeries"];
const train = (algorithm: string, rows: Parameters<typeof createTable>[0], timeSeries: Partial<TimeSeries> = {}) =>
  trainOnTable(
    createTable(rows),
    modelRequest("REGRESSION", algorithm, { response: "y", timeSeries: { time: "when", lags: 2, horizon: HORIZON, ...timeSeries } }),
  );
const days = Array.from({ length: COUNT }, (_, t) => t);
const data = { when: days.map(dateOf), y: days.map(valueAt) };

test("a weekly season proposes its lags, figures of a week and the day of the week, and the forecast follows it", async () => {
  const [recent, proposed] = [await train("XGB", data), await train("XGB", data, { lagInputs: "proposed" })];
  expect(recent.info.inputs.map(({ name }) => name)).toEqual(["y_lag_1", "y_lag_2"]);
  expect(proposed.info.inputs.map(({ name }) => name)).toEqual([
    ...["y_lag_1", "y_lag_2", "y_lag_7", "y_lag_14"],
    ...["y_mean_7", "y_mean_28", "y_deviation_7", "y_change_7"],
    "when_weekday",
  ]);
  expect(Number(proposed.info.indicators.MASE)).toBeLessThan(0.8 * Number(recent.info.indicators.MASE));
  const steps = proposed.info.forecast?.steps ?? [];
  expect(steps).toHaveLength(HORIZON);
  for (const { step, value } of steps) expect(Math.abs(Number(value) - valueAt(COUNT - 1 + step))).toBeLessThan(25);
});

test("the RMSE of a short growing series is of the periods that its MASE is of, when a linear model has seen half of them", async () => {
  const months = Array.from({ length: 48 }, (_, t) => t);
  const table = {
    when: months.map((t) => new Date(Date.UTC(2020, t, 1))),
    y: months.map((t) => (100 + 3 * t) * (1 + 0.15 * Math.sin((2 * Math.PI * t) / 12)) + 5 * noise(t)),
  };
  const { info } = await train("GLM", table, { lags: 5, lagInputs: "proposed", horizon: 6 });
  expect(info.indicators.RMSE).toBeCloseTo(Number(info.forecast?.errors[0]?.RMSE), 8);
});

test("forecasts of a linear model that has learned few rows do not grow without end", async () => {
  const disasters = await readCsv(vegaDatasetPath("disasters.csv"));
  const entity = findColumn(disasters, "Entity");
  const deaths = requireNumbers(disasters, "Deaths");
  const years = requireNumbers(disasters, "Year");
  const floods = rowsWhere(
    disasters.nrow,
    (row) => entity?.type === "s" && entity.levels[entity.codes[row]] === "Flood" && years[row] >= 1950 && years[row] <= 2010,
  );
  const table = { when: Array.from(floods, (row) => new Date(Date.UTC(years[row], 0, 1))), y: Array.from(floods, (row) => deaths[row]) };
  const { info } = await train("GLM", table, { lags: 5, lagInputs: "proposed", horizon: 6 });
  expect(info.indicators.MASE).toBeLessThan(100);
});

test("inputs are described by their values in the next period, of several series those of the one with most rows", async () => {
  const lengths = { North: COUNT - 5, South: COUNT };
  const rows = Object.entries(lengths).flatMap(([shop, length], s) =>
    days.slice(0, length).map((t) => ({ shop, t, y: (1 + s) * valueAt(t) })),
  );
  const table = { when: rows.map(({ t }) => dateOf(t)), shop: rows.map(({ shop }) => shop), y: rows.map(({ y }) => y) };
  const { info, artifact } = await train("GLM", table, { series: "shop", lagInputs: "proposed" });
  const described = new Map(info.inputs.map((input) => [input.name, input]));
  expect(described.get("shop")).toMatchObject({ typical: "South" });
  expect(described.get("shop")).not.toHaveProperty("next");
  expect(described.get("y_lag_1")?.next).toBe(2 * valueAt(COUNT - 1));
  expect(described.get("y_lag_7")?.next).toBe(2 * valueAt(COUNT - 7));
  expect(described.get("when_weekday")?.next).toBe(dateOf(COUNT).getUTCDay() || 7);
  const { lags = [] } = decodeArtifact(artifact).series?.next ?? {};
  const past = info.inputs.filter(({ name }) => name !== "shop");
  expect(past.map(({ name, next }) => [name, next])).toEqual(
    past.map(({ name }) => [name, lags.find((lag) => lag.name === name)?.values[1]]),
  );
});

test("the saved model continues each of several series as its description does", async () => {
  const rows = ["North", "South"].flatMap((shop, s) => days.slice(0, COUNT - 5 * s).map((t) => ({ shop, t, y: (1 + s) * valueAt(t) })));
  const { info, artifact } = await train(
    "GLM",
    { when: rows.map(({ t }) => dateOf(t)), shop: rows.map(({ shop }) => shop), y: rows.map(({ y }) => y) },
    { series: "shop", lagInputs: "proposed" },
  );
  const [north, south] = decodeArtifact(artifact).series?.several?.ranges ?? [];
  expect(south?.max).toBeGreaterThan(1.5 * Number(north?.max));
  const model = loadServingModel(artifact);
  const [{ value = [], series } = {}] = [...(model.nextPeriods?.(model.toTable([])) ?? [])];
  const described = info.forecast?.series?.flatMap(({ steps }) => steps.map((step) => step.value)) ?? [];
  expect(series?.filter((name) => name === "South")).toHaveLength(HORIZON);
  expect(value).toHaveLength(2 * HORIZON);
  value.forEach((each, i) => {
    expect(each).toBeCloseTo(Number(described[i]), 8);
  });
});

test.each(["GLM", "XGB", "KNN"])("%s goes on near the values of series that begin later than its inputs reach back", async (algorithm) => {
  const shops = [
    { shop: "A", begin: 0, scale: 1 },
    { shop: "B", begin: 0, scale: 2 },
    { shop: "C", begin: 0, scale: 3 },
    { shop: "late", begin: COUNT - 3, scale: 100 },
    { shop: "one", begin: COUNT - 1, scale: 0.01 },
  ];
  const rows = shops.flatMap(({ shop, begin, scale }) => days.slice(begin).map((t) => ({ shop, t, y: scale * valueAt(t) })));
  const { info, artifact } = await train(
    algorithm,
    { when: rows.map(({ t }) => dateOf(t)), shop: rows.map(({ shop }) => shop), y: rows.map(({ y }) => y) },
    { series: "shop", lagInputs: "proposed" },
  );
  for (const { name, last, steps } of info.forecast?.series ?? []) {
    if (!["late", "one"].includes(name)) continue;
    for (const { value, lower } of steps) {
      expect(Math.abs(Number(value))).toBeLessThan(10 * Math.abs(Number(last.value)) + 100);
      expect(lower).toBeNull();
    }
  }
  expect(info.warnings).toContainEqual(expect.objectContaining({ code: "series_past_short", values: { count: 2, names: "late, one" } }));
  const model = loadServingModel(artifact);
  const [{ interval = [], series, warning } = {}] = [...(model.nextPeriods?.(model.toTable([])) ?? [])];
  const isShort = (name: string | null | undefined) => name === "late" || name === "one";
  expect(interval?.map((each) => each === null)).toEqual(series?.map(isShort));
  expect(warning?.map((each) => each !== null)).toEqual(series?.map(isShort));
});

test("rows of a table get the inputs that the model learned from, and a row with its inputs is answered without further periods", async () => {
  const { artifact } = await train("XGB", data, { lagInputs: "proposed" });
  const model = loadServingModel(artifact);
  const timeSeries = { time: "when", lags: 2, horizon: HORIZON };
  const { inputs, rows } = seriesInputRows(createTable(data), { inputs: model.inputs, response: "y", timeSeries, timezone: "UTC" });
  expect([rows.length, rows[0]]).toEqual([COUNT - 14, 14]);
  const at = (name: string, t: number) => {
    const column = inputs.columns.find((each) => each.name === name);
    return column && column.type !== "s" ? column.values[t - 14] : undefined;
  };
  const before = days.slice(93, 100).map(valueAt);
  const mean = before.reduce((sum, value) => sum + value, 0) / 7;
  expect(at("y_lag_14", 100)).toBeCloseTo(valueAt(86), 10);
  expect(at("y_mean_7", 100)).toBeCloseTo(mean, 10);
  expect(at("y_deviation_7", 100)).toBeCloseTo(Math.sqrt(before.reduce((sum, value) => sum + (value - mean) ** 2, 0) / 6), 10);
  expect(at("y_change_7", 100)).toBeCloseTo(valueAt(99) - valueAt(92), 10);
  expect(at("when_weekday", 100)).toBe(1 + (100 % 7));
  const row = Object.fromEntries(inputs.columns.map(({ name }) => [name, at(name, 100)]));
  expect(Math.abs(Number(model.predict([row]).value[0]) - valueAt(100))).toBeLessThan(15);
  expect([model.hasForecast, model.predict([row], { forecast: true }).forecast]).toEqual([false, undefined]);
});

test("without a season the inputs are figures of few values, and a missing day has the value before", async () => {
  const some = days.filter((t) => t !== 60);
  const walk = some.map((t) => 100 + 3 * t + 5 * noise(t));
  const { info } = await train("GLM", { when: some.map(dateOf), y: walk }, { lagInputs: "proposed" });
  expect(info.inputs.map(({ name }) => name)).toEqual([
    ...["y_lag_1", "y_lag_2", "y_mean_4", "y_mean_8", "y_deviation_4", "y_deviation_8", "y_change_4"],
    "when_weekday",
  ]);
  // The first two days, and the two after the missing one, lack a lag; no other row is left out.
  expect(info.warnings.find(({ code }) => code === "history_missing")?.message).toContain("4 of 279 periods");
});

test.each(["when_weekday", "y_mean_7"])("a column known ahead that is named as the proposed input %s is kept", async (name) => {
  const named = { ...data, [name]: days.map((t) => noise(t + 3)) };
  const { info, artifact } = await train("GLM", named, { lagInputs: "proposed", knownAhead: [name] });
  expect(info.inputs.filter((input) => input.name === name)).toHaveLength(1);
  expect(info.inputs.find((input) => input.name === name)?.max).toBeLessThanOrEqual(1);
  const timeSeries = { time: "when", lags: 2, knownAhead: [name] };
  const model = loadServingModel(artifact);
  const { inputs, rows } = seriesInputRows(createTable(named), { inputs: model.inputs, response: "y", timeSeries, timezone: "UTC" });
  const column = inputs.columns.find((each) => each.name === name);
  expect(column?.type !== "s" && column?.values[0]).toBe(noise(rows[0]! + 3));
});

test.each([48, 100, 280])("a forecaster and models of lags of %s months are judged at the same months", async (count) => {
  const months = Array.from({ length: count }, (_, t) => t);
  const table = {
    when: months.map((t) => new Date(Date.UTC(1990, t, 1))),
    y: months.map((t) => 100 + 20 * Math.sin((2 * Math.PI * t) / 12) + 5 * noise(t)),
  };
  const [forecaster, ...lagged] = await Promise.all(
    ["ETS", "GLM", "KNN"].map((algorithm) => train(algorithm, table, { lagInputs: "proposed", horizon: 3 })),
  );
  for (const { info, forecastErrors } of lagged) {
    expect(info.inputs.map(({ name }) => name)).toContain("y_lag_12");
    expect(info.validation.heldOutRows).toBe(forecaster?.info.validation.heldOutRows);
    expect(forecastErrors?.keys).toEqual(forecaster?.forecastErrors?.keys);
  }
});
