/** Plots one above the other over the same time, each with a value axis of its own. */
import { axisOption, type ChartTheme } from "./chart-theme.js";

const TOP = 40;
/** Room between two plots, for the labels of the time axis. */
const GAP = 40;
/** Room below the last plot, for labels and the name of the time axis. */
const BOTTOM = 40;

interface StackedPlots {
  /** Name of each plot's value axis, from the top. */
  names: readonly string[];
  /** Height of the first plot and of each further one, in pixels. */
  heights: PlotHeights;
  /** Name of the time axis, below the last plot. */
  timeName?: string;
}

interface PlotHeights {
  first: number;
  further: number;
}

/** Returns the height of a chart with this number of plots, in pixels. */
export const stackedHeight = (plots: number, { first, further }: PlotHeights): number =>
  TOP + first + (plots - 1) * (GAP + further) + BOTTOM;

/** Returns the grids and axes of ECharts, with a pointer over all plots. A line names its plot by `xAxisIndex` and `yAxisIndex`. */
export function stackedPlots(chartTheme: ChartTheme, { names, heights: { first, further }, timeName = "" }: StackedPlots) {
  const place = (i: number) =>
    i === 0 ? { top: TOP, height: first } : { top: TOP + first + GAP + (i - 1) * (further + GAP), height: further };
  return {
    axisPointer: { link: [{ xAxisIndex: "all" }] },
    grid: names.map((_, i) => ({ ...place(i), left: 72, right: 24 })),
    xAxis: names.map((_, gridIndex) => ({
      ...axisOption(chartTheme, "x", { name: gridIndex === names.length - 1 ? timeName : "", type: "time" }),
      gridIndex,
    })),
    yAxis: names.map((name, gridIndex) => ({
      ...axisOption(chartTheme, "y", { name, scale: true }),
      gridIndex,
      splitNumber: gridIndex === 0 ? 5 : 2,
      nameGap: 56,
    })),
  };
}
