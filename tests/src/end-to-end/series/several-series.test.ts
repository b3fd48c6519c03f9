/** Several series in one table, over HTTP alone: forecasters, models of lags, and the next periods of all of them. */
import type { PredictionResult } from "@agatha/contracts";
import type { ErrorBody, PredictionAnswer } from "@agatha/contracts/wire";
import { useAgatha } from "../testing/agatha-fixture.js";
import { publishModel } from "../testing/published-model.js";

describe("a time series with several series in one table", () => {
  const { client } = useAgatha();
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
    const { api, post, ask } = await publishModel(client, datasetId, id);
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

    const south = (await (await fetch(`${address}&series=South`)).json()) as PredictionAnswer;
    expect(south.data.value).toEqual(next.value?.slice(4, 8));
    expect((await fetch(`${address}&series=West`)).status).toBe(400);
    const named = await client.api.calculate(datasetId, id, { type: "whatif", periods: 4, series: ["South"] });
    expect((named.result as PredictionResult).value).toEqual(south.data.value);
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
