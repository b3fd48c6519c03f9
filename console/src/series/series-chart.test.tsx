import "../testing/dom.js";
import type { SeriesDescription } from "@agatha/contracts";
import { seriesTable } from "./series-chart.js";

const names = { time: "month", value: "Passengers", text: (key: string) => key, timezone: "UTC" };
const seasons: SeriesDescription["seasons"] = [{ unit: "year", length: 12, strength: 0.9 }];

test("the table of a series names its times, its values and each component", () => {
  const points = [
    { time: "1949-01-01T00:00:00.000Z", value: 112, trend: 120, seasonal: [-10], remainder: 2 },
    { time: "1949-02-01T00:00:00.000Z", value: null, trend: 121, seasonal: [-7], remainder: null },
  ];
  expect(seriesTable({ points, seasons }, names)).toEqual({
    columns: ["month", "Passengers", "trendLine", "seasonName.year", "remainder"],
    rows: [
      ["1949-01-01", 112, 120, -10, 2],
      ["1949-02-01", null, 121, -7, null],
    ],
  });
});

test("the table of a series without components has its times, of which one has a time of day, and its values alone", () => {
  const points = ["1949-01-01T00:00:00.000Z", "1949-01-01T00:00:10.000Z"].map((time, i) => ({
    time,
    value: i,
    trend: null,
    seasonal: [],
    remainder: null,
  }));
  expect(seriesTable({ points, seasons: [] }, names)).toEqual({
    columns: ["month", "Passengers"],
    rows: [
      ["1949-01-01 00:00:00", 0],
      ["1949-01-01 00:00:10", 1],
    ],
  });
});
