import type { BacktestForecast } from "@agatha/contracts";
import { Box, MenuItem, TextField } from "@mui/material";
import { useCallback, useMemo, useState } from "react";
import { Chart } from "../../../charts/chart.js";
import { axisOption, type ChartTheme } from "../../../charts/chart-theme.js";
import { clockTime, formatTimesOf } from "../../../i18n/format.js";
import { useFormat } from "../../../i18n/use-format.js";
import { useText } from "../../../i18n/use-text.js";
import { useDatasetTimezone } from "../../../routing/analysis-context.js";
import { messages } from "../../messages.js";
import { actualValues } from "./actual-values.js";
import { hasLonePoint } from "./lone-point.js";

interface BacktestChartProps {
  backtest: readonly BacktestForecast[];
  time: string;
  response: string;
}

type Point = [at: string, value: number | null];

/** Forecasts made at earlier times with the actual values: all of them, or that of one cut-off. */
export function BacktestChart({ backtest, time, response }: BacktestChartProps) {
  const text = useText(messages);
  const format = useFormat();
  const timezone = useDatasetTimezone();
  const [cutoff, setCutoff] = useState("");
  const shown = useMemo(() => backtest.filter((forecast) => cutoff === "" || forecast.cutoff === cutoff), [backtest, cutoff]);
  const option = useCallback(
    (chartTheme: ChartTheme) => {
      const pairs = (times: readonly string[], values: readonly (number | null)[]) =>
        times.map((at, i): Point => [clockTime(at, timezone), values[i] ?? null]);
      const line = (name: string, color: string, data: Point[]) => ({
        type: "line",
        name,
        showSymbol: hasLonePoint(data),
        lineStyle: { color, width: 2 },
        itemStyle: { color },
        data,
      });
      const bound = (name: string, times: readonly string[], values: readonly (number | null)[] = []) => ({
        ...line(name, chartTheme.data.plain, pairs(times, values)),
        lineStyle: { color: chartTheme.data.plain, type: "dashed", width: 1 },
      });
      return {
        tooltip: { trigger: "axis" },
        grid: { left: 48, right: 24, top: 40, bottom: 32, containLabel: true },
        xAxis: { ...axisOption(chartTheme, "x", { name: time, type: "time" }), splitNumber: 4 },
        yAxis: { ...axisOption(chartTheme, "y", { name: response, scale: true }), nameGap: 56 },
        series: [
          line(
            text("forecast.actual"),
            chartTheme.data.actual,
            actualValues(shown).map(([at, value]): Point => [clockTime(at, timezone), value]),
          ),
          ...shown.flatMap(({ times, values, lower, upper }) => [
            line(text("forecast.made"), chartTheme.data.predicted, pairs(times, values)),
            bound(text("forecast.lower"), times, lower),
            bound(text("forecast.upper"), times, upper),
          ]),
        ],
      };
    },
    [shown, time, response, text, timezone],
  );
  const timeText = formatTimesOf(
    shown.flatMap((forecast) => [forecast.cutoff, ...forecast.times]),
    timezone,
  );
  const about = text("forecast.backtestAbout", { count: format.number(backtest.length) });
  return (
    <Box sx={{ display: "grid", gap: 2, gridTemplateColumns: "minmax(0, 1fr)" }}>
      <TextField
        select
        label={text("forecast.cutoff")}
        value={cutoff}
        onChange={(event) => setCutoff(event.target.value)}
        slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
        sx={{ width: 320, maxWidth: "100%" }}
      >
        <MenuItem value="">{text("forecast.allCutoffs")}</MenuItem>
        {backtest.map((forecast) => (
          <MenuItem key={forecast.cutoff} value={forecast.cutoff}>
            {format.period(forecast.cutoff, timezone)}
          </MenuItem>
        ))}
      </TextField>
      <Chart
        title={text("forecast.backtest")}
        summary={about}
        note={about}
        option={option}
        table={{
          columns: [
            text("forecast.cutoff"),
            time,
            text("forecast.made"),
            text("forecast.lower"),
            text("forecast.upper"),
            text("forecast.actual"),
          ],
          rows: shown.flatMap(({ cutoff: made, times, values, lower, upper, actual }) =>
            times.map((at, i) => [
              timeText(made),
              timeText(at),
              values[i] ?? null,
              lower?.[i] ?? null,
              upper?.[i] ?? null,
              actual[i] ?? null,
            ]),
          ),
        }}
      />
    </Box>
  );
}
