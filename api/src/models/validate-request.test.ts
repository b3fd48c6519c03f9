import type { ModelColumns, ResolvedModelRequest } from "./resolved-request.js";
import { validateModelRequest } from "./validate-request.js";

const stats = { missing: 0, unique: 9, min: 0, max: 1, mean: 0, std: 1, quantiles: [], histogram: [], top: [], integer: false };
const columns: ModelColumns = new Map(["x", "y"].map((name) => [name, { name, type: "n", hidden: false, stats }]));

const request: ResolvedModelRequest = { name: "M", model_type: "REGRESSION", response: "y", layers: [{ nodes: [{ algorithm: "XGB" }] }] };

test.each<[string, Partial<ResolvedModelRequest>, string]>([
  ["a time series", { time_series_params: { time: "x", lags: 1, horizon: 1 } }, "time_series_params.time"],
  ["a budget for false alarms", { false_alarms: { atMost: 1, outOf: 3, of: "rows" } }, "false_alarms"],
  ["costs of wrong answers", { error_costs: {} }, "error_costs"],
  ["a node", { layers: [{ nodes: [{ algorithm: "Oracle" }] }] }, "layers[0].nodes[0].algorithm"],
])("a problem of %s is at the field of the request", (_what, changes, path) => {
  expect(validateModelRequest({ ...request, ...changes }, columns).map((problem) => problem.path)).toEqual([path]);
});

test("the rules see the statistics of the columns and the number of rows", () => {
  const constant = new Map([...columns, ["y", { name: "y", type: "n" as const, hidden: false, stats: { ...stats, unique: 1 } }]]);
  expect(validateModelRequest(request, constant)).toMatchObject([{ code: "010504", path: "response" }]);
  const clusters: ResolvedModelRequest = { name: "M", model_type: "CLUSTERING", layers: [{ nodes: [{ algorithm: "k-means" }] }] };
  expect(validateModelRequest(clusters, columns, 9)).toMatchObject([{ code: "010201", path: "layers[0].nodes[0].params.clusters" }]);
});
