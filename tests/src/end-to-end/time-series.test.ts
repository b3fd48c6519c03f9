/** From an uploaded time series to a published forecast, over HTTP alone. */
import { readFileSync } from "node:fs";
import type { ModelInfo, PredictionResult } from "@agatha/contracts";
import type { DataCheckAnswer, ErrorBody, ModelApiAnswer, PredictionAnswer } from "@agatha/contracts/wire";
import { vegaFile } from "../data.js";
import { useAgatha } from "./agatha-fixture.js";

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
    expect(forecast?.period).toEqual({ unit: "day", size: 1 });
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

  test("the API of a time series model forecasts from past rows under its column names", async () => {
    const api = (await client.json<ModelApiAnswer>("GET", `${models}${modelId}/api/`)).body;
    expect(api.columns.map(({ name }) => name)).toContain("temp_max_lag_1");
    const update = { api_update_list: [{ model_id: modelId, api_enabled: true }], product_type: "timeseries" };
    expect((await client.json("PATCH", "agatha/openthirdapi/update_multi/", update)).status).toBe(200);
    const accepted = await fetch(api.url, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ api_token: api.api_token, data: [past] }),
    });
    const { link } = (await accepted.json()) as { link: string };
    const answer = (await (await fetch(link)).json()) as PredictionAnswer;
    expect(answer.data.status).toBe("success");
    expect(answer.data.value?.[0]).toBeGreaterThan(0);
    expect(answer.data.value?.[0]).toBeLessThan(12);
    expect(answer.data.forecast?.[0]).toHaveLength(7);
  });
});
