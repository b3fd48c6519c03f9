import type { ModelInfo } from "@agatha/contracts";
import { Box } from "@mui/material";
import { useCallback } from "react";
import { Chart } from "../../charts/chart.js";
import { axisOption, type ChartTheme } from "../../charts/chart-theme.js";
import { useFormat } from "../../i18n/use-format.js";
import { useText } from "../../i18n/use-text.js";
import { SeriesChooser } from "../../series/series-chooser.js";
import { messages } from "../messages.js";

type Forecast = NonNullable<ModelInfo["forecast"]>;

interface ForecastChartProps {
  forecast: Forecast;
  response: string;
  /** The chosen one of several series. */
  named: NonNullable<Forecast["series"]>[number] | undefined;
  onChoose(name: string): void;
}

const NO_HISTORY: NonNullable<Forecast["history"]> = [];

/** The latest known values, and the forecast of the periods after them with the bounds that most values will lie within. */
export function ForecastChart({ forecast, response, named, onChoose }: ForecastChartProps) {
  const text = useText(messages);
  const format = useFormat();
  const { nominal, time, series = [] } = forecast;
  const { steps, last, history = NO_HISTORY } = named ?? forecast;
  const option = useCallback(
    (chartTheme: ChartTheme) => {
      const line = (name: string, color: string, key: "value" | "lower" | "upper") => ({
        type: "line",
        name,
        showSymbol: key === "value",
        lineStyle: { color, type: key === "value" ? "solid" : "dashed", width: key === "value" ? 2 : 1 },
        itemStyle: { color },
        // All lines start at the last known value.
        data: [[last.time, last.value], ...steps.map((step) => [step.time, step[key]])],
      });
      return {
        tooltip: { trigger: "axis" },
        grid: { left: 40, right: 24, top: 40, bottom: 32, containLabel: true },
        xAxis: axisOption(chartTheme, "x", { name: time, type: "time" }),
        yAxis: axisOption(chartTheme, "y", { name: response, scale: true }),
        series: [
          {
            type: "line",
            name: text("forecast.history"),
            showSymbol: false,
            lineStyle: { color: chartTheme.data.actual, width: 2 },
            itemStyle: { color: chartTheme.data.actual },
            data: history.map((known) => [known.time, known.value]),
          },
          line(text("forecast.value"), chartTheme.data.predicted, "value"),
          line(text("forecast.lower"), chartTheme.data.plain, "lower"),
          line(text("forecast.upper"), chartTheme.data.plain, "upper"),
        ],
      };
    },
    [steps, last, history, time, response, text],
  );
  const about = text("forecast.about", {
    level: format.percent(nominal),
    value: format.number(last.value),
    time: format.dateTime(last.time),
  });
  const mase = typeof named?.MASE === "number" ? text("forecast.seriesMase", { value: format.number(named.MASE) }) : "";
  const chart = (
    <Chart
      title={text("forecast.title")}
      summary={about}
      option={option}
      note={`${about} ${mase}`.trim()}
      table={{
        columns: [time, text("forecast.value"), text("forecast.lower"), text("forecast.upper")],
        rows: steps.map((step) => [format.dateTime(step.time), step.value, step.lower, step.upper]),
      }}
    />
  );
  if (!named) return chart;
  return (
    <Box sx={{ display: "grid", gap: 2, gridTemplateColumns: "minmax(0, 1fr)" }}>
      <SeriesChooser label={text("forecast.series")} names={series.map(({ name }) => name)} chosen={named.name} onChange={onChoose} />
      {chart}
    </Box>
  );
}
