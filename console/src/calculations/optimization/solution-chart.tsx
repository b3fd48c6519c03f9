import type { ModelInfo, OptimizationRequest, OptimizationResult } from "@agatha/contracts";
import { type Theme, useMediaQuery } from "@mui/material";
import { useCallback, useMemo } from "react";
import { Chart } from "../../charts/chart.js";
import type { ChartTheme } from "../../charts/chart-theme.js";
import { useFormat } from "../../i18n/use-format.js";
import { useText } from "../../i18n/use-text.js";
import { messages } from "../messages.js";
import { axesOf } from "./axes.js";

interface SolutionChartProps {
  info: ModelInfo;
  request: OptimizationRequest;
  solutions: OptimizationResult["solutions"];
  selected: number;
}

/** Colours repeat after each pass through the palette, with another line type. */
const LINE_TYPES = ["solid", "dashed", "dotted"] as const;

/** Parallel coordinates (Inselberg 1985): each solution is a line over the inputs and the prediction. */
export function SolutionChart({ info, request, solutions, selected }: SolutionChartProps) {
  const text = useText(messages);
  const format = useFormat();
  // On a phone the axes are stacked vertically.
  const upright = useMediaQuery((theme: Theme) => theme.breakpoints.down("sm"));
  const title = text("optimization.result.predicted", { response: info.response ?? "" });
  const axes = useMemo(
    () =>
      axesOf(
        info.inputs,
        request,
        solutions.map(({ settings }) => settings),
      ),
    [info.inputs, request, solutions],
  );
  const option = useCallback(
    (chartTheme: ChartTheme) => ({
      parallel: {
        layout: upright ? "vertical" : "horizontal",
        left: upright ? 24 : 48,
        right: upright ? 24 : 64,
        top: upright ? 72 : 76,
        bottom: upright ? 40 : 28,
      },
      parallelAxis: [...axes.map(({ name, from, to }) => ({ name, min: from, max: to })), { name: title, scale: true }].map(
        (axis, dim) => ({
          ...axis,
          dim,
          type: "value",
          nameLocation: "end",
          nameGap: upright ? 6 : 12,
          nameTruncate: { maxWidth: upright ? 160 : 110, ellipsis: "…" },
          nameTextStyle: upright
            ? { color: chartTheme.text, align: "right", verticalAlign: "bottom", padding: [0, 0, 10, 0] }
            : { color: chartTheme.text },
          splitNumber: 4,
          axisLine: { lineStyle: { color: chartTheme.textSecondary } },
          axisTick: { lineStyle: { color: chartTheme.textSecondary } },
          axisLabel: {
            color: chartTheme.textSecondary,
            formatter: (value: number) => format.number(value, dim < axes.length ? 3 : 5),
            hideOverlap: true,
          },
        }),
      ),
      series: solutions.map(({ settings, prediction }, place) => {
        const color = chartTheme.data.groups[place % chartTheme.data.groups.length];
        return {
          type: "parallel",
          name: text("optimization.result.solution", { number: place + 1 }),
          smooth: false,
          itemStyle: { color },
          lineStyle: {
            color,
            width: place === selected ? 4 : 2,
            opacity: place === selected ? 1 : 0.6,
            type: LINE_TYPES[Math.floor(place / chartTheme.data.groups.length) % LINE_TYPES.length],
          },
          data: [[...axes.map(({ name }) => settings[name] ?? null), prediction]],
        };
      }),
    }),
    [axes, solutions, selected, title, upright, text, format],
  );
  return (
    <Chart
      title={text("optimization.result.chart")}
      summary={text("optimization.result.chartSummary")}
      option={option}
      height={upright ? 126 + 64 * (axes.length + 1) : 340}
      table={{
        columns: [
          text("optimization.input"),
          ...solutions.map((_one, place) => text("optimization.result.solution", { number: place + 1 })),
        ],
        rows: [
          [title, ...solutions.map(({ prediction }) => prediction)],
          ...info.inputs.map(({ name }) => [name, ...solutions.map(({ settings }) => settings[name] ?? null)]),
        ],
      }}
      note={text("optimization.result.chartNote")}
    />
  );
}
