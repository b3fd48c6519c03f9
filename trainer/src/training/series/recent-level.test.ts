import { decodeArtifact, encodeArtifact } from "../../model/artifact/artifact.js";
import { loadServingModel } from "../../model/serving/serving-model.js";
import { exportLayersModel } from "../../model/tensorflow/export.js";
import { unpackSections } from "../../numeric/sections.js";
import { seriesInputRows } from "../../tasks/evaluation-input/series-input-rows.js";
import { createTable } from "../../testing/create-table.js";
import { modelRequest, trainOnTable } from "../../testing/train-on-table.js";

const DAY = 86_400_000;
const HORIZON = 14;
const WEEK = [1, 0.9, 1.2, 0.8, 1.5, 1.1, 0.5];
const noise = (t: number) => (((t * 7919) % 201) - 100) / 2000;
const dateOf = (t: number) => new Date(Date.UTC(2024, 0, 1) + t * DAY);
/** A week of its own height, with a little noise. */
const week = (t: number) => WEEK[t % 7]! + noise(t);
const days = (count: number) => Array.from({ length: count }, (_, t) => t);

const train = (algorithm: string, columns: Parameters<typeof createTable>[0], series?: string) =>
  trainOnTable(
    createTable(columns),
    modelRequest("REGRESSION", algorithm, {
      response: "y",
      timeSeries: { time: "when", lags: 2, horizon: HORIZON, lagInputs: "proposed", ...(series && { series }) },
    }),
  );

const shops = ["one", "ten", "hundred", "thousand"].map((shop, power) => ({ shop, height: 10 ** power }));
const ofShops = (count: number, each = shops) => {
  const rows = each.flatMap(({ shop, height }) => days(count).map((t) => ({ shop, t, y: height * week(t) })));
  return { when: rows.map(({ t }) => dateOf(t)), shop: rows.map(({ shop }) => shop), y: rows.map(({ y }) => y) };
};
const shopModel = train("XGB", ofShops(120), "shop");

test("boosted trees predict a series a thousand times as high as those they learned from", async () => {
  const { artifact, info } = await shopModel;
  expect(info.inputs.map(({ name }) => name)).toContain("y_deviation_28");
  const model = loadServingModel(artifact);
  const { inputs } = seriesInputRows(createTable(ofShops(60, [{ shop: "new", height: 1e6 }])), {
    inputs: model.inputs,
    response: "y",
    timeSeries: { time: "when", lags: 2, series: "shop" },
    timezone: "UTC",
  });
  const rows = days(inputs.nrow).map((row) =>
    Object.fromEntries(inputs.columns.map((column) => [column.name, column.type === "s" ? "new" : column.values[row]])),
  );
  const { value } = model.predict(rows);
  // A row has the two weeks before it.
  expect(value).toHaveLength(60 - 14);
  value.forEach((each, row) => {
    expect(Math.abs(Number(each) / 1e6 - week(14 + row))).toBeLessThan(0.2);
  });
});

test("boosted trees forecast growing series beyond all values they learned from", async () => {
  const grown = (shop: number, t: number) => (1 + shop) * (100 + 3 * t) * (1 + noise(t));
  const rows = [0, 1].flatMap((shop) => days(200).map((t) => ({ shop, t })));
  const { info } = await train(
    "XGB",
    { when: rows.map(({ t }) => dateOf(t)), shop: rows.map(({ shop }) => `shop ${shop}`), y: rows.map(({ shop, t }) => grown(shop, t)) },
    "shop",
  );
  const highest = Math.max(...days(200).map((t) => grown(1, t)));
  const last = info.forecast?.series?.find(({ name }) => name === "shop 1")?.steps.at(-1);
  expect(Number(last?.value)).toBeGreaterThan(highest);
  expect(Math.abs(Number(last?.value) - 2 * (100 + 3 * 213))).toBeLessThan(80);
});

test("the logarithm of a growing series is learned from its values, which unlike their differences from a level have one", async () => {
  const y = days(200).map((t) => (100 + 3 * t) * week(t));
  const node = { algorithm: "XGB", params: { logResponse: true } };
  const timeSeries = { time: "when", lags: 2, horizon: HORIZON, lagInputs: "proposed" as const };
  const request = modelRequest("REGRESSION", "XGB", { response: "y", timeSeries, layers: [{ nodes: [node] }] });
  const { artifact } = await trainOnTable(createTable({ when: days(200).map(dateOf), y }), request);
  expect(decodeArtifact(artifact).graph.level).toBeUndefined();
});

test.each(["XGB", "RF", "SVM", "KNN"])("%s forecasts a single growing series beyond all values it learned from", async (algorithm) => {
  const grown = (t: number) => (100 + 3 * t) * week(t);
  const { info } = await train(algorithm, { when: days(200).map(dateOf), y: days(200).map(grown) });
  expect(info.inputs.map(({ name }) => name)).toContain("y_deviation_28");
  const steps = info.forecast!.steps.map(({ value }) => Number(value));
  const errors = steps.map((value, i) => Math.abs(value / grown(200 + i) - 1));
  expect(Math.max(...steps)).toBeGreaterThan(Math.max(...days(200).map(grown)));
  expect(errors.reduce((sum, error) => sum + error, 0) / errors.length).toBeLessThan(0.1);
});

test.each(["XGB", "RF", "DNN"])(
  "a product that is launched into weeks without demand does not spoil the forecasts of %s",
  async (algorithm) => {
    const heights = [1, 10, 100, 5000];
    const sold = (product: number, t: number) => (product < 3 || t >= 60 ? heights[product]! * week(t) : 0);
    const rows = heights.flatMap((_each, product) => days(120).map((t) => ({ product, t })));
    const { info } = await train(
      algorithm,
      {
        when: rows.map(({ t }) => dateOf(t)),
        shop: rows.map(({ product }) => `product ${product}`),
        y: rows.map(({ product, t }) => sold(product, t)),
      },
      "shop",
    );
    for (const [product, height] of heights.entries()) {
      const { steps = [] } = info.forecast?.series?.find(({ name }) => name === `product ${product}`) ?? {};
      expect(steps).toHaveLength(HORIZON);
      for (const { step, value } of steps) expect(Math.abs(Number(value) - sold(product, 119 + step)) / height).toBeLessThan(0.5);
    }
  },
);

test.each<[string, number, (shop: number, t: number) => number]>([
  ["a single series that comes back to an earlier height", 1, (_, t) => [100, 700, 300, 100, 700][Math.floor(t / 40)]! * week(t)],
  ["series of one level", 2, (shop, t) => 100 * week(t + shop)],
])("%s is learned from as it is", async (_what, count, valueAt) => {
  const rows = Array.from({ length: count }, (_each, shop) => days(200).map((t) => ({ shop, t }))).flat();
  const { info, artifact } = await train(
    "XGB",
    { when: rows.map(({ t }) => dateOf(t)), shop: rows.map(({ shop }) => `shop ${shop}`), y: rows.map(({ shop, t }) => valueAt(shop, t)) },
    "shop",
  );
  expect(info.inputs.map(({ name }) => name)).not.toContain("y_deviation_28");
  expect(unpackSections(artifact).settings).not.toHaveProperty("level");
});

test.each(["GLM", "GNET", "enet", "BYS", "GAM"])("%s, which follows a level by itself, learns values as they are", async (algorithm) => {
  const { artifact } = await train(algorithm, ofShops(60), "shop");
  expect(unpackSections(artifact).settings).not.toHaveProperty("level");
});

test("the file of such a model is of a version that older programs refuse, and is read to the bit", async () => {
  const { artifact } = await shopModel;
  expect(unpackSections(artifact).settings).toMatchObject({ version: 2, level: { mean: "y_mean_28", deviation: "y_deviation_28" } });
  expect(Buffer.compare(encodeArtifact(decodeArtifact(artifact)), artifact)).toBe(0);
});

test("contributions of the inputs, the level among them, add up to the answer", async () => {
  const { artifact, info } = await shopModel;
  const row = Object.fromEntries(info.inputs.map(({ name, typical }) => [name, typical]));
  const { value, varimp = [], explanation } = loadServingModel(artifact).predict([row], { explain: true });
  const sum = Object.values(varimp[0]!).reduce((total, part) => total + part, explanation!.base[0]!);
  expect(Math.abs(sum - Number(value[0]))).toBeLessThan(1e-9 * Math.abs(Number(value[0])));
});

test("a row without its level has no answer, and tells why", async () => {
  const { artifact, info } = await shopModel;
  const row = Object.fromEntries(info.inputs.map(({ name, typical }) => [name, typical]));
  const { value, warning } = loadServingModel(artifact).predict([{ ...row, y_mean_28: null }, row]);
  expect(value).toEqual([null, expect.any(Number)]);
  expect(warning).toEqual([expect.stringContaining("counted from y_mean_28"), null]);
});

test("TensorFlow.js cannot hold it, and the message says so", async () => {
  const { artifact } = await train("DNN", ofShops(60), "shop");
  expect(() => exportLayersModel(artifact)).toThrow("recent level");
});
