import { fromPartial } from "@agatha/contracts/testing/from-partial";
import type { ChartTheme } from "./chart-theme.js";
import { LINE_ENCODING, POINT_ENCODING, rowOfPoint, selectedBars } from "./selected-points.js";

test.each<[string, unknown, number[]]>([
  ["a point ends with its row", [1.5, 2, 7], [7]],
  ["a mark without data has none", undefined, []],
  ["a bar has none of its own", { value: 3 }, []],
])("rows of points: %s", (_rule, data, rows) => {
  expect(rowOfPoint(data)).toEqual(rows);
});

test("a point tells its place in its tooltip, a line its value alone, and neither its row", () => {
  expect([POINT_ENCODING.tooltip, LINE_ENCODING.tooltip]).toEqual([[0, 1], [1]]);
});

test("bars tell how many of their rows are selected once a row is", () => {
  const theme = fromPartial<ChartTheme>({ data: { predicted: "orange" } });
  const counts = (...selected: number[]) =>
    selectedBars("Selected", [{ rows: [0, 2] }, { rows: [1] }], new Set(selected), theme).map(({ data }) => data.map(({ value }) => value));
  expect([counts(), counts(2)]).toEqual([[], [[1, 0]]]);
});
