import { fitAxisNames } from "./fit-axis-names.js";

test("names of all axes are as long as the chart at most", () => {
  const option = { xAxis: { name: "strength" }, yAxis: [{ name: "age" }, { name: "water" }], series: [] };
  const across = { maxWidth: 236, ellipsis: "…" };
  const up = { maxWidth: 128, ellipsis: "…" };
  expect(fitAxisNames(option, { width: 300, height: 200 })).toEqual({
    xAxis: { name: "strength", nameTruncate: across },
    yAxis: [
      { name: "age", nameTruncate: up },
      { name: "water", nameTruncate: up },
    ],
    series: [],
  });
});

test("a chart without axes stays as it is", () => {
  expect(fitAxisNames({ parallel: {} }, { width: 300, height: 200 })).toEqual({ parallel: {} });
});
