import { withRichTextNames } from "./rich-text.js";

test("names of series, marks, dimensions and categories have no brace that ends a part of a tooltip, and other values stay", () => {
  const formatter = "{yyyy}";
  const option = {
    xAxis: { type: "category", data: ["{a|b}", 3], axisLabel: { formatter } },
    yAxis: [{ name: "{c}" }],
    series: [{ name: "temp {a|b} [°C]", dimensions: ["{x}"], data: [{ name: "n}", value: [1, 2] }, [3, 4], 5, null] }],
  };
  expect(withRichTextNames(option)).toEqual({
    xAxis: { type: "category", data: ["{a|b｝", 3], axisLabel: { formatter } },
    yAxis: [{ name: "{c}" }],
    series: [{ name: "temp {a|b｝ [°C]", dimensions: ["{x｝"], data: [{ name: "n｝", value: [1, 2] }, [3, 4], 5, null] }],
  });
});

test("an option without axes gets none", () => {
  expect(withRichTextNames({ series: [] })).toEqual({ series: [] });
});
