import { InvalidInput, type PredictionResult } from "@agatha/contracts";
import type { AskedPeriods, Table } from "@agatha/trainer/serving";
import { ApiError } from "../http/api-error.js";
import { NamesInOrder } from "../json/names-in-order.js";
import { loadWeightedSum, numericInput } from "../testing/models.js";
import { createPredictionGroups } from "./prediction-groups.js";

const weightedSum = loadWeightedSum(Buffer.from(JSON.stringify([numericInput("x")])));
let loads: string[];
let predictedRows: number[];
let allowed: number;

function groups(hasForecast = false, hasNext = false): (token: string, body: string) => Promise<string> {
  const serving: typeof weightedSum = {
    ...weightedSum,
    hasForecast,
    ...(hasNext && { nextPeriods }),
    predictTable(table, options) {
      predictedRows.push(table.nrow);
      return weightedSum.predictTable(table, options);
    },
  };
  const rowNames = new NamesInOrder(serving.rowColumns().find);
  const predict = createPredictionGroups({
    load: async (token) => {
      loads.push(token);
      if (token === "wrong") throw new ApiError("010601");
      return { name: "m", verified: { name: "m", uid: "u", tokenHash: "h" }, serving, formats: {}, rowNames };
    },
    limitRate: () => {
      if (allowed-- === 0) throw new ApiError("010305");
    },
    store: async (_model, { value }, parts) => parts.map(({ start, end }) => `${end - start}: ${value.slice(start, end).join(" ")}`),
  });
  return async (token, body) => (await predict(token, Buffer.from(`{"data":${body}}`))).id;
}

/** Answers with the number of recent rows, for up to ten periods. */
function nextPeriods({ nrow }: Table, { periods = 2 }: AskedPeriods = {}): PredictionResult[] {
  if (periods > 10) throw new InvalidInput("010602", { path: "periods", message: "too many" });
  return [{ value: new Array(periods).fill(nrow) }];
}

beforeEach(() => {
  loads = [];
  predictedRows = [];
  allowed = 100;
});

test("requests with one token that arrive together are verified once and predicted together", async () => {
  const predict = groups();
  const bodies = ['{"x":1}', '[{"x":2},{"x":3}]', '{"x":"4"}'];
  expect(await Promise.all(bodies.map((body) => predict("t", body)))).toEqual(["1: 1", "2: 2 3", "1: 4"]);
  expect([loads, predictedRows.reduce((sum, rows) => sum + rows)]).toEqual([["t"], 4]);
  expect(predictedRows).toHaveLength(1);
  expect(await predict("t", '{"x":5}')).toBe("1: 5");
  expect(loads).toEqual(["t", "t"]);
});

test("a refused request leaves the others of its group alone", async () => {
  allowed = 4;
  const predict = groups();
  const bodies = ['{"x":1}', '[{"x":7},{"x":"hot"}]', "[{", '{"x":4}', '{"x":5}'];
  const outcomes = await Promise.allSettled([...bodies.map((body) => predict("t", body)), predict("wrong", '{"x":1}')]);
  expect(outcomes).toMatchObject([
    { value: "1: 1" },
    { reason: expect.any(InvalidInput) },
    { reason: expect.any(InvalidInput) },
    { value: "1: 4" },
    { reason: { code: "010305" } },
    { reason: { code: "010601" } },
  ]);
});

test("requests for the next periods and requests with recent rows of a series are predicted each alone", async () => {
  const predict = groups(false, true);
  const bodies = ["[]", '{"x":2}', '[{"x":3},{"x":4}],"periods":3'];
  expect(await Promise.all(bodies.map((body) => predict("t", body)))).toEqual(["2: 0 0", "1: 2", "3: 2 2 2"]);
  expect(predictedRows).toEqual([1]);
});

test("a request whose next periods are refused leaves those that came with it alone", async () => {
  const predict = groups(false, true);
  const outcomes = await Promise.allSettled(['[],"periods":100', "[]", '{"x":2}'].map((body) => predict("t", body)));
  expect(outcomes).toMatchObject([{ reason: expect.any(InvalidInput) }, { value: "2: 0 0" }, { value: "1: 2" }]);
});

test("requests of a model with a forecast are predicted alone, since a forecast is for few rows", async () => {
  const predict = groups(true);
  await Promise.all(['{"x":1}', '[{"x":2},{"x":3}]'].map((body) => predict("t", body)));
  expect([loads, predictedRows]).toEqual([["t"], [1, 2]]);
});
