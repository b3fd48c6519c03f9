import type { EChartsCoreOption } from "echarts/core";

/** Axes, and the pixels that a name leaves free: it is centred on the plot, which the other axis' labels push aside. */
const AXES = [
  { axis: "xAxis", side: "width", free: 64 },
  { axis: "yAxis", side: "height", free: 72 },
] as const;

/** Returns the option with axis names that end in an ellipsis where they are longer than the chart. Names are column names. */
export function fitAxisNames(option: EChartsCoreOption, size: { width: number; height: number }): EChartsCoreOption {
  const fitted = { ...option };
  for (const { axis, side, free } of AXES) {
    const fit = (one: object) => ({ ...one, nameTruncate: { maxWidth: size[side] - free, ellipsis: "…" } });
    const given = option[axis] as object | object[] | undefined;
    if (given !== undefined) fitted[axis] = Array.isArray(given) ? given.map(fit) : fit(given);
  }
  return fitted;
}
