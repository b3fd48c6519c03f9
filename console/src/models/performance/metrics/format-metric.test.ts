import type { MetricIntervals, MetricName } from "@agatha/contracts";
import { createFormat } from "../../../i18n/format.js";
import { formatInterval, formatMetric, formatRankingMetric, knownWithInterval } from "./format-metric.js";

const format = createFormat("en");

test.each<[string, MetricName, number | null, string]>([
  ["an R² of nothing is 0", "R2", 3.606e-8, "0"],
  ["and so is one just below 0", "R2", -3.606e-8, "0"],
  ["a small R² has four decimals", "R2", 0.000123456, "0.0001"],
  ["an R² has four digits", "R2", 0.876543, "0.8765"],
  ["an R² far below 0 keeps the digits before its point", "R2", -12345.67, "-12,346"],
  ["a small MAAPE has four decimals", "MAAPE", 0.00345678, "0.0035"],
  ["a MASE has four digits", "MASE", 12.34567, "12.35"],
  ["a share is in per cent", "Accuracy", 0.91234, "91.2%"],
  ["an error has the scale of its column, which may be small", "RMSE", 3.606e-8, "3.606E-8"],
  ["nothing is a dash", "R2", null, "–"],
])("formatting a metric: %s", (_sentence, name, value, shown) => {
  expect(formatMetric(format, name, value)).toBe(shown);
});

test("the limits of an interval are written as its metric is", () => {
  expect(formatInterval(format, "R2", { R2: { lower: -0.0000001, upper: 0.0123456 } })).toBe("(0\u00a0–\u2060\u00a00.0123)");
});

test("a model in a list has its ranking metric with the interval, where it has one", () => {
  const model = { model_type: "REGRESSION" as const, indicators: { RMSE: 1.5 } };
  const shown = (intervals: MetricIntervals) => formatRankingMetric(format, { ...model, intervals }, (name) => name);
  expect(shown({ RMSE: { lower: 1.2, upper: 1.8 } })).toBe("RMSE 1.5 (1.2\u00a0–\u2060\u00a01.8)");
  expect(shown({})).toBe("RMSE 1.5");
});

test("a figure that an earlier model does not have is a dash, and 0 is a figure", () => {
  const shown = (value: number | null | undefined) => knownWithInterval(String, value, { lower: 0, upper: 1 });
  expect([shown(undefined), shown(null)]).toEqual(["–", "–"]);
  expect(shown(0)).toBe("0 (0\u00a0–\u2060\u00a01)");
});
