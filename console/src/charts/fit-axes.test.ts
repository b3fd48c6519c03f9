import { fitAxes } from "./fit-axes.js";

const PHONE = { width: 300, height: 200 };

test("names of all axes are as long as the chart at most", () => {
  const option = { xAxis: { name: "strength", type: "category" }, yAxis: [{ name: "age" }, { name: "water" }], series: [] };
  const across = { maxWidth: 236, ellipsis: "…" };
  const up = { maxWidth: 128, ellipsis: "…" };
  const tooltip = { show: true, formatter: expect.any(Function) };
  expect(fitAxes(option, PHONE)).toEqual({
    xAxis: { name: "strength", type: "category", nameTruncate: across, tooltip },
    yAxis: [
      { name: "age", nameTruncate: up, tooltip },
      { name: "water", nameTruncate: up, tooltip },
    ],
    series: [],
  });
});

type BelowPointer = { name: string; isTruncated?: () => boolean };

test.each<[string, string, BelowPointer, string]>([
  ["the name of an axis is read whole", "total sulfur dioxide", { name: "total sulfur dioxide" }, "total sulfur dioxide"],
  ["a label tells the name of its axis", "total sulfur dioxide", { name: "80", isTruncated: () => false }, "total sulfur dioxide"],
  ["a truncated label is read whole", "input", { name: "Process temperature", isTruncated: () => true }, "Process temperature"],
  ["a label of an axis without a name is itself", "", { name: "80", isTruncated: () => false }, "80"],
])("below the pointer: %s", (_sentence, name, below, shown) => {
  const axes = [{ name }, { name: "other" }];
  for (const option of [{ parallel: {}, parallelAxis: axes }, { yAxis: axes }]) {
    const fitted = fitAxes(option, { width: 900, height: 400 });
    const [axis] = (fitted.parallelAxis ?? fitted.yAxis) as { tooltip: { formatter(below: BelowPointer): string } }[];
    expect(axis?.tooltip.formatter(below)).toBe(shown);
  }
});

test.each<[string, object, number]>([
  ["a name has room beside labels of one digit", { name: "Predicted", nameGap: 56 }, 56],
  ["an axis without a name takes no room", { name: "", nameGap: 56 }, 40],
])("left of the plot: %s", (_sentence, yAxis, left) => {
  expect(fitAxes({ grid: { left: 40, containLabel: true }, yAxis }, PHONE).grid).toEqual({ left, containLabel: true });
});

test.each<[string, object, number, number]>([
  ["numbers on a desktop have five", { type: "value" }, 900, 5],
  ["numbers on a phone have three", { type: "value" }, 300, 3],
  ["times on a desktop have eight", { type: "time" }, 900, 8],
  ["a chart that asks for fewer has them", { type: "time", splitNumber: 4 }, 900, 4],
  ["a very narrow chart has two", { type: "value" }, 120, 2],
])("labels across: %s", (_sentence, axis, width, expected) => {
  expect(fitAxes({ xAxis: axis }, { width, height: 200 })).toMatchObject({ xAxis: { splitNumber: expected } });
});

test.each<[string, number, number, number]>([
  ["to 15,500 has steps of 10,000 on a phone, as 5,000 to 20,000 would overlap", 332, 15_500, 2],
  ["to 50 has as many as a phone has room for", 332, 50, 3],
  ["to 15,500 has five on a desktop", 900, 15_500, 5],
])("labels across: an axis %s", (_sentence, width, most, expected) => {
  const option = { xAxis: { type: "value" }, series: [{ data: [[most, 3, 0]] }, { data: [[0, 0]] }] };
  expect(fitAxes(option, { width, height: 280 })).toMatchObject({ xAxis: { splitNumber: expected } });
});

test("an axis from 0 to 1 keeps its labels", () => {
  const option = { xAxis: { type: "value", max: 1 } };
  expect(fitAxes(option, PHONE).xAxis).not.toHaveProperty("splitNumber");
});

test("a chart without axes stays as it is", () => {
  expect(fitAxes({ parallel: {} }, PHONE)).toEqual({ parallel: {} });
});

const heatMap = (columns: number) => ({
  xAxis: { type: "category", data: Array(columns).fill("") },
  yAxis: { type: "category", axisLabel: { width: 110 } },
  series: [{ type: "heatmap", label: { show: true } }],
});

test.each<[string, number, object]>([
  ["are as large as others where there is room", 900, { show: true, fontSize: 12 }],
  ["are smaller on a phone", 330, { show: true, fontSize: 10 }],
  ["are left out where nobody could read them", 220, { show: false }],
])("labels in the cells of a heat map %s", (_sentence, width, label) => {
  expect(fitAxes(heatMap(7), { width, height: 400 })).toMatchObject({ series: [{ label }] });
});

test.each([
  [2, 326],
  [5, 326],
  [7, 326],
  [8, 326],
  [20, 790],
  [30, 790],
])("labels in the cells of %d columns do not touch each other on %d pixels", (columns, width) => {
  const { yAxis, series } = fitAxes(heatMap(columns), { width, height: 400 }) as {
    yAxis: { axisLabel: { width: number } };
    series: [{ label: { show: boolean; fontSize: number } }];
  };
  const { show, fontSize } = series[0].label;
  // ECharts puts 8 pixels between names and cells. The grid of a correlation matrix leaves 8 and 16 pixels at the sides.
  const cell = (width - yAxis.axisLabel.width - 32) / columns;
  /** Of -0.39 in DejaVu Sans, the widest of the usual fonts. */
  const labelWidth = 2.59 * fontSize;
  expect(!show || labelWidth + 3 <= cell).toBe(true);
  expect(show).toBe(columns < 30);
});

test("names of many parallel axes stand in two lines by turns, and have the room of two axes", () => {
  const parallelAxis = Array.from({ length: 12 }, (_, dim) => ({ dim, name: `x${dim}` }));
  const parallel = { left: 56, right: 64, top: 40, parallelAxisDefault: { nameGap: 15 } };
  const fitted = fitAxes({ parallel, parallelAxis }, { width: 1000, height: 420 });
  expect(fitted.parallel).toMatchObject({ top: 58 });
  const [first, second, third] = fitted.parallelAxis as { nameGap: number; nameTruncate: { maxWidth: number } }[];
  expect([first?.nameGap, second?.nameGap, third?.nameGap]).toEqual([15, 33, 15]);
  expect([first?.nameTruncate.maxWidth, second?.nameTruncate.maxWidth]).toEqual([112, 150]);
});

test("names of a few parallel axes stand in one line; below each other axes keep theirs", () => {
  const parallelAxis = [
    { name: "heat", nameGap: 12 },
    { name: "speed", nameGap: 12 },
  ];
  const wide = fitAxes({ parallel: { left: 50, right: 50, top: 40 }, parallelAxis }, { width: 900, height: 420 });
  expect(wide).toMatchObject({ parallel: { top: 40 }, parallelAxis: [{ nameGap: 12 }, { nameGap: 12 }] });
  const stacked = { parallel: { layout: "vertical" }, parallelAxis };
  expect(fitAxes(stacked, PHONE)).toEqual(stacked);
});
