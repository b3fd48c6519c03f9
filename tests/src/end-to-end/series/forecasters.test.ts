/** Forecasters over HTTP alone: seasons, columns known ahead, and sums that forecasts add up to. */
import type { ModelInfo, PredictionResult } from "@agatha/contracts";
import type { ErrorBody } from "@agatha/contracts/wire";
import { useAgatha } from "../testing/agatha-fixture.js";

describe("a time series with a season", () => {
  const { client } = useAgatha();
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

describe("a forecaster", () => {
  const { client } = useAgatha();

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
});
