import type { TableColumn } from "@agatha/contracts";
import type { Choice } from "./choices.js";
import { newSeries, type SeriesDraft, type SeriesProblems, seriesParams, seriesProblems } from "./series.js";

const choice = (name: string, type: TableColumn["type"]): Choice => ({ column: { name, type } as TableColumn, quality: 1, usable: true });
const series: SeriesDraft = { on: true, time: "day", lags: "3", horizon: "7" };

test.each<[string, Partial<SeriesDraft>, SeriesProblems | undefined]>([
  ["a time column and periods are enough", {}, undefined],
  ["a time column is needed", { time: null }, { time: "timeNeeded" }],
  ["five prior periods are allowed", { lags: "5" }, undefined],
  ["prior periods are five at the most", { lags: "6" }, { lags: "periods" }],
  ["at least one prior period is seen", { lags: "0" }, { lags: "periods" }],
  ["a hundred future periods are allowed", { horizon: "100" }, undefined],
  ["future periods are a hundred at the most", { horizon: "101" }, { horizon: "periods" }],
  ["periods are whole", { horizon: "1.5" }, { horizon: "periods" }],
  ["periods are entered", { lags: "" }, { lags: "periods" }],
])("of a time series: %s", (_sentence, change, problems) => {
  expect(seriesProblems({ ...series, ...change })).toEqual(problems);
});

test.each<[string, Choice[], boolean, Partial<SeriesDraft>]>([
  ["the only time column is meant", [choice("y", "n"), choice("day", "d")], true, { on: true, time: "day" }],
  ["of two time columns one is chosen", [choice("from", "d"), choice("to", "d")], true, { on: true, time: null }],
  ["without a time column there is no time series", [choice("y", "n")], true, { on: false, time: null }],
  ["it is not taken for one unasked", [choice("day", "d")], false, { on: false, time: "day" }],
])("%s", (_sentence, choices, on, expected) => {
  expect(newSeries(choices, on)).toMatchObject({ lags: "1", horizon: "1", ...expected });
});

test("what is sent has numbers", () => {
  expect(seriesParams(series)).toEqual({ time: "day", lags: 3, horizon: 7 });
});
