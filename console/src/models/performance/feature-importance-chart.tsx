import type { IndicatorName, ModelInfo } from "@agatha/contracts";
import { useCallback, useMemo } from "react";
import { Chart } from "../../charts/chart.js";
import { axisOption, type ChartTheme } from "../../charts/chart-theme.js";
import { useText } from "../../i18n/use-text.js";
import { messages as modelNames } from "../../model-names/messages.js";
import { useInputName } from "../../model-names/use-input-name.js";
import { messages } from "../messages.js";

/** Importance of the columns for the prediction, most important first. */
export function FeatureImportanceChart({ info }: { info: ModelInfo }) {
  const { importance_measure, importance_rows } = info;
  const text = useText(messages);
  const inputName = useInputName(info);
  const importance = useMemo(
    () => info.importance.map((entry) => ({ ...entry, column: inputName(entry.column) })),
    [info.importance, inputName],
  );
  const axis = isChange(importance_measure)
    ? text(`importance.${importance_measure}`)
    : text("importance.axis", { measure: isMetric(importance_measure) ? text(`metric.${importance_measure}`) : importance_measure });
  const option = useCallback(
    (chartTheme: ChartTheme) => {
      const upwards = importance.toReversed();
      return {
        grid: { left: 8, right: 24, top: 8, bottom: 32, containLabel: true },
        legend: { show: false },
        tooltip: { trigger: "item" },
        xAxis: axisOption(chartTheme, "x", { name: axis }),
        yAxis: {
          ...axisOption(chartTheme, "y", { name: "", type: "category", data: upwards.map((entry) => entry.column) }),
          axisLabel: { color: chartTheme.text, width: 140, overflow: "truncate" },
          splitLine: { show: false },
        },
        series: [
          {
            type: "bar",
            name: text("importance.value"),
            data: upwards.map((entry) => entry.importance),
            itemStyle: { color: chartTheme.data.heldOut },
            barMaxWidth: 18,
          },
        ],
      };
    },
    [importance, axis, text],
  );
  return (
    <Chart
      title={text("importance.title")}
      summary={importance.map((entry) => `${entry.column}: ${entry.importance.toPrecision(3)}`).join(", ")}
      option={option}
      height={Math.max(160, 40 + importance.length * 28)}
      table={{
        columns: [text("importance.column"), text("importance.value"), text("importance.spread")],
        rows: importance.map((entry) => [entry.column, entry.importance, entry.spread]),
      }}
      note={
        importance_rows === undefined
          ? text("importance.hint")
          : `${text("importance.hint")} ${text("importance.sampled", { count: importance_rows })}`
      }
    />
  );
}

/** Without a target, the change of the answer is measured. */
function isChange(measure: string): measure is "cluster_change" | "score_change" {
  return measure === "cluster_change" || measure === "score_change";
}

function isMetric(measure: string): measure is IndicatorName {
  return Object.hasOwn(modelNames.en.metric, measure);
}
