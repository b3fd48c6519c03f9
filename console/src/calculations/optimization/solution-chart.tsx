import type { OptimizationRequest, OptimizationResult } from "@agatha/contracts";
import { type Theme, useMediaQuery } from "@mui/material";
import { useCallback, useMemo } from "react";
import { Chart } from "../../charts/chart.js";
import { type ChartTheme, parallelAxisStyle } from "../../charts/chart-theme.js";
import { useFormat } from "../../i18n/use-format.js";
import { useText } from "../../i18n/use-text.js";
import { messages } from "../messages.js";
import { axisValue } from "./active-constraints.js";
import { axesOf, endLabelRoom } from "./axes.js";
import { describeSubject, formatReached } from "./descriptions.js";
import { type GoalModels, inputsOf } from "./goal-models.js";

interface SolutionChartProps {
  models: GoalModels;
  request: OptimizationRequest;
  solutions: OptimizationResult["solutions"];
  selected: number;
}

/** Colours repeat after each pass through the palette, with another line type. */
const LINE_TYPES = ["solid", "dashed", "dotted"] as const;

/** Returns true for a tick whose label would overlap that of an end: the ends are bounds of the search, and no round numbers. */
function isBesideEnd(value: number, { from, to }: { from: number; to: number }, share: number): boolean {
  const distance = Math.min(value - from, to - value) / (to - from);
  return distance > 0 && distance < share;
}

/** Parallel coordinates (Inselberg 1985): each solution is a line over the inputs and the prediction. */
export function SolutionChart({ models, request, solutions, selected }: SolutionChartProps) {
  const text = useText(messages);
  const format = useFormat();
  // On a phone the axes are stacked vertically.
  const upright = useMediaQuery((theme: Theme) => theme.breakpoints.down("sm"));
  const title = describeSubject(request.target, models, text);
  const inputs = useMemo(() => inputsOf(models), [models]);
  const axes = useMemo(
    () =>
      axesOf(
        inputs,
        request,
        solutions.map(({ settings }) => settings),
      ),
    [inputs, request, solutions],
  );
  const option = useCallback(
    (chartTheme: ChartTheme) => ({
      parallel: {
        layout: upright ? "vertical" : "horizontal",
        left: upright ? endLabelRoom(axes).side : 48,
        right: upright ? endLabelRoom(axes).side : 64,
        top: upright ? 72 : 76,
        bottom: upright ? 40 : 28,
      },
      parallelAxis: [...axes.map(({ input: { name }, from, to }) => ({ name, min: from, max: to })), { name: title, scale: true }].map(
        (axis, dim) => ({
          ...axis,
          dim,
          type: "value",
          nameLocation: "end",
          nameGap: upright ? 6 : 12,
          ...(upright && { nameTruncate: { maxWidth: 160, ellipsis: "…" } }),
          nameTextStyle: upright
            ? { color: chartTheme.text, align: "right", verticalAlign: "bottom", padding: [0, 0, 10, 0] }
            : { color: chartTheme.text },
          splitNumber: 4,
          axisLine: { lineStyle: { color: chartTheme.textSecondary } },
          axisTick: { lineStyle: { color: chartTheme.textSecondary } },
          ...parallelAxisStyle(chartTheme, {
            formatter: (value: number) => {
              const axis = axes[dim];
              if (axis === undefined) return formatReached(request.target, value, format, 5);
              if (isBesideEnd(value, axis, upright ? endLabelRoom(axes).share(axis) : 0.07)) return "";
              return axis.input.type === "d" ? format.date(new Date(value).toISOString()) : format.number(value, 3);
            },
            hideOverlap: true,
          }),
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
          data: [[...axes.map(({ input }) => axisValue(input, settings) ?? null), prediction]],
        };
      }),
    }),
    [axes, solutions, selected, title, upright, request.target, text, format],
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
          ...inputs.map(({ name }) => [name, ...solutions.map(({ settings }) => settings[name] ?? null)]),
        ],
      }}
      note={text("optimization.result.chartNote")}
    />
  );
}
