import type { ModelInfo } from "@agatha/contracts";
import { useCallback } from "react";
import { Chart } from "../../../charts/chart.js";
import { axisOption, type ChartTheme } from "../../../charts/chart-theme.js";
import { POINT_ENCODING, rowOfPoint, rowsOf, selectedPoints } from "../../../charts/selected-points.js";
import { useText } from "../../../i18n/use-text.js";
import { useSelectedRows } from "../../../rows/row-source.js";
import { messages } from "../../messages.js";

type Points = NonNullable<ModelInfo["regression"]>["points"];

/** Residuals of held-out rows against their predictions. A pattern shows what the model has not learned. */
export function ResidualChart({ points, response }: { points: Points; response: string }) {
  const text = useText(messages);
  const selected = useSelectedRows();
  const title = text("residuals.title");
  const option = useCallback(
    (chartTheme: ChartTheme) => {
      const data = points.map(({ row, actual, predicted }) => [predicted, actual - predicted, row]);
      return {
        grid: { left: 48, right: 24, top: 16, bottom: 32, containLabel: true },
        legend: { show: false },
        tooltip: { trigger: "item" },
        xAxis: axisOption(chartTheme, "x", { name: text("regression.predicted"), unit: response, scale: true }),
        yAxis: { ...axisOption(chartTheme, "y", { name: text("regression.error") }), nameGap: 56 },
        series: [
          {
            type: "scatter",
            name: title,
            symbolSize: 6,
            itemStyle: { color: chartTheme.data.heldOut, opacity: 0.6 },
            data,
            encode: POINT_ENCODING,
            markLine: {
              symbol: "none",
              silent: true,
              label: { show: false },
              lineStyle: { color: chartTheme.data.actual },
              data: [{ yAxis: 0 }],
            },
          },
          selectedPoints(
            data.filter(([, , row]) => row !== undefined && selected.has(row)),
            chartTheme,
          ),
        ],
      };
    },
    [points, response, selected, text, title],
  );
  return (
    <Chart
      title={title}
      summary={text("residuals.hint")}
      option={option}
      height={300}
      table={{
        columns: [text("regression.row"), text("regression.predicted"), text("regression.error")],
        rows: points.map(({ row, actual, predicted }) => [row < 0 ? null : row + 1, predicted, actual - predicted]),
        sources: points.map(({ row }) => rowsOf(row)),
      }}
      sourcesOf={rowOfPoint}
      note={text("residuals.hint")}
    />
  );
}
