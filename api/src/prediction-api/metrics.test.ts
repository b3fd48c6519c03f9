import { ERRORS } from "@agatha/contracts";
import { Registry } from "prom-client";
import { ApiError } from "../http/api-error.js";
import { createPredictionMetrics } from "./metrics.js";

test("requests, rows and times are counted by model, and refusals by code", async () => {
  const registry = new Registry();
  const metrics = createPredictionMetrics(registry);
  metrics.begin()("a");
  metrics.begin()("a");
  metrics.predicted("a", 5);
  metrics.refused(new ApiError(ERRORS.apiTokenInvalid));
  metrics.refused(new Error("a bug"));
  const text = await registry.metrics();
  expect(text).toContain('agatha_prediction_duration_seconds_count{model="a"} 2');
  expect(text).toContain('agatha_predicted_rows_total{model="a"} 5');
  expect(text).toContain(`agatha_prediction_refusals_total{code="${ERRORS.apiTokenInvalid}"} 1`);
  expect(text).toContain(`agatha_prediction_refusals_total{code="${ERRORS.unknown}"} 1`);
});

test("the number of series is bounded: further models share one", async () => {
  const registry = new Registry();
  const metrics = createPredictionMetrics(registry);
  for (let i = 0; i < 1_000; i++) metrics.predicted(`model-${i}`, 1);
  const lines = (await registry.metrics()).split("\n").filter((line) => line.startsWith("agatha_predicted_rows_total{"));
  expect(lines).toHaveLength(201);
  expect(lines).toContain('agatha_predicted_rows_total{model="other"} 800');
});
