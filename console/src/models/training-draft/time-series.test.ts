import type { TableColumn } from "@agatha/contracts";
import type { ColumnOption } from "./column-options.js";
import {
  newTimeSeriesDraft,
  proposedKnownAhead,
  type TimeSeriesDraft,
  type TimeSeriesProblems,
  toTimeSeriesParams,
  validateTimeSeries,
  withKnownAhead,
  withProposedHorizon,
} from "./time-series.js";

const choice = (name: string, type: TableColumn["type"]): ColumnOption => ({
  column: { name, type } as TableColumn,
  quality: 1,
  usable: true,
  labelLike: false,
});
const series: TimeSeriesDraft = {
  enabled: true,
  time: "day",
  seriesColumn: null,
  sums: null,
  knownAhead: [],
  lags: "3",
  horizon: "7",
  cutoffs: "",
};

test.each<[string, Partial<TimeSeriesDraft>, TimeSeriesProblems | undefined]>([
  ["a time column and periods are valid", {}, undefined],
  ["an empty time column is an error", { time: null }, { time: "timeNeeded" }],
  ["five prior periods are valid", { lags: "5" }, undefined],
  ["more than five prior periods are an error", { lags: "6" }, { lags: "periods" }],
  ["fewer than one prior period are an error", { lags: "0" }, { lags: "periods" }],
  ["a hundred future periods are valid", { horizon: "100" }, undefined],
  ["more than a hundred future periods are an error", { horizon: "101" }, { horizon: "periods" }],
  ["a fraction of a period is an error", { horizon: "1.5" }, { horizon: "periods" }],
  ["two hundred cut-offs are valid", { cutoffs: "200" }, undefined],
  ["more than two hundred cut-offs are an error", { cutoffs: "201" }, { cutoffs: "periods" }],
  ["an empty number of periods is an error", { lags: "" }, { lags: "periods" }],
  // @contract the-page-of-a-new-model-offers
])("validation of a time series: %s", (_sentence, change, problems) => {
  expect(validateTimeSeries({ ...series, ...change })).toEqual(problems);
});

test.each<[string, ColumnOption[], boolean, Partial<TimeSeriesDraft>]>([
  ["the only time column is chosen", [choice("y", "n"), choice("day", "d")], true, { enabled: true, time: "day" }],
  ["neither of two time columns is chosen", [choice("from", "d"), choice("to", "d")], true, { enabled: true, time: null }],
  ["a dataset without a time column has no time series", [choice("y", "n")], true, { enabled: false, time: null }],
  ["a time series is off unless asked for", [choice("day", "d")], false, { enabled: false, time: "day" }],
])("a new draft of a time series: %s", (_sentence, choices, on, expected) => {
  expect(newTimeSeriesDraft(choices, on)).toMatchObject({ lags: "1", horizon: "", ...expected });
});

test("the request holds the periods as numbers", () => {
  expect(toTimeSeriesParams(series)).toEqual({ time: "day", lags: 3, horizon: 7 });
  expect(toTimeSeriesParams({ ...series, seriesColumn: "product" })).toEqual({ time: "day", lags: 3, horizon: 7, series: "product" });
  expect(toTimeSeriesParams({ ...series, lagInputs: "proposed" })).toEqual({ time: "day", lags: 3, horizon: 7, lagInputs: "proposed" });
  expect(toTimeSeriesParams({ ...series, lagInputs: "proposed" }, false)).toEqual({ time: "day", lags: 1, horizon: 7 });
  expect(toTimeSeriesParams({ ...series, emptyPeriods: "zero" })).toEqual({ time: "day", lags: 3, horizon: 7, emptyPeriods: "zero" });
  expect(toTimeSeriesParams({ ...series, emptyPeriods: "unknown" })).toEqual({ time: "day", lags: 3, horizon: 7 });
  expect(toTimeSeriesParams({ ...series, cutoffs: "12" })).toEqual({ time: "day", lags: 3, horizon: 7, cutoffs: 12 });
});

test("the request holds the columns known ahead, which names propose", () => {
  expect(toTimeSeriesParams({ ...series, knownAhead: ["price"] })).toMatchObject({ knownAhead: ["price"] });
  const choices = [
    choice("day", "d"),
    choice("sold", "n"),
    choice("Price", "n"),
    choice("is_holiday", "n"),
    choice("plan", "s"),
    choice("祝日", "n"),
  ];
  expect(proposedKnownAhead(series, choices, "sold")).toEqual(["Price", "is_holiday", "祝日"]);
  expect(proposedKnownAhead({ ...series, knownAhead: ["Price"] }, choices, "祝日")).toEqual(["is_holiday"]);
});

const month = { unit: "month", size: 1 } as const;

test("the horizon is proposed by the data; without a description it is left to the training", () => {
  const draft = { ...newTimeSeriesDraft([], true), time: "day" };
  expect(withProposedHorizon(draft, { period: month, periods: 84 }).horizon).toBe("12");
  expect(validateTimeSeries(draft)).toBeUndefined();
  expect(toTimeSeriesParams(draft)).toEqual({ time: "day", lags: 1 });
});

test("with columns known ahead the horizon is left to the training, which knows how far they have values", () => {
  const proposed = withProposedHorizon({ ...newTimeSeriesDraft([], true), time: "day" }, { period: month, periods: 84 });
  const planned = withKnownAhead(proposed, ["price"]);
  expect(planned.horizon).toBe("");
  expect(withProposedHorizon(planned, { period: month, periods: 84 }).horizon).toBe("");
  expect(toTimeSeriesParams(planned)).toEqual({ time: "day", lags: 1, knownAhead: ["price"] });
  const entered = { ...newTimeSeriesDraft([], true), horizon: "2", isHorizonEntered: true as const };
  expect(withKnownAhead(entered, ["price"]).horizon).toBe("2");
});

test("a horizon that was entered is kept", () => {
  const entered = { ...newTimeSeriesDraft([], true), horizon: "2", isHorizonEntered: true as const };
  expect(withProposedHorizon(entered, { period: month, periods: 84 })).toBe(entered);
});
