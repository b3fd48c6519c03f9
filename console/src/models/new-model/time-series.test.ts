import type { TableColumn } from "@agatha/contracts";
import type { ColumnOption } from "./column-options.js";
import {
  newTimeSeriesDraft,
  type TimeSeriesDraft,
  type TimeSeriesProblems,
  toTimeSeriesParams,
  validateTimeSeries,
} from "./time-series.js";

const choice = (name: string, type: TableColumn["type"]): ColumnOption => ({
  column: { name, type } as TableColumn,
  quality: 1,
  usable: true,
});
const series: TimeSeriesDraft = { enabled: true, time: "day", lags: "3", horizon: "7" };

test.each<[string, Partial<TimeSeriesDraft>, TimeSeriesProblems | undefined]>([
  ["a time column and periods are enough", {}, undefined],
  ["a time column is needed", { time: null }, { time: "timeNeeded" }],
  ["five prior periods are allowed", { lags: "5" }, undefined],
  ["prior periods are five at the most", { lags: "6" }, { lags: "periods" }],
  ["at least one prior period is seen", { lags: "0" }, { lags: "periods" }],
  ["a hundred future periods are allowed", { horizon: "100" }, undefined],
  ["future periods are a hundred at the most", { horizon: "101" }, { horizon: "periods" }],
  ["periods are whole", { horizon: "1.5" }, { horizon: "periods" }],
  ["periods are entered", { lags: "" }, { lags: "periods" }],
  // @contract the-page-of-a-new-model-offers
])("validation of a time series: %s", (_sentence, change, problems) => {
  expect(validateTimeSeries({ ...series, ...change })).toEqual(problems);
});

test.each<[string, ColumnOption[], boolean, Partial<TimeSeriesDraft>]>([
  ["the only time column is meant", [choice("y", "n"), choice("day", "d")], true, { enabled: true, time: "day" }],
  ["of two time columns one is chosen", [choice("from", "d"), choice("to", "d")], true, { enabled: true, time: null }],
  ["without a time column there is no time series", [choice("y", "n")], true, { enabled: false, time: null }],
  ["it is not taken for one unasked", [choice("day", "d")], false, { enabled: false, time: "day" }],
])("a new draft of a time series: %s", (_sentence, choices, on, expected) => {
  expect(newTimeSeriesDraft(choices, on)).toMatchObject({ lags: "1", horizon: "1", ...expected });
});

test("the request holds the periods as numbers", () => {
  expect(toTimeSeriesParams(series)).toEqual({ time: "day", lags: 3, horizon: 7 });
});
