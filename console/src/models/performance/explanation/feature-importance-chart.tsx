import type { MetricName, ModelInfo } from "@agatha/contracts";
import { Button } from "@mui/material";
import { useCallback, useDeferredValue, useMemo, useState } from "react";
import { Chart } from "../../../charts/chart.js";
import { axisOption, type ChartTheme } from "../../../charts/chart-theme.js";
import { joinSentences } from "../../../i18n/join-sentences.js";
import { useFormat } from "../../../i18n/use-format.js";
import { useText } from "../../../i18n/use-text.js";
import { messages as modelNames } from "../../../model-names/messages.js";
import { useInputName } from "../../../model-names/use-input-name.js";
import { messages } from "../../messages.js";
import { errorBars } from "./error-bars.js";

/** Columns that are drawn at first. */
const INITIALLY_SHOWN = 10;

/** Importance of the columns for the prediction with its spread over the shuffles, most important first. */
export function FeatureImportanceChart({ info }: { info: ModelInfo }) {
  const { importance_measure, importance_rows } = info;
  const text = useText(messages);
  const format = useFormat();
  const inputName = useInputName(info);
  const [all, setAll] = useState(false);
  // The button answers before hundreds of bars are drawn.
  const areAllDrawn = useDeferredValue(all);
  const found = info.importance_all ?? info.importance;
  const importance = useMemo(
    () => found.slice(0, areAllDrawn ? found.length : INITIALLY_SHOWN).map((entry) => ({ ...entry, column: inputName(entry.column) })),
    [found, areAllDrawn, inputName],
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
          {
            type: "line",
            name: text("importance.spread"),
            data: errorBars(upwards),
            symbol: "rect",
            symbolSize: [1.5, 8],
            silent: true,
            tooltip: { show: false },
            itemStyle: { color: chartTheme.data.actual },
            lineStyle: { color: chartTheme.data.actual, width: 1.5 },
            z: 3,
          },
        ],
      };
    },
    [importance, axis, text],
  );
  const chart = (
    <Chart
      title={text("importance.title")}
      summary={importance.map(({ column, importance, spread }) => [
        column,
        `${format.number(importance, 3)} ± ${format.number(spread, 2)}`,
      ])}
      option={option}
      height={Math.max(160, 40 + importance.length * 28)}
      table={{
        columns: [text("importance.column"), text("importance.value"), text("importance.spread")],
        rows: importance.map((entry) => [entry.column, entry.importance, entry.spread]),
      }}
      note={joinSentences(
        text("importance.hint"),
        importance_rows !== undefined && text("importance.sampled", { count: importance_rows }),
        text("importance.errorBar"),
      )}
    />
  );
  if (found.length <= INITIALLY_SHOWN) return chart;
  return (
    <>
      {chart}
      <Button size="small" onClick={() => setAll(!all)} sx={{ display: "block" }}>
        {all ? text("importance.fewer") : text("importance.all", { count: found.length })}
      </Button>
    </>
  );
}

/** Without a target, the change of the answer is measured. */
function isChange(measure: string): measure is "cluster_change" | "score_change" {
  return measure === "cluster_change" || measure === "score_change";
}

function isMetric(measure: string): measure is MetricName {
  return Object.hasOwn(modelNames.en.metric, measure);
}
