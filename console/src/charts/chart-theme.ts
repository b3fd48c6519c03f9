import { type Theme, useMediaQuery, useTheme } from "@mui/material";
import type { EChartsCoreOption } from "echarts/core";
import { useMemo } from "react";
import type { Format } from "../i18n/format.js";
import type { DataPalette } from "../theme/data-palette.js";
import { LATIN_FONTS } from "../theme/themes.js";
import { withRichTextNames } from "./rich-text.js";
import { tooltipValues } from "./tooltip-values.js";

/** Theme values that charts use. */
export interface ChartTheme {
  data: DataPalette;
  text: string;
  textSecondary: string;
  divider: string;
  background: string;
  font: string;
  animate: boolean;
}

/** Returns what charts take from the theme. They do not move where the system asks for less motion. */
export function useChartTheme(): ChartTheme {
  const theme = useTheme();
  const still = useMediaQuery("(prefers-reduced-motion: reduce)", { noSsr: true });
  return useMemo(() => chartThemeOf(theme, !still), [theme, still]);
}

function chartThemeOf({ palette }: Theme, animate: boolean): ChartTheme {
  return {
    data: palette.data,
    text: palette.text.primary,
    textSecondary: palette.text.secondary,
    divider: palette.divider,
    background: palette.background.paper,
    // A canvas cannot read CSS variables. It chooses fallback fonts by its language.
    font: `${LATIN_FONTS}, sans-serif`,
    animate,
  };
}

/** Axis of parallel coordinates, whose numbers stand on top of the lines. `label` is what else is set of the labels. */
export function parallelAxisStyle({ textSecondary, background }: ChartTheme, label: object = {}) {
  return { z: 3, axisLabel: { color: textSecondary, textBorderColor: background, textBorderWidth: 3, ...label } };
}

/**
 * Returns the chart's own option with what all charts share. Its tooltip keeps the shared colours, place and numbers, whatever triggers
 * it.
 */
export function withBaseOption(chartTheme: ChartTheme, own: EChartsCoreOption, number: Format["number"]): EChartsCoreOption {
  const base = baseOption(chartTheme);
  const { type } = (own.xAxis ?? {}) as { type?: string };
  const valueFormatter = tooltipValues(number, type);
  return { ...base, ...withRichTextNames(own), tooltip: { ...base.tooltip, valueFormatter, ...(own.tooltip as object | undefined) } };
}

/** Options that all charts share. The chart's own options override them. */
export function baseOption(chartTheme: ChartTheme) {
  return {
    // Times are those that clocks of the dataset's zone show, as if they were in UTC.
    useUTC: true,
    animation: chartTheme.animate,
    animationDuration: 160,
    animationDurationUpdate: 160,
    color: [...chartTheme.data.groups],
    textStyle: { color: chartTheme.text, fontFamily: chartTheme.font, fontSize: 12 },
    grid: { left: 8, right: 24, top: 40, bottom: 8, containLabel: true },
    // One line that is paged where the chart is narrow: a second line would cover the top of the plot.
    legend: {
      type: "scroll",
      top: 4,
      left: 0,
      itemWidth: 14,
      itemHeight: 10,
      textStyle: { color: chartTheme.text },
      pageIconSize: 12,
      pageIconColor: chartTheme.text,
      pageIconInactiveColor: chartTheme.divider,
      pageTextStyle: { color: chartTheme.textSecondary },
    },
    // Rich text is drawn on the canvas, so that column names never become HTML.
    tooltip: {
      renderMode: "richText",
      confine: true,
      backgroundColor: chartTheme.background,
      borderColor: chartTheme.divider,
      textStyle: { color: chartTheme.text, fontFamily: chartTheme.font, fontSize: 12 },
    },
  };
}

interface AxisOptions {
  name: string;
  /** Appended to the name: `Error (°C)`. */
  unit?: string;
  type?: "value" | "category" | "time" | "log";
  data?: string[];
  /** If true, the axis need not include zero. */
  scale?: boolean;
}

/** Labels that can be read alone, in each language. Those of ECharts leave out the year of a month. */
const TIMES = {
  year: "{yyyy}",
  month: "{yyyy}-{MM}",
  day: "{yyyy}-{MM}-{dd}",
  hour: "{MM}-{dd} {HH}:{mm}",
  minute: "{MM}-{dd} {HH}:{mm}",
  second: "{HH}:{mm}:{ss}",
  millisecond: "{HH}:{mm}:{ss}.{SSS}",
};

/** An axis with its name and unit in the middle. */
export function axisOption(chartTheme: ChartTheme, side: "x" | "y", { name, unit, type = "value", data, scale }: AxisOptions) {
  return {
    type,
    ...(data ? { data } : {}),
    scale: scale ?? false,
    name: unit ? `${name} (${unit})` : name,
    nameLocation: "middle",
    nameGap: side === "x" ? 28 : 48,
    nameTextStyle: { color: chartTheme.textSecondary },
    axisLine: { show: side === "x", lineStyle: { color: chartTheme.divider } },
    axisLabel: { color: chartTheme.textSecondary, hideOverlap: true, ...(type === "time" && { formatter: TIMES }) },
    axisTick: { lineStyle: { color: chartTheme.divider } },
    splitLine: { show: side === "y", lineStyle: { color: chartTheme.divider } },
  };
}
