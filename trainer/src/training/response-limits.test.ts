/** Answers of regressions within the limits of their response, wherever they are shown. */
import { isForecaster, isSeriesDetector, optimizationRequest, type PredictionResult, type ResponseLimits } from "@agatha/contracts";
import { InferenceSession, Tensor } from "onnxruntime-node";
import { REGISTRY } from "../algorithms/registry.js";
import { smallParams } from "../algorithms/testing/algorithm-cases.js";
import type { NumberColumn } from "../data/tables/table.js";
import { decodeArtifact } from "../model/artifact/artifact.js";
import { exportOnnx } from "../model/onnx/export.js";
import { optimize } from "../model/optimization/optimize.js";
import { loadServingModel, type ServingModel } from "../model/serving/serving-model.js";
import { exportLayersModel } from "../model/tensorflow/export.js";
import { createRandom } from "../numeric/random.js";
import { createTable } from "../testing/create-table.js";
import { expectSameFloats, loadLayersZip, predictRows } from "../testing/tensorflow.js";
import { modelRequest, trainOnTable } from "../testing/train-on-table.js";

const random = createRandom(5);
const rows = Array.from({ length: 240 }, () => ({ a: random.next(), b: random.next(), noise: random.next() }));
/** Hours are 0 in half of the rows, where a straight line goes on below 0. */
const hours = rows.map(({ a, b, noise }) => Math.max(0, 20 * a - 12 + 3 * b + noise));
const columns = { a: rows.map(({ a }) => a), b: rows.map(({ b }) => b) };
const table = createTable({ ...columns, hours });
/** Inputs from far below to far above those of the training. */
const asked = createTable({ a: [-2, -1, 0, 0.1, 0.5, 0.9, 2, 3], b: [-1, 0, 1, 0.5, 0.5, 0.5, 2, -2] });

const regressions = Object.values(REGISTRY)
  .filter(
    ({ name, modelTypes }) => (modelTypes as readonly string[]).includes("REGRESSION") && !isForecaster(name) && !isSeriesDetector(name),
  )
  .map(({ name }) => name);

const asking = (algorithm: string, responseLimits?: ResponseLimits) => ({
  ...modelRequest("REGRESSION", algorithm, { response: "hours", responseLimits }),
  layers: [{ nodes: [{ algorithm, params: smallParams(algorithm as "GLM") }] }],
});

async function train(algorithm: string, responseLimits?: ResponseLimits) {
  const trained = await trainOnTable(table, asking(algorithm, responseLimits));
  return { trained, model: loadServingModel(trained.artifact) };
}

const numbersOf = ({ value }: PredictionResult) => value.map(Number);
const limitTo = (values: number[], lower: number, upper: number) => values.map((value) => Math.max(lower, Math.min(upper, value)));

async function onnxAnswers(artifact: Uint8Array, { inputs }: ServingModel, rows = asked): Promise<number[]> {
  const session = await InferenceSession.create(exportOnnx(artifact), { logSeverityLevel: 3 });
  const tensorOf = (name: string) => {
    const { values } = rows.columns.find((column) => column.name === name) as NumberColumn;
    return new Tensor("float64", values, [values.length, 1]);
  };
  const { value } = await session.run(Object.fromEntries(inputs.map(({ name }) => [name, tensorOf(name)])));
  return Array.from(value.data as Float64Array);
}

describe.each(regressions)("%s", (algorithm) => {
  test("answers, intervals, held-out predictions and ONNX stay within the limits, and contributions with them add up", async () => {
    const [free, limited] = [await train(algorithm, {}), await train(algorithm, { lower: 1, upper: 5 })];
    const [before, after] = [free.model.predictTable(asked), limited.model.predictTable(asked, { explain: true })];
    expect(numbersOf(after)).toEqual(limitTo(numbersOf(before), 1, 5));
    expect(Array.from(limited.model.predictTable(asked, { unlimited: true }).unlimited!)).toEqual(before.value);
    for (const interval of after.interval ?? []) {
      expect(interval!.lower).toBeGreaterThanOrEqual(1);
      expect(interval!.upper).toBeLessThanOrEqual(5);
    }
    const { predictions, info } = limited.trained;
    expect(numbersOf(predictions.prediction)).toEqual(limitTo(numbersOf(free.trained.predictions.prediction), 1, 5));
    expect(info.regression!.limits).toEqual({
      lower: 1,
      upper: 5,
      requested: true,
      rows_beyond: hours.filter((value) => value < 1 || value > 5).length,
    });
    const curves = info.partial_dependence!.flatMap(({ curves }) => curves.flatMap(({ values }) => values.map(Number)));
    expect(limitTo(curves, 1, 5)).toEqual(curves);
    const onnx = await onnxAnswers(limited.trained.artifact, limited.model);
    onnx.forEach((value, i) => {
      expect(Math.abs(value - numbersOf(after)[i])).toBeLessThan(1e-4);
      expect(value >= 1 && value <= 5).toBe(true);
    });
    const { base, prediction, limits } = after.explanation!;
    after.varimp!.forEach((contributions, i) => {
      const sum = Object.values(contributions).reduce((total, one) => total + one, base[i] + (limits?.[i] ?? 0));
      expect(Math.abs(sum - prediction[i])).toBeLessThan(1e-6);
      expect(prediction[i]).toBe(after.value[i]);
    });
  });
});

test("a response that is never below 0 has the limit 0, in every fold and in the model, and no other figure changes", async () => {
  const { trained, model } = await train("GLM");
  expect(trained.info.regression!.limits).toEqual({ lower: 0, requested: false, rows_beyond: 0 });
  expect(decodeArtifact(trained.artifact).graph.limits).toEqual({ lower: 0 });
  expect(Math.min(...numbersOf(model.predictTable(asked)))).toBe(0);
  expect(Math.min(...numbersOf(trained.predictions.prediction))).toBe(0);
  const free = await train("GLM", {});
  expect(free.trained.info.regression!.limits).toBeUndefined();
  expect(Math.min(...numbersOf(free.model.predictTable(asked)))).toBeLessThan(0);
  expect(trained.info.indicators.RMSE!).toBeLessThan(free.trained.info.indicators.RMSE!);
});

test.each([
  ["a value below 0", "hours", (value: number) => value - 1, undefined],
  ["a share by its name", "scrap_share", (value: number) => value / 20, { lower: 0, upper: 1 }],
  ["a percentage by its name", "yield_pct", (value: number) => 5 * value, { lower: 0, upper: 100 }],
  ["a percentage beyond 100", "yield_pct", (value: number) => 50 * value, { lower: 0 }],
  ["values up to 100 with another name", "y", (value: number) => 5 * value, { lower: 0 }],
])("limits by the data, of %s", async (_what, response, of, limits) => {
  const { artifact } = await trainOnTable(
    createTable({ ...columns, [response]: hours.map(of) }),
    modelRequest("REGRESSION", "GLM", { response }),
  );
  expect(decodeArtifact(artifact).graph.limits).toEqual(limits);
});

test("layers learn from numbers beyond the limits, and the last answers within them, whether cross-fitted or not", async () => {
  const layers = (columnsOfLast?: string[]) => [
    { nodes: [{ algorithm: "GLM" }, { algorithm: "GAM" }] },
    { nodes: [{ algorithm: "GLM", ...(columnsOfLast && { columns: columnsOfLast }) }] },
  ];
  for (const last of [[], undefined]) {
    const request = { ...modelRequest("REGRESSION", "GLM", { response: "hours" }), layers: layers(last) };
    const [free, limited] = await Promise.all([{}, undefined].map((responseLimits) => trainOnTable(table, { ...request, responseLimits })));
    const valuesOf = ({ artifact }: typeof free) => numbersOf(loadServingModel(artifact).predictTable(asked));
    expect(valuesOf(limited)).toEqual(limitTo(valuesOf(free), 0, Number.POSITIVE_INFINITY));
    const heldOut = ({ predictions }: typeof free) => numbersOf(predictions.prediction);
    expect(heldOut(limited)).toEqual(limitTo(heldOut(free), 0, Number.POSITIVE_INFINITY));
    const [last2] = limited.info.nodes!.slice(-1);
    expect(last2.indicators.RMSE).toBeCloseTo(limited.info.indicators.RMSE!, 12);
  }
});

test.each(["RF", "XGB", "GLM"])(
  "a limit adds exactly nothing to an answer of %s that is within it, or at it, by itself",
  async (algorithm) => {
    const { model } = await train(algorithm);
    const { value, explanation } = model.predictTable(table, { explain: true });
    const free = model.predictTable(table, { unlimited: true }).unlimited!;
    const within = Array.from(value.keys()).filter((i) => value[i] === free[i]);
    expect(within.length).toBeGreaterThan(100);
    expect(within.filter((i) => explanation!.limits![i] !== 0)).toEqual([]);
  },
);

test.each<ResponseLimits>([
  { lower: 1, upper: 5 },
  { lower: 0, upper: 1e6 },
  { lower: -1e18, upper: 1e18 },
])("TensorFlow.js answers within the limits %j, with as many digits as without", async (limits) => {
  const { trained, model } = await train("DNN", limits);
  const layers = await loadLayersZip(exportLayersModel(trained.artifact));
  const inputs = asked.columns.map((column) => (column as NumberColumn).values);
  const answers = predictRows(
    layers,
    Array.from({ length: asked.nrow }, (_, i) => inputs.map((values) => values[i])),
  );
  expectSameFloats(answers, numbersOf(model.predictTable(asked)));
});

test("an optimization finds its way where all answers are the limit", async () => {
  const bowl = createTable({ ...columns, loss: rows.map(({ a, b }) => Math.max(0, (a - 0.3) ** 2 + (b - 0.6) ** 2 - 0.05)) });
  const { artifact } = await trainOnTable(bowl, modelRequest("REGRESSION", "GAM", { response: "loss" }));
  const model = loadServingModel(artifact);
  const request = optimizationRequest.parse({ target: { goal: "min" }, solutions: 1 });
  const { solutions } = await optimize(request, new Map([[undefined, model]]), { signal: new AbortController().signal, progress() {} });
  expect(solutions[0].prediction).toBe(0);
  const { a, b } = solutions[0].settings as Record<string, number>;
  expect(Math.hypot(a - 0.3, b - 0.6)).toBeLessThan(0.1);
});

test.each([
  ["at_least", 0, true],
  ["at_most", -0.01, false],
] as const)("a goal of %s %d is judged by the answers, which are 0 at least", async (goal, value, met) => {
  const bowl = createTable({ ...columns, loss: rows.map(({ a, b }) => Math.max(0, (a - 0.3) ** 2 + (b - 0.6) ** 2 - 0.05)) });
  const { artifact } = await trainOnTable(bowl, modelRequest("REGRESSION", "GLM", { response: "loss" }));
  const model = loadServingModel(artifact);
  const request = optimizationRequest.parse({ target: { goal: "min" }, goals: [{ goal, value }], solutions: 1 });
  const { solutions } = await optimize(request, new Map([[undefined, model]]), { signal: new AbortController().signal, progress() {} });
  expect(solutions[0]).toMatchObject({ prediction: 0, goals: [{ prediction: 0 }, { prediction: 0, met }] });
});

describe("a model of lags whose values reached 0 and were never below", () => {
  const days = Array.from({ length: 160 }, (_, t) => t);
  const demandOf = (t: number) => (t % 7 > 3 ? 0 : 12 - 3 * (t % 7) + (t % 5));
  const oneStop = (t: number) => (t === 40 ? 0 : 12 + (t % 7));
  const train = (algorithm: string, lagInputs: "recent" | "proposed", { of = demandOf, heights = [1] } = {}) => {
    const entries = heights.flatMap((height, shop) => days.map((t) => ({ t, shop: `shop ${shop}`, demand: height * of(t) })));
    const demand = createTable({
      when: entries.map(({ t }) => new Date(Date.UTC(2024, 0, 1 + t))),
      ...(heights.length > 1 && { shop: entries.map(({ shop }) => shop) }),
      demand: entries.map((entry) => entry.demand),
    });
    const series = heights.length > 1 ? "shop" : undefined;
    const timeSeries = { time: "when", lags: 2, horizon: 3, lagInputs, ...(series && { series }) };
    return trainOnTable(demand, modelRequest("REGRESSION", algorithm, { response: "demand", timeSeries }));
  };

  test("answers each row with no less than 0, unless its last value is below", async () => {
    const { artifact, info, predictions } = await train("GLM", "recent");
    expect(info.regression!.limits).toEqual({ lower: 0, requested: false, rows_beyond: 0 });
    expect(Math.min(...numbersOf(predictions.prediction))).toBeGreaterThanOrEqual(0);
    const model = loadServingModel(artifact);
    const lags = createTable({ demand_lag_1: [-40, 0, 1, 90], demand_lag_2: [60, 60, 60, 60] });
    const predicted = model.predictTable(lags, { unlimited: true });
    const [answers, free] = [numbersOf(predicted), predicted.unlimited!];
    expect(free[0]).toBeLessThan(0);
    expect(free[1]).toBeLessThan(0);
    expect(answers).toEqual([free[0], 0, 0, free[3]]);
    const onnx = await onnxAnswers(artifact, model, lags);
    onnx.forEach((value, i) => {
      expect(Math.abs(value - answers[i])).toBeLessThan(1e-4);
    });
  });

  test("knows the limit in the unit of the data where it counts from the recent level", async () => {
    const { graph } = decodeArtifact((await train("XGB", "proposed", { of: oneStop, heights: [1, 10, 100, 1000] })).artifact);
    expect(graph.level).toBeDefined();
    expect(graph.limits).toEqual({ lower: 0, last: "demand_lag_1" });
  });
});
