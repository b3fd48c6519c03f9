import { timeSeriesFields } from "./time-series.js";

test.each([
  ["a forecaster and a time column", { algorithm: "ETS", "time-column": "week" }, { time: "week" }],
  ["a forecaster, whose time column is then found", { algorithm: "Croston" }, {}],
  ["a horizon", { algorithm: "XGB", horizon: "8", "time-column": "week" }, { horizon: 8, time: "week" }],
  ["periods without rows that are 0", { "empty-periods": "zero" }, { emptyPeriods: "zero" }],
])("%s ask for a time series", (_asked, options, fields) => {
  expect(timeSeriesFields(options)).toEqual({ lags: expect.any(Number), ...fields });
});

test("a time column alone orders the rows that are held out", () => {
  expect(timeSeriesFields({ algorithm: "XGB", "time-column": "week" })).toBeUndefined();
});
