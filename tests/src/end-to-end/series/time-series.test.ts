/** From an uploaded time series to a published forecast, over HTTP alone. */
import { readFileSync } from "node:fs";
import type { ModelInfo, PredictionResult } from "@agatha/contracts";
import type { DataCheckAnswer, ErrorBody, ModelApiAnswer, PredictionAnswer } from "@agatha/contracts/wire";
import { vegaFile } from "../../data.js";
import { useAgatha } from "../testing/agatha-fixture.js";

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

  // @contract columns-known-ahead-are-columns-of-numbers
  test("columns known ahead are numbers that the methods take, and a forecast without their values is refused", async () => {
    const months = Array.from({ length: 60 }, (_, t) => {
      const price = 10 + ((t * 7919) % 5);
      const month = new Date(Date.UTC(2020, t, 1)).toISOString().slice(0, 10);
      return `${month},${t < 57 ? 500 - 20 * price + (t % 12) : ""},${price},${t % 2 ? "open" : "closed"}`;
    });
    const file = ["month,sold,price,shop", ...months].join("\n");
    const { id } = await client.uploadDataset("prices.csv", file, { name: "Prices", product_type: "timeseries" });
    const asked = (knownAhead: string[], algorithm = "ETS") => ({
      name: "Planned",
      model_type: "REGRESSION",
      response: "sold",
      columns: [],
      layers: [{ nodes: [{ algorithm }] }],
      time_series_params: { horizon: 3, knownAhead },
    });
    const path = `agatha/datasets/${id}/models/`;
    const refusal = async (...wanted: Parameters<typeof asked>) => {
      const { status, body } = await client.json<ErrorBody>("POST", path, asked(...wanted));
      return [status, body.tukey_error, body.detail?.[0]?.path];
    };
    const at = "time_series_params.knownAhead";
    expect(await refusal(["plan"])).toEqual([400, "010405", `${at}[0]`]);
    expect(await refusal(["price", "shop"])).toEqual([400, "010405", `${at}[1]`]);
    expect(await refusal(["price"], "Croston")).toEqual([400, "010405", at]);

    const model = await client.train(id, asked(["price"]));
    const calculate = (data: object[]) =>
      client.json<ErrorBody & { result: PredictionResult }>("POST", `${path}${model.id}/calcs/`, { type: "whatif", data });
    const plan = ["2024-10-01", "2024-11-01", "2024-12-01"].map((month) => ({ month, price: 20 }));
    const { result } = (await calculate(plan)).body;
    const { forecast } = (await client.json<ModelInfo>("GET", `${path}${model.id}/info/`)).body;
    expect(forecast?.known_ahead?.[0]?.given).toEqual([true, true, true]);
    for (const [i, value] of result.value.entries()) expect(Number(value)).toBeLessThan(forecast!.steps[i]!.value! - 50);
    const missing = await calculate([{ month: "2025-02-01" }]);
    expect([missing.status, missing.body.detail?.[0]?.path, missing.body.detail?.[0]?.message]).toEqual([
      400,
      "price",
      expect.stringContaining("no value at 2025-02-01"),
    ]);
  });

  // @contract forecasts-of-a-hierarchy-add-up
  test("forecasts of a hierarchy add up in the model's page, in rows and in the next periods, and other requests are refused", async () => {
    const shops = [
      ["DE", "Bonn"],
      ["DE", "Kiel"],
      ["FR", "Lyon"],
    ];
    const sold = (t: number, i: number) => 50 + 20 * i + 9 * Math.sin((2 * Math.PI * t) / 12) + ((t * 7919 + i * 31) % 11);
    const rows = Array.from({ length: 48 }, (_, t) => {
      const month = new Date(Date.UTC(2020, t, 1)).toISOString().slice(0, 10);
      return shops.map((names, i) => [month, ...names, sold(t, i)].join(","));
    }).flat();
    const file = ["month,country,shop,sold", ...rows].join("\n");
    const { id } = await client.uploadDataset("shops.csv", file, { name: "Shops", product_type: "timeseries" });
    const asked = (hierarchy: object, other: object = {}, algorithm = "ETS") => ({
      name: "Adding",
      model_type: "REGRESSION",
      response: "sold",
      layers: [{ nodes: [{ algorithm }] }],
      time_series_params: { horizon: 2, hierarchy, ...other },
    });
    const path = `agatha/datasets/${id}/models/`;
    const refusal = async (...wanted: Parameters<typeof asked>) => {
      const { status, body } = await client.json<ErrorBody>("POST", path, asked(...wanted));
      return [status, body.detail?.[0]?.path];
    };
    const columns = ["country", "shop"];
    const at = "time_series_params.hierarchy";
    expect(await refusal({ columns: ["country", "town"] })).toEqual([400, `${at}.columns[1]`]);
    expect(await refusal({ columns, levels: [["town"]] })).toEqual([400, `${at}.levels[0]`]);
    expect(await refusal({ columns }, { series: "shop" })).toEqual([400, at]);
    expect(await refusal({ columns }, {}, "GLM")).toEqual([400, at]);

    const model = await client.train(id, asked({ columns }));
    const { forecast } = (await client.json<ModelInfo>("GET", `${path}${model.id}/info/`)).body;
    const described = (name: string) => forecast?.series?.find((series) => series.name === name)?.steps[0]?.value ?? Number.NaN;
    const data = [{}, { country: "DE" }, { country: "FR" }, ...shops.map(([country, shop]) => ({ country, shop }))];
    const whatIf = { type: "whatif", data: data.map((names) => ({ month: "2024-01-01", ...names })) };
    const { result } = (await client.json<{ result: PredictionResult }>("POST", `${path}${model.id}/calcs/`, whatIf)).body;
    const names = ["Total", "DE", "FR", "DE / Bonn", "DE / Kiel", "FR / Lyon"];
    expect(result.value).toEqual(names.map((name) => expect.closeTo(described(name), 9)));
    const [total, de, fr, bonn, kiel, lyon] = result.value.map(Number);
    expect([de! + fr!, bonn! + kiel!, lyon!]).toEqual([expect.closeTo(total!, 9), expect.closeTo(de!, 9), expect.closeTo(fr!, 9)]);
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

  test("a batch of plain rows of a file forecasts each day from the days before it, as rows of a dataset do", async () => {
    const days = [3, 4, 5, 6, 5].map((temp, i) => ({ date: `2016-01-0${i + 1}`, temp_max: String(temp), temp_min: "0" }));
    const batch = async (data: Record<string, string | number>[]) => {
      const { id } = await client.api.calculate(datasetId, modelId, { type: "batch", data });
      return await client.waitForCalculation(datasetId, modelId, id);
    };
    const { rows, result, message } = await batch(days.map((day) => ({ ...day, wind: 2.5 })));
    expect([rows, message]).toEqual([5, null]);
    expect((result as PredictionResult).value).toEqual([null, null, null, expect.any(Number), expect.any(Number)]);
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
    const api = (await client.json<ModelApiAnswer>("GET", `${models}${modelId}/api/`)).body;
    expect(api.columns.map(({ name }) => name)).toContain("temp_max_lag_1");
    const update = { api_update_list: [{ model_id: modelId, api_enabled: true }], product_type: "timeseries" };
    expect((await client.json("PATCH", "agatha/openthirdapi/update_multi/", update)).status).toBe(200);
    const post = (body: object) =>
      fetch(api.url, {
        method: "POST",
        headers: { "content-type": "application/json", authorization: `Bearer ${api.api_token}` },
        body: JSON.stringify(body),
      });
    const ask = async (body: object) => {
      const { link } = (await (await post(body)).json()) as { link: string };
      return ((await (await fetch(link)).json()) as PredictionAnswer).data;
    };
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

  describe("with a season", () => {
    /** Ten years of months with a trend, a season and a little noise that follows no pattern. */
    const months = Array.from({ length: 120 }, (_, t) => ({
      month: new Date(Date.UTC(2010 + Math.floor(t / 12), t % 12, 1)).toISOString().slice(0, 10),
      sales: 100 + t + 30 * Math.sin((2 * Math.PI * t) / 12) + ((t * 7919) % 13) / 4,
    }));
    let seasonal: string;
    let ets: string;

    beforeAll(async () => {
      const lines = ["month,sales", ...months.slice(0, 108).map(({ month, sales }) => `${month},${sales}`)];
      seasonal = (await client.uploadDataset("sales.csv", lines.join("\n"), { name: "MonthlySales", product_type: "timeseries" })).id;
      const layers = [{ nodes: [{ algorithm: "ETS" }] }];
      const asked = { model_type: "REGRESSION" as const, response: "sales", time_series_params: { lags: 1, horizon: 12 } };
      ets = (await client.train(seasonal, { name: "Smoothing", layers, ...asked })).id;
    });

    test("exponential smoothing goes on with trend and season, with intervals for each month ahead", async () => {
      const { forecast, indicators, inputs } = await client.api.modelInfo(seasonal, ets);
      expect(inputs.map(({ name }) => name)).toEqual(["month"]);
      expect(indicators.MASE!).toBeLessThan(0.5);
      expect(forecast?.history?.at(-1)).toEqual(forecast?.last);
      expect(forecast?.steps).toHaveLength(12);
      for (const [i, { value, lower, upper, time }] of forecast!.steps.entries()) {
        const { month, sales } = months[108 + i]!;
        expect(time.slice(0, 10)).toBe(month);
        expect(Math.abs(value! - sales)).toBeLessThan(6);
        expect([lower! < value!, value! < upper!]).toEqual([true, true]);
      }
      const widths = forecast!.errors.map(({ half_width }) => half_width!);
      expect(widths).toEqual([...widths].sort((a, b) => a - b));
      for (const { MASE, seasonal_naive_MASE } of forecast!.errors) expect(MASE!).toBeLessThan(seasonal_naive_MASE!);
    });

    test("a what-if of a month answers with its forecast, and rows from clients need the time alone", async () => {
      const { body } = await client.json<{ result: PredictionResult }>("POST", `agatha/datasets/${seasonal}/models/${ets}/calcs/`, {
        type: "whatif",
        data: [{ month: "2019-01-01" }, { month: "2019-06-01" }, { month: "2040-01-01" }],
      });
      const { forecast } = await client.api.modelInfo(seasonal, ets);
      const { value, interval } = body.result;
      expect(value.slice(0, 2)).toEqual([forecast!.steps[0]!.value, forecast!.steps[5]!.value]);
      expect(interval?.[1]).toEqual({ lower: forecast!.steps[5]!.lower, upper: forecast!.steps[5]!.upper });
      // Beyond the horizon nothing was measured.
      expect([typeof value[2], interval?.[2]]).toEqual(["number", null]);
    });

    test("forecasters are refused without a time column, beside other algorithms, and as ONNX", async () => {
      const refusal = async (changes: object) => {
        const asked = { name: "Wrong", model_type: "REGRESSION", response: "sales", time_series_params: {}, ...changes };
        const { status, body } = await client.json<ErrorBody>("POST", `agatha/datasets/${seasonal}/models/`, asked);
        return [status, body.detail?.[0]?.path];
      };
      const [one, other] = [{ algorithm: "ETS" }, { algorithm: "GLM" }];
      expect(await refusal({ layers: [{ nodes: [one] }], time_series_params: undefined })).toEqual([400, "layers"]);
      expect(await refusal({ layers: [{ nodes: [one, other] }] })).toEqual([400, "layers"]);
      expect(await refusal({ layers: [{ nodes: [one] }, { nodes: [other] }] })).toEqual([400, "layers"]);
      const exported = await client.json<ErrorBody>("GET", `agatha/datasets/${seasonal}/models/${ets}/export/?format=onnx`);
      expect(exported.status).toBe(400);
    });

    test("automatic training ranks the models of a time series by their forecasts at all periods ahead", async () => {
      const { id } = await client.api.createAutoModel(seasonal, {
        mode: "AUTO_MINIMUM",
        response: "sales",
        time_series_params: { lags: 1, horizon: 12 },
      });
      const { models, rank_by } = await client.waitForAutoModel(seasonal, id, 300);
      expect(rank_by).toBe("MASE");
      const figures = models.map(({ indicators }) => indicators?.MASE ?? Number.NaN);
      expect(figures).toEqual([...figures].sort((a, b) => a - b));
      expect(figures[0]!).toBeLessThan(figures.at(-1)!);
    });
  });

  describe("with several series in one table", () => {
    const shops = ["North", "South"];
    const months = 60;
    const sold = (shop: number, t: number) => (shop + 1) * (50 + t / 2 + 10 * Math.sin((2 * Math.PI * t) / 12) + ((t * 7919) % 7) / 5);
    const monthAt = (t: number) => new Date(Date.UTC(2015, t, 1)).toISOString().slice(0, 10);
    const asked = { response: "sold", time_series_params: { time: "month", series: "shop", lags: 3, horizon: 4 } };
    let shopsId: string;

    beforeAll(async () => {
      const rows = Array.from({ length: 2 * months }, (_, i) => `${monthAt(i >> 1)},${shops[i % 2]},${sold(i % 2, i >> 1)}`);
      shopsId = (await client.uploadDataset("shops.csv", ["month,shop,sold", ...rows].join("\n"), { product_type: "timeseries" })).id;
    });

    test("a forecaster goes on with each series, in a what-if and from recent rows, and a comparison reads it from a table", async () => {
      const { id } = await client.train(shopsId, {
        name: "Shops",
        model_type: "REGRESSION",
        layers: [{ nodes: [{ algorithm: "ETS" }] }],
        ...asked,
      });
      const { forecast, inputs } = await client.api.modelInfo(shopsId, id);
      expect(inputs.map(({ name }) => name)).toEqual(["month", "shop"]);
      expect(forecast?.series?.map(({ name }) => name)).toEqual(shops);
      const [north, south] = forecast!.series!;
      for (const [shop, { steps }] of [north!, south!].entries())
        for (const { step, value } of steps) expect(Math.abs(value! - sold(shop, months - 1 + step))).toBeLessThan(5 * (shop + 1));
      const { body } = await client.json<{ result: PredictionResult }>("POST", `agatha/datasets/${shopsId}/models/${id}/calcs/`, {
        type: "whatif",
        data: [
          { month: monthAt(months + 1), shop: "South" },
          { month: monthAt(months), shop: "North", sold: 500 },
          { month: monthAt(months + 1), shop: "North" },
        ],
      });
      expect(body.result.value[0]).toBe(south!.steps[1]!.value);
      expect(body.result.value[2]).not.toBe(north!.steps[1]!.value);
      const batch = await client.api.calculate(shopsId, id, { type: "batch", dataset_id: shopsId });
      const predicted = await client.waitForCalculation(shopsId, id, batch.id);
      expect([predicted.message, predicted.rows]).toEqual([null, 2 * months]);
    });

    // @contract a-time-series-answers-with-the-next-periods
    // @contract get-tukey-api-next
    test("a request without rows to the API of a forecaster is answered with the next periods of each series, and recent rows continue them", async () => {
      const short = Array.from({ length: 3 }, (_, k) => `${monthAt(months - 3 + k)},New,${k}`);
      const rows = Array.from({ length: 2 * months }, (_, i) => `${monthAt(i >> 1)},${shops[i % 2]},${sold(i % 2, i >> 1)}`);
      const file = ["month,shop,sold", ...rows, ...short].join("\n");
      const datasetId = (await client.uploadDataset("three-shops.csv", file, { product_type: "timeseries" })).id;
      const training = { name: "Next", model_type: "REGRESSION" as const, layers: [{ nodes: [{ algorithm: "ETS" }] }], ...asked };
      const { id } = await client.train(datasetId, training);
      const update = { api_update_list: [{ model_id: id, api_enabled: true }], product_type: "timeseries" };
      expect((await client.json("PATCH", "agatha/openthirdapi/update_multi/", update)).status).toBe(200);
      const api = (await client.json<ModelApiAnswer>("GET", `agatha/datasets/${datasetId}/models/${id}/api/`)).body;
      const post = (body: object) =>
        fetch(api.url, {
          method: "POST",
          headers: { "content-type": "application/json", authorization: `Bearer ${api.api_token}` },
          body: JSON.stringify(body),
        });
      const ask = async (body: object) => {
        const { link } = (await (await post(body)).json()) as { link: string };
        return ((await (await fetch(link)).json()) as PredictionAnswer).data;
      };

      const { forecast } = await client.api.modelInfo(datasetId, id);
      const next = await ask({ data: [] });
      expect(await ask({})).toEqual(next);
      expect(next.series).toEqual([...shops, "New"].flatMap((name) => new Array(4).fill(name)));
      const known = forecast!.series!.filter(({ name }) => name !== "New").flatMap(({ steps }) => steps);
      expect(next.time?.slice(0, 8)).toEqual(known.map(({ time }) => time));
      expect(next.value?.slice(0, 8)).toEqual(known.map(({ value }) => value));
      expect(next.interval?.slice(0, 8)).toEqual(known.map(({ lower, upper }) => ({ lower, upper })));
      expect(next.value?.slice(8)).toEqual([null, null, null, null]);
      expect([next.warning?.[0], next.warning?.[8]]).toEqual([null, expect.stringContaining("New had fewer than 5 periods")]);

      const address = `${api.url}next?api_token=${api.api_token}`;
      expect(((await (await fetch(address)).json()) as PredictionAnswer).data).toEqual(next);
      const csv = await fetch(`${address}&periods=1`, { headers: { accept: "text/csv" } });
      expect(csv.headers.get("content-type")).toBe("text/csv; charset=utf-8");
      const { lower, upper } = next.interval![0]!;
      const lines = (await csv.text()).split("\r\n");
      expect(lines.slice(0, 2)).toEqual(["shop,time,value,lower,upper", `North,${next.time![0]},${next.value![0]},${lower},${upper}`]);
      expect(await (await fetch(`${address}&periods=1&format=csv`)).text()).toBe(lines.join("\r\n"));
      expect((await fetch(`${address}&periods=0`)).status).toBe(400);
      expect((await fetch(`${api.url}next`)).status).toBe(401);

      const month = monthAt(months);
      const recent = await ask({
        data: [
          { month, shop: "South", sold: 500 },
          { month, shop: "West" },
        ],
        periods: 2,
      });
      expect(recent.series).toEqual(["North", "North", "South", "South", "New", "New", null, null]);
      expect(recent.value?.slice(0, 2)).toEqual(next.value?.slice(0, 2));
      expect(recent.time?.slice(2, 4).map((time) => time.slice(0, 10))).toEqual([monthAt(months + 1), monthAt(months + 2)]);
      expect(recent.value?.[2]).not.toBe(next.value?.[5]);
      expect([recent.value?.[6], recent.warning?.[6]]).toEqual([null, expect.stringContaining("does not know the series")]);

      const row = { month, shop: "South", sold: 500 };
      const long = await ask({ data: [row, { month, shop: "West", note: "long ".repeat(5_000) }], periods: 2 });
      expect(long).toEqual(recent);
      const many = await post({ data: new Array(600).fill(row), periods: 2 });
      expect([many.status, ((await many.json()) as ErrorBody).detail?.[0]?.message]).toEqual([400, expect.stringContaining("at most 499")]);
      const refused = await post({ periods: 101 });
      expect([refused.status, ((await refused.json()) as ErrorBody).detail?.[0]?.path]).toEqual([400, "periods"]);
    });

    test("a model of lags learns from all series together, and predicts a table of them from the rows before of the same series", async () => {
      const { id, indicators } = await client.train(shopsId, {
        name: "Lags",
        model_type: "REGRESSION",
        layers: [{ nodes: [{ algorithm: "GLM" }] }],
        ...asked,
      });
      expect(indicators.MASE).toEqual(expect.any(Number));
      const { inputs } = await client.api.modelInfo(shopsId, id);
      expect(inputs.map(({ name }) => name)).toEqual(["sold_lag_1", "sold_lag_2", "sold_lag_3", "shop"]);
      const batch = await client.api.calculate(shopsId, id, { type: "batch", dataset_id: shopsId });
      const { result, message } = await client.waitForCalculation(shopsId, id, batch.id);
      expect(message).toBeNull();
      const { value } = result as PredictionResult;
      expect(value.slice(0, 6)).toEqual(new Array(6).fill(null));
      expect(value.slice(6).every((each) => typeof each === "number")).toBe(true);
    });

    test("whole numbers name series: in a training, a batch from a table and a what-if", async () => {
      const lines = Array.from({ length: 2 * months }, (_, i) => `${monthAt(i >> 1)},${70 + (i % 2)},${sold(i % 2, i >> 1)}`);
      const file = ["month,shop,sold", ...lines].join("\n");
      const { id: datasetId } = await client.uploadDataset("numbered-shops.csv", file, { product_type: "timeseries" });
      for (const algorithm of ["ETS", "GLM"]) {
        const layers = [{ nodes: [{ algorithm }] }];
        const { id } = await client.train(datasetId, { name: `By${algorithm}`, model_type: "REGRESSION", layers, ...asked });
        const { forecast } = await client.api.modelInfo(datasetId, id);
        expect(forecast?.series?.map(({ name }) => name)).toEqual(["70", "71"]);
        const batch = await client.api.calculate(datasetId, id, { type: "batch", dataset_id: datasetId });
        const { result, message } = await client.waitForCalculation(datasetId, id, batch.id);
        expect(message).toBeNull();
        expect((result as PredictionResult).value.slice(-6).every((each) => typeof each === "number")).toBe(true);
        if (algorithm === "GLM") continue;
        const data = { month: forecast!.series![1]!.steps[0]!.time, shop: 71 };
        const whatIf = await client.api.calculate(datasetId, id, { type: "whatif", data });
        expect((whatIf.result as PredictionResult).value).toEqual([forecast!.series![1]!.steps[0]!.value]);
      }
    });

    test("automatic training ranks forecasters and models of lags over all series, and the response cannot name them", async () => {
      const { id } = await client.api.createAutoModel(shopsId, { mode: "AUTO_MINIMUM", ...asked });
      const { models } = await client.waitForAutoModel(shopsId, id, 300);
      expect(models.length).toBeGreaterThan(3);
      for (const { indicators } of models) expect(indicators?.MASE).toEqual(expect.any(Number));
      const { status, body } = await client.json<ErrorBody>("POST", `agatha/datasets/${shopsId}/models/`, {
        name: "Wrong",
        model_type: "REGRESSION",
        response: "sold",
        time_series_params: { time: "month", series: "sold" },
      });
      expect([status, body.detail?.[0]?.path]).toEqual([400, "time_series_params.series"]);
    });
  });
});
