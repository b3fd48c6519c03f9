import "../../../testing/dom.js";
import { forecastRows } from "./all-series-download.js";

test.each<[string, string, string[]]>([
  ["days alone where periods begin at midnight", "Asia/Taipei", ["2010-01-02", "2010-01-03"]],
  ["the time of day of all where one has it", "Europe/London", ["2010-01-01 16:00:00", "2010-01-02 16:00:00"]],
  ["instants in UTC", "UTC", ["2010-01-01 16:00:00", "2010-01-02 16:00:00"]],
])("the file of all forecasts has the times of the dataset's zone: %s", (_case, timezone, times) => {
  const time = ["2010-01-01T16:00:00.000Z", "2010-01-02T16:00:00.000Z"];
  const result = { value: [4, 3.9], time, series: ["wind", "wind"], interval: [{ lower: 3, upper: 5 }, null] };
  expect(forecastRows([result], timezone)).toEqual([
    ["wind", times[0], 4, 3, 5],
    ["wind", times[1], 3.9, null, null],
  ]);
});

test("the time of day is shown of all series where those of another page have one", () => {
  const pages = ["2010-01-02T00:00:00.000Z", "2010-01-01T16:00:00.000Z"].map((at) => ({ value: [4], time: [at], series: ["wind"] }));
  expect(forecastRows(pages, "UTC").map(([, time]) => time)).toEqual(["2010-01-02 00:00:00", "2010-01-01 16:00:00"]);
});
