import type { ModelInfo, PredictionResult } from "@agatha/contracts";
import { useCallback, useMemo } from "react";
import { binText } from "../../charts/bin-text.js";
import { Chart } from "../../charts/chart.js";
import { axisOption, type ChartTheme } from "../../charts/chart-theme.js";
import { useFormat } from "../../i18n/use-format.js";
import { useText } from "../../i18n/use-text.js";
import { messages } from "../messages.js";
import { type Bin, predictionHistogram } from "./prediction-histogram.js";

interface PredictionHistogramChartProps {
  values: PredictionResult["value"];
  info: ModelInfo;
  labelOf(answer: Bin["answer"]): string;
}

/** Histogram of the predictions. */
export function PredictionHistogramChart({ values, info, labelOf }: PredictionHistogramChartProps) {
  const text = useText(messages);
  const format = useFormat();
  const bins = useMemo(() => predictionHistogram(values, info.type === "REGRESSION"), [values, info.type]);
  const name = info.response ?? text("batch.result.answer");
  const labels = bins.map(({ range, answer }) => (range ? binText(range[0], range[1], format) : labelOf(answer)));
  // Labels are new objects on every render. The chart is redrawn only when their texts differ.
  const shown = labels.join("\n");
  const option = useCallback(
    (chartTheme: ChartTheme) => ({
      grid: { left: 40, right: 24, top: 24, bottom: 32, containLabel: true },
      legend: { show: false },
      xAxis: axisOption(chartTheme, "x", { name, type: "category", data: shown.split("\n") }),
      yAxis: axisOption(chartTheme, "y", { name: text("batch.result.count") }),
      series: [
        {
          type: "bar",
          name: text("batch.result.count"),
          barCategoryGap: "8%",
          itemStyle: { color: chartTheme.data.predicted },
          data: bins.map(({ count }) => count),
        },
      ],
    }),
    [bins, shown, name, text],
  );
  return (
    <Chart
      title={text("batch.result.chart")}
      summary={text("batch.result.chartSummary")}
      option={option}
      height={260}
      table={{ columns: [name, text("batch.result.count")], rows: bins.map(({ count }, bin) => [labels[bin] ?? "", count]) }}
    />
  );
}
