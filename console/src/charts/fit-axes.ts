import type { EChartsCoreOption } from "echarts/core";

/** Axes, and the pixels that a name leaves free: it is centred on the plot, which the other axis' labels push aside. */
const AXES = [
  { axis: "xAxis", side: "width", free: 64 },
  { axis: "yAxis", side: "height", free: 72 },
] as const;

interface Axis {
  type?: string;
  splitNumber?: number;
  max?: unknown;
}

/**
 * Returns the option with axes that fit the chart's size in pixels: names that end in an ellipsis, and as many labels as have room.
 * Labels in the cells of a heat map fit too.
 */
export function fitAxes(option: EChartsCoreOption, size: { width: number; height: number }): EChartsCoreOption {
  const fitted = { ...option };
  for (const { axis, side, free } of AXES) {
    const fit = (one: Axis) => ({
      ...one,
      // Shares from 0 to 1 have short labels.
      ...(axis === "xAxis" && one.type !== "category" && one.max === undefined && { splitNumber: labelsAcross(one, size.width) }),
      nameTruncate: { maxWidth: size[side] - free, ellipsis: "…" },
    });
    const given = option[axis] as Axis | Axis[] | undefined;
    if (given !== undefined) fitted[axis] = Array.isArray(given) ? given.map(fit) : fit(given);
  }
  return { ...fitted, ...fitCells(option, size.width) };
}

/** Room for the axis' labels beside the cells of a heat map, and the width of a label such as -0.39 in a font of one pixel. */
const BESIDE_CELLS = 130;
const LABEL_WIDTH = 2.7;

/** Labels in the cells of a heat map have the font that their cells have room for. There are none if it is too small to read. */
function fitCells({ series, xAxis }: EChartsCoreOption, width: number): EChartsCoreOption {
  if (!Array.isArray(series) || !series.some(({ type }) => type === "heatmap")) return {};
  const columns = (xAxis as { data: readonly unknown[] }).data.length;
  const fontSize = Math.min(12, Math.floor((width - BESIDE_CELLS) / columns / LABEL_WIDTH));
  return { series: series.map((one) => ({ ...one, label: { ...one.label, ...(fontSize < 9 ? { show: false } : { fontSize }) } })) };
}

/** ECharts hides labels that overlap, whichever they are: what remains is spaced unevenly. */
function labelsAcross({ type, splitNumber = type === "time" ? 8 : 5 }: Axis, width: number): number {
  return Math.min(splitNumber, Math.max(2, Math.floor(width / 100)));
}
