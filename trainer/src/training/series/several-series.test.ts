import { modelInfo } from "@agatha/contracts";
import { zonedTimeToUtc } from "../../data/tables/zoned-time.js";
import { loadServingModel } from "../../model/serving/serving-model.js";
import { createTable } from "../../testing/create-table.js";
import { modelRequest, trainOnTable } from "../../testing/train-on-table.js";
import { days, linearRecurrence, seriesRequest } from "./testing/made-series.js";

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
    const { info, artifact, graph } = await trainOnTable(data, request(algorithm));
    expect(modelInfo.parse(info)).toEqual(info);
    const columns = graph.nodes.filter(({ kind }) => kind === "column").map(({ id }) => id);
    expect(graph.edges).toEqual([...columns.map((from) => ({ from, to: "1.1" })), { from: "1.1", to: "answer" }]);
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
    // A search that chose the product would propose one with the past of another.
    if (algorithm === "GLM") return expect(model.past).toEqual([1, 2, 3, 4, 5].map((k) => `y_lag_${k}`).concat("product"));
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
    const request = seriesRequest({ layers: [{ nodes: [{ algorithm: "SNaive" }] }] });
    const { info } = await trainOnTable(many, { ...request, timeSeries: { time: "month", lags: 1, horizon: 2, series: "product" } });
    expect(modelInfo.parse(info)).toEqual(info);
    const timesFrom = (month: number) => [month, month + 1].map((t) => new Date(Date.UTC(2020, t, 1)).toISOString());
    expect(info.forecast?.series).toHaveLength(200);
    expect(info.forecast?.other_series).toEqual([
      { times: timesFrom(20), names: ["P200", "P201"] },
      { times: timesFrom(8), names: ["P202"] },
    ]);
  });

  test("contributions to the forecast of a series beyond those that an input describes sum to it", async () => {
    const many = Array.from({ length: 60 * 40 }, (_, i) => ({ name: `P${i % 60}`, code: i % 60, t: Math.floor(i / 60) })).slice(0, -5);
    const table = createTable({
      month: many.map(({ t }) => monthAt(t)),
      product: many.map(({ name }) => name),
      y: many.map(({ t, code }) => 10 * code + (t % 12)),
    });
    const { info, artifact } = await trainOnTable(table, request("ETS"));
    const described = info.inputs.find(({ name }) => name === "product")?.levels ?? [];
    const model = loadServingModel(artifact);
    for (const product of [described[0], "P59"]) {
      const { value, varimp, explanation } = model.predict([{ month: monthAt(40).toISOString(), product }], { explain: true });
      const { month = Number.NaN, product: ofProduct = Number.NaN } = varimp?.[0] ?? {};
      expect(explanation?.prediction).toEqual(value);
      expect(month + ofProduct + Number(explanation?.base[0])).toBeCloseTo(Number(value[0]), 6);
    }
    expect(described).not.toContain("P59");
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
        createTable({ when: days(30), y: linearRecurrence(30), shop: days(30).map((_, i) => (i % 2) / 2) }),
        seriesRequest({ timeSeries: { time: "when", lags: 1, horizon: 1, series: "shop" } }),
      ),
    ).rejects.toThrow("name the one that names the series");
  });
});

describe.each(["UTC", "Europe/Berlin"])("days and months of %s", (timezone) => {
  const shops = ["North", "South", "empty"];
  const rows = Array.from({ length: 3 * 80 }, (_, i) => ({ t: Math.floor(i / 3), shop: i % 3 }));
  const sales = rows.map(({ t, shop }) => (shop === 2 ? null : 100 * (1 + shop) + 5 * (t % 7) + ((t * 7919) % 11)));
  const train = (algorithm: string, timeOf: (t: number) => number, lagInputs: "proposed" | "recent") =>
    trainOnTable(
      createTable({
        when: rows.map(({ t }) => new Date(zonedTimeToUtc(timeOf(t), timezone))),
        shop: rows.map(({ shop }) => shops[shop]),
        y: sales,
      }),
      modelRequest("REGRESSION", algorithm, {
        response: "y",
        timeSeries: { time: "when", lags: 2, horizon: 3, series: "shop", lagInputs },
      }),
      timezone,
    );
  const monthOf = (t: number) => Date.UTC(2015, t, 1);
  const dayOf = (t: number) => Date.UTC(2023, 0, 1 + t);
  const hourOf = (t: number) => Date.UTC(2023, 0, 1, t);

  test.each([
    ["months", monthOf, "recent"],
    ["days", dayOf, "proposed"],
    ["hours", hourOf, "proposed"],
  ] as const)("a series of %s without any value has no forecast, and the others have theirs", async (_unit, timeOf, lagInputs) => {
    const { info, artifact } = await train("GLM", timeOf, lagInputs);
    expect(info.forecast?.series?.slice(0, 2).map(({ steps }) => steps[0].value)).toEqual([expect.any(Number), expect.any(Number)]);
    const model = loadServingModel(artifact);
    const [next] = [...(model.nextPeriods?.(model.toTable([])) ?? [])];
    expect(next.value.map((value) => value !== null)).toEqual([true, true, true, true, true, true, false, false, false]);
  });

  test.each([
    ["months", monthOf],
    ["days", dayOf],
  ] as const)("a row without a time has no forecast of %s", async (_unit, timeOf) => {
    const { artifact } = await train("SNaive", timeOf, "recent");
    const { value, forecast } = loadServingModel(artifact).predict([{ shop: "North" }], { forecast: true });
    expect([value, forecast?.[0].map((step) => step.value)]).toEqual([[null], [null, null, null]]);
  });
});
