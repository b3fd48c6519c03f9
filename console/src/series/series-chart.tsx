import type { SeriesDescription } from "@agatha/contracts";
import { useCallback, useMemo } from "react";
import { Chart } from "../charts/chart.js";
import type { ChartTheme } from "../charts/chart-theme.js";
import type { ChartTable } from "../charts/csv.js";
import { stackedHeight, stackedPlots } from "../charts/stacked-plots.js";
import { clockTime, formatTimesOf } from "../i18n/format.js";
import { useFormat } from "../i18n/use-format.js";
import { type TextFunction, useText } from "../i18n/use-text.js";
import { useDatasetTimezone } from "../routing/analysis-context.js";
import { messages } from "./messages.js";

const HEIGHTS = { first: 200, further: 80 };

type SeriesText = TextFunction<typeof messages.en>;

interface SeriesChartProps {
  description: SeriesDescription;
  /** Columns of the times and of the values. */
  time: string;
  value: string;
}

/** The latest values with their trend, and below them each season and the remainder over the same time. */
export function SeriesChart({ description, time, value }: SeriesChartProps) {
  const { points, seasons } = description;
  const text = useText(messages);
  const format = useFormat();
  const timezone = useDatasetTimezone();
  const times = useMemo(() => points.map(({ time }) => clockTime(time, timezone)), [points, timezone]);
  const isDecomposed = hasComponents(points);
  const components = useMemo(() => (isDecomposed ? componentNames(seasons, text) : []), [isDecomposed, seasons, text]);
  const option = useCallback(
    (chartTheme: ChartTheme) => {
      const line = (name: string, color: string, grid: number, data: (number | null)[]) => ({
        type: "line",
        name,
        showSymbol: false,
        xAxisIndex: grid,
        yAxisIndex: grid,
        lineStyle: { color, width: 1.5 },
        itemStyle: { color },
        data: data.map((each, i) => [times[i], each]),
      });
      const componentValues = (i: number) =>
        points.map(({ seasonal, remainder }) => (i < seasons.length ? (seasonal[i] ?? null) : remainder));
      return {
        tooltip: { trigger: "axis" },
        ...stackedPlots(chartTheme, { names: [value, ...components], heights: HEIGHTS }),
        series: [
          line(
            text("value"),
            chartTheme.data.actual,
            0,
            points.map((point) => point.value),
          ),
          ...(isDecomposed
            ? [
                line(
                  text("trendLine"),
                  chartTheme.data.predicted,
                  0,
                  points.map(({ trend }) => trend),
                ),
              ]
            : []),
          ...components.map((name, i) => line(name, chartTheme.data.plain, i + 1, componentValues(i))),
        ],
      };
    },
    [points, times, seasons.length, components, isDecomposed, value, text],
  );
  const about = text("chartAbout", { count: format.number(points.length) });
  return (
    <Chart
      title={text("chart")}
      summary={about}
      note={about}
      option={option}
      height={stackedHeight(1 + components.length, HEIGHTS)}
      table={seriesTable(description, { time, value, timezone, text })}
    />
  );
}

interface TableTexts {
  time: string;
  value: string;
  timezone: string;
  text: SeriesText;
}

/** Returns the times and the values, with the trend, each season and the remainder where the series has them. */
export function seriesTable(
  { points, seasons }: Pick<SeriesDescription, "points" | "seasons">,
  { time, value, timezone, text }: TableTexts,
): ChartTable {
  const timeText = formatTimesOf(
    points.map((point) => point.time),
    timezone,
  );
  if (!hasComponents(points)) return { columns: [time, value], rows: points.map((point) => [timeText(point.time), point.value]) };
  return {
    columns: [time, value, text("trendLine"), ...componentNames(seasons, text)],
    rows: points.map((point) => [timeText(point.time), point.value, point.trend, ...point.seasonal, point.remainder]),
  };
}

const hasComponents = (points: SeriesDescription["points"]): boolean => points.some(({ trend }) => trend !== null);

const componentNames = (seasons: SeriesDescription["seasons"], text: SeriesText): string[] => [
  ...seasons.map(({ unit }) => text(`seasonName.${unit}`)),
  text("remainder"),
];
