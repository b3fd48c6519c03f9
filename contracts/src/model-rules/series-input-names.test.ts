import { seriesSourceColumns } from "./model-inputs.js";
import { calendarPlaceName, lagName, pastStatisticName, seriesInputSource } from "./series-input-names.js";

const made = { response: "load", time: "when" };

test.each([
  [lagName("load", 14), { column: "load", kind: "lag", periods: 14 }],
  ["a_lag_b_lag_1", { column: "a_lag_b", kind: "lag", periods: 1 }],
  ["load_lag_0", { column: "load_lag_0", kind: "own" }],
  [pastStatisticName("load", "mean", 7), { column: "load", kind: "mean", periods: 7 }],
  [pastStatisticName("load", "deviation", 7), { column: "load", kind: "deviation", periods: 7 }],
  [pastStatisticName("load", "change", 24), { column: "load", kind: "change", periods: 24 }],
  ["price_mean_7", { column: "price_mean_7", kind: "own" }],
  [calendarPlaceName("when", "weekday"), { column: "when", kind: "weekday" }],
  ["then_weekday", { column: "then_weekday", kind: "own" }],
  ["price", { column: "price", kind: "own" }],
])("%s is made of %j", (name, source) => {
  expect(seriesInputSource(name, made)).toEqual(source);
});

test("inputs are made from the times, the names of series and the columns of numbers", () => {
  const names = ["load_lag_1", "load_lag_7", "load_mean_7", "when_month", "price_lag_1", "price", "shop"];
  expect(
    seriesSourceColumns(
      names.map((name) => ({ name })),
      { ...made, series: "shop" },
    ),
  ).toEqual([
    { name: "when", type: "d" },
    { name: "shop", type: "s" },
    { name: "load", type: "n" },
    { name: "price", type: "n" },
  ]);
});
