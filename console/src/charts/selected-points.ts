/** Marks of the rows that are selected, over those of all rows. */
import type { ChartTheme } from "./chart-theme.js";

/** Leaves the row of a point out of its tooltip. */
export const POINT_ENCODING = { x: 0, y: 1, tooltip: [0, 1] };

/** Leaves out the place on the axis as well, which is the heading of a tooltip that all lines share. */
export const LINE_ENCODING = { ...POINT_ENCODING, tooltip: [1] };

/** The last number of a point is its row; a negative one means that no row has the point's value. */
export function rowOfPoint(data: unknown): number[] {
  const row = Array.isArray(data) ? data.at(-1) : undefined;
  return typeof row === "number" ? rowsOf(row) : [];
}

/** The rows behind a point: none where its row is negative. */
export const rowsOf = (row: number): number[] => (row < 0 ? [] : [row]);

/** A series that draws points in the colour of the selection. */
export function selectedPoints(points: readonly (number | null)[][], { data }: ChartTheme) {
  return {
    type: "scatter",
    name: "",
    data: points,
    encode: POINT_ENCODING,
    tooltip: { show: false },
    symbolSize: 8,
    z: 5,
    itemStyle: { color: data.predicted, borderColor: data.actual, borderWidth: 1 },
  };
}

/** Series that draw how many rows of each bar are selected: none while no row is, whose tooltips would say 0. */
export function selectedBars(
  name: string,
  bars: readonly { rows: readonly number[] }[],
  selected: ReadonlySet<number>,
  { data }: Pick<ChartTheme, "data">,
) {
  if (selected.size === 0) return [];
  return [
    {
      type: "bar",
      name,
      data: bars.map(({ rows }) => ({ value: rows.filter((row) => selected.has(row)).length, rows })),
      itemStyle: { color: data.predicted },
      barGap: "-100%",
    },
  ];
}
