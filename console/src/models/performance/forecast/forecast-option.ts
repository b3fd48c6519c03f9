/** The chart of a forecast: a line for the response, and below it one for each column known ahead. */
import type { KnownAheadColumn, ModelInfo } from "@agatha/contracts";
import { baseOption, type ChartTheme } from "../../../charts/chart-theme.js";
import { stackedHeight, stackedPlots } from "../../../charts/stacked-plots.js";
import { clockTime } from "../../../i18n/format.js";
import type { TextFunction } from "../../../i18n/use-text.js";
import type { ModelsTexts } from "../../en.js";

const HEIGHTS = { first: 208, further: 72 };

/** Returns the height of the chart with this number of columns known ahead, in pixels. */
export const forecastChartHeight = (columns: number): number => stackedHeight(1 + columns, HEIGHTS);

type Forecast = NonNullable<ModelInfo["forecast"]>;

interface DrawnForecast extends Pick<Forecast, "time" | "steps"> {
  response: string;
  last: Forecast["last"] | undefined;
  history: NonNullable<Forecast["history"]>;
  knownAhead: readonly KnownAheadColumn[];
  /** Entered values of each column known ahead at each step, which replace the given ones. */
  entered: readonly (readonly number[])[] | undefined;
  timezone: string;
  text: TextFunction<ModelsTexts>;
}

/** Returns the option of ECharts. All lines of the forecast start at the last known value. */
export function forecastOption(
  chartTheme: ChartTheme,
  { time, response, last, history, steps, knownAhead, entered, timezone, text }: DrawnForecast,
) {
  const at = (period: { time: string }) => clockTime(period.time, timezone);
  const forecastLine = (name: string, color: string, key: "value" | "lower" | "upper") => ({
    type: "line",
    name,
    showSymbol: key === "value",
    lineStyle: { color, type: key === "value" ? "solid" : "dashed", width: key === "value" ? 2 : 1 },
    itemStyle: { color },
    data: [...(last ? [[at(last), last.value]] : []), ...steps.map((step) => [at(step), step[key]])],
  });
  const columnLine = (column: KnownAheadColumn, i: number) => ({
    type: "line",
    name: column.column,
    step: "middle",
    showSymbol: false,
    xAxisIndex: i + 1,
    yAxisIndex: i + 1,
    lineStyle: { color: chartTheme.data.plain, width: 1.5 },
    itemStyle: { color: chartTheme.data.plain },
    data: [
      ...history.map((each, k) => [at(each), column.history[k]]),
      ...steps.map((step, k) => [at(step), (entered?.[i] ?? column.values)[k]]),
    ],
  });
  return {
    ...stackedPlots(chartTheme, { names: [response, ...knownAhead.map(({ column }) => column)], heights: HEIGHTS, timeName: time }),
    // The columns known ahead have axes of their own, with their names.
    legend: {
      ...baseOption(chartTheme).legend,
      data: [text("forecast.history"), text("forecast.value"), text("forecast.lower"), text("forecast.upper")],
    },
    tooltip: { trigger: "axis" },
    series: [
      ...knownAhead.map(columnLine),
      {
        type: "line",
        name: text("forecast.history"),
        showSymbol: false,
        lineStyle: { color: chartTheme.data.actual, width: 2 },
        itemStyle: { color: chartTheme.data.actual },
        data: history.map((known) => [at(known), known.value]),
      },
      forecastLine(text("forecast.value"), chartTheme.data.predicted, "value"),
      forecastLine(text("forecast.lower"), chartTheme.data.plain, "lower"),
      forecastLine(text("forecast.upper"), chartTheme.data.plain, "upper"),
    ],
  };
}
