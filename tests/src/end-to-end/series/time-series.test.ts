/** From an uploaded time series to a published forecast, over HTTP alone. */
import { readFileSync } from "node:fs";
import type { ModelInfo, PredictionResult } from "@agatha/contracts";
import type { DataCheckAnswer, ErrorBody } from "@agatha/contracts/wire";
import { vegaFile } from "../../data.js";
import { useAgatha } from "../testing/agatha-fixture.js";
import { publishModel } from "../testing/published-model.js";

describe("a time series", () => {
  const { client } = useAgatha();
  let datasetId: string;
  let models: string;
  let modelId: string;

  beforeAll(async () => {
    const file = readFileSync(vegaFile("seattle-weather.csv"));
    const dataset = await client.uploadDataset("weather.csv", file, { name: "DailyWeather", product_type: "timeseries" });
    datasetId = dataset.id;
    models = `agatha/datasets/${datasetId}/models/`;
  });

  test("the data check reports uneven and repeated times", async () => {
    const lines = ["when,y", "2024-01-01,1", "2024-01-02,2", "2024-01-02,3", "2024-01-05,4", "2024-01-09,5", "2024-01-10,6"];
    const { id } = await client.uploadDataset("uneven.csv", lines.join("\n"), { name: "Uneven", product_type: "timeseries" });
    const { body } = await client.json<DataCheckAnswer>("GET", `agatha/datasets/${id}/data_check/`);
    expect(body.check_table[0]?.flags).toMatchObject({ is_datetime: true, irregular_time: true, repeated_time: true });
    const even = await client.json<DataCheckAnswer>("GET", `agatha/datasets/${datasetId}/data_check/`);
    expect(even.body.check_table[0]?.flags).toMatchObject({ is_datetime: true, irregular_time: false, repeated_time: false });
  });

  test("the data tell their period, seasons and trend, and which column names several series", async () => {
    const weather = await client.api.series(datasetId, { time: "date", value: "temp_max" });
    expect(weather).toMatchObject({
      series: { proposed: null, count: 1 },
      description: { rhythm: "day", periods: 1461, missing_periods: 0 },
    });
    expect(weather?.description.seasons.map(({ unit }) => unit)).toEqual(["year"]);
    const stocks = await client.uploadDataset("stocks.csv", readFileSync(vegaFile("stocks.csv")), { product_type: "timeseries" });
    const columns = { time: "date", value: "price" };
    expect((await client.api.series(stocks.id, columns))?.series.proposed).toBe("symbol");
    const apple = await client.api.series(stocks.id, { ...columns, series_column: "symbol", series: "AAPL" });
    expect(apple).toMatchObject({
      series: { count: 5, described: "AAPL" },
      description: { rhythm: "month", trend: { direction: "rising" } },
    });
    const other = await client.json<ErrorBody>(
      "GET",
      `agatha/datasets/${stocks.id}/series/?time=date&value=price&series_column=symbol&series=none`,
    );
    expect([other.status, other.body.detail?.[0]?.path]).toEqual([400, "series"]);
  });

  const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

  test.each<[string, string, (i: number) => string, string]>([
    ["named months", "month", (i) => `${MONTHS[i % 12]}-${20 + Math.floor(i / 12)}`, "2024-01-01T00:00:00.000Z"],
    ["quarters", "quarter", (i) => `${2012 + Math.floor(i / 4)}Q${(i % 4) + 1}`, "2024-01-01T00:00:00.000Z"],
    ["ISO weeks", "week", (i) => `2023-W${String(i + 1).padStart(2, "0")}`, "2023-12-04T00:00:00.000Z"],
  ])("%s are times, whose next period is forecast", async (name, rhythm, timeOf, next) => {
    const rows = Array.from({ length: 48 }, (_, i) => `${timeOf(i)},${100 + 2 * i + (i % 4)}`);
    const { id } = await client.uploadDataset(`${name}.csv`, ["when,sold", ...rows].join("\n"), { product_type: "timeseries" });
    expect(await client.api.series(id, { time: "when", value: "sold" })).toMatchObject({ description: { rhythm, periods: 48 } });
    const model = await client.train(id, {
      name: "Sales",
      model_type: "REGRESSION",
      response: "sold",
      layers: [{ nodes: [{ algorithm: "ETS" }] }],
      time_series_params: { time: "when", horizon: 4 },
    });
    const { forecast } = await client.api.modelInfo(id, model.id);
    expect(forecast?.steps[0]?.time).toBe(next);
    expect(forecast?.steps[0]?.value).toBeGreaterThan(190);
  });

  // @contract a-time-series-has-one-time-column
  test("an unusable time series is rejected with the catalogue's code and the path", async () => {
    const asked = { name: "Wrong", model_type: "REGRESSION", response: "temp_max" };
    const refusal = async (changes: object) => {
      const { status, body } = await client.json<ErrorBody>("POST", models, { ...asked, ...changes });
      return [status, body.tukey_error, body.detail?.[0]?.path];
    };
    expect(await refusal({ time_series_params: { time: "wind" } })).toEqual([400, "010507", "time_series_params.time"]);
    expect(await refusal({ time_series_params: {}, columns: ["weather"] })).toEqual([400, "010405", "columns[0]"]);
    expect(await refusal({ time_series_params: { lags: 6 } })).toEqual([400, "010201", "time_series_params.lags"]);
    expect(await refusal({ time_series_params: { horizon: 1000 } })).toEqual([400, "010201", "time_series_params.horizon"]);
  });

  test("a time series model is scored on the latest days and has a forecast", async () => {
    const model = await client.train(datasetId, {
      name: "Warmest",
      model_type: "REGRESSION",
      response: "temp_max",
      columns: ["temp_min", "wind"],
      layers: [{ nodes: [{ algorithm: "GLM" }] }],
      time_series_params: { lags: 3, horizon: 7 },
    });
    modelId = model.id;
    expect(model).toMatchObject({ status: "success", has_time_lag: true, time_series_params: { time: "date", lags: 3, horizon: 7 } });
    expect(model.indicators.RMSE!).toBeLessThan(model.baseline.RMSE!);
    expect(Date.parse(model.finished_at!)).toBeGreaterThanOrEqual(Date.parse(model.started_at!));

    const info = (await client.json<ModelInfo>("GET", `${models}${modelId}/info/`)).body;
    expect(info).toMatchObject({ baseline_kind: "naive", validation: { method: "latest", trainRows: 1166, heldOutRows: 292 } });
    expect(info.inputs.map(({ name }) => name)).toEqual(
      ["temp_max", "temp_min", "wind"].flatMap((column) => [1, 2, 3].map((k) => `${column}_lag_${k}`)),
    );
    const { forecast } = info;
    expect(forecast?.period).toEqual({ unit: "day", size: 1, by: "date" });
    expect(forecast?.last.time).toBe("2015-12-31T00:00:00.000Z");
    expect(forecast?.steps.map(({ time }) => time.slice(0, 10))).toEqual([1, 2, 3, 4, 5, 6, 7].map((day) => `2016-01-0${day}`));
    for (const { value, lower, upper } of forecast!.steps) {
      expect(lower!).toBeLessThan(value!);
      expect(upper!).toBeGreaterThan(value!);
    }
    expect(forecast!.errors[6]!.RMSE!).toBeGreaterThan(forecast!.errors[0]!.RMSE!);
    expect(forecast!.errors[6]!.RMSE!).toBeLessThan(forecast!.errors[6]!.naive_RMSE!);
  });

  const past = { temp_max_lag_1: 5.6, temp_max_lag_2: 5.6, temp_max_lag_3: 7.2, temp_min_lag_1: "-2.1", temp_min_lag_2: "-1" };

  test("a what-if of a time series forecasts what follows other days", async () => {
    const { status, body } = await client.json<{ result: PredictionResult }>("POST", `${models}${modelId}/calcs/`, {
      type: "whatif",
      data: [past, { ...past, temp_max_lag_1: 30 }],
    });
    expect(status).toBe(201);
    const { value, forecast, outside } = body.result;
    expect(value[1] as number).toBeGreaterThan(value[0] as number);
    expect(forecast?.map((steps) => steps.length)).toEqual([7, 7]);
    expect(forecast?.[0]?.[0]?.value).toBe(value[0]);
    expect(outside?.[0]).toEqual([]);
  });

  // @contract a-time-series-model-takes-its-own
  test("a batch on the model's own dataset forecasts each day from the days before it, and none without them", async () => {
    const { id } = await client.api.calculate(datasetId, modelId, { type: "batch", dataset_id: datasetId });
    const { rows, result, message } = await client.waitForCalculation(datasetId, modelId, id);
    expect(message).toBeNull();
    expect(rows).toBe(1461);
    const { value, interval } = result as PredictionResult;
    expect(value.slice(0, 3)).toEqual([null, null, null]);
    expect(value.slice(3).every((warmest) => typeof warmest === "number")).toBe(true);
    expect(interval?.[2]).toBeNull();
    expect(interval?.[3]).toEqual({ lower: expect.any(Number), upper: expect.any(Number) });
  });

  test("a batch of plain rows of a file forecasts each day from the days before it, which are also those of the training's end", async () => {
    const daysOf = (month: string) =>
      [3, 4, 5, 6, 5].map((temp, i) => ({ date: `${month}-0${i + 1}`, temp_max: String(temp), temp_min: "0" }));
    const days = daysOf("2016-01");
    const batch = async (data: Record<string, string | number>[]) => {
      const { id } = await client.api.calculate(datasetId, modelId, { type: "batch", data });
      return await client.waitForCalculation(datasetId, modelId, id);
    };
    const { rows, result, message } = await batch(days.map((day) => ({ ...day, wind: 2.5 })));
    expect([rows, message]).toEqual([5, null]);
    expect((result as PredictionResult).value).toEqual(days.map(() => expect.any(Number)));
    const afterGap = await batch(daysOf("2016-02").map((day) => ({ ...day, wind: 2.5 })));
    expect((afterGap.result as PredictionResult).value).toEqual([null, null, null, expect.any(Number), expect.any(Number)]);
    expect((await batch(days)).message).toBe("wind: is missing, and the model learned from it: add the column");
  });

  test("a batch of future rows without the response to a model of lags is refused with what to do", async () => {
    const future = await client.uploadDataset("future.csv", "date,precipitation\n2016-01-01,0\n2016-01-02,1.5", {
      product_type: "timeseries",
    });
    const { status, body } = await client.json<ErrorBody>("POST", `${models}${modelId}/calcs/`, { type: "batch", dataset_id: future.id });
    expect([status, body.detail?.[0]?.path]).toEqual([400, "temp_max"]);
    expect(body.detail?.[0]?.message).toContain("each row is predicted from the values of the rows before it");
    expect(body.detail?.[0]?.message).toContain("agatha forecast");
  });

  test("the API of a model of lags forecasts from past rows under its column names, and without rows the next periods", async () => {
    const { api, post, ask } = await publishModel(client, datasetId, modelId);
    expect(api.columns.map(({ name }) => name)).toContain("temp_max_lag_1");
    const answer = await ask({ data: [past] });
    expect(answer.status).toBe("success");
    expect(answer.value?.[0]).toBeGreaterThan(0);
    expect(answer.value?.[0]).toBeLessThan(12);
    expect(answer.forecast?.[0]).toHaveLength(7);

    const { forecast } = await client.api.modelInfo(datasetId, modelId);
    const next = await ask({});
    expect(next.time).toEqual(forecast?.steps.map(({ time }) => time));
    expect(next.value).toEqual(forecast?.steps.map(({ value }) => value));
    expect(next.interval).toEqual(forecast?.steps.map(({ lower, upper }) => ({ lower, upper })));
    const refused = await post({ data: [past], periods: 2 });
    expect([refused.status, ((await refused.json()) as ErrorBody).detail?.[0]?.path]).toEqual([400, "periods"]);
  });
});
