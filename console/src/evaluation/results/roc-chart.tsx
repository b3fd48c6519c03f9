import type { FigureInterval } from "@agatha/contracts";
import { Box, MenuItem, TextField } from "@mui/material";
import { useCallback, useMemo, useState } from "react";
import { Chart } from "../../charts/chart.js";
import { axisOption, type ChartTheme } from "../../charts/chart-theme.js";
import { useFormat } from "../../i18n/use-format.js";
import { useText } from "../../i18n/use-text.js";
import { withInterval } from "../../models/performance/metrics/format-metric.js";
import { messages } from "../messages.js";
import { rocCurve } from "./roc-curve.js";

/** `label`: positive class. It does not matter for known anomalies. */
export interface ScoredModel {
  name: string;
  /** Interval of the area under the curve. */
  area: FigureInterval | undefined;
  /** Number of test rows. */
  rows: number;
  /** Score of the row for the positive class; null for a row that does not count. */
  scoreOf(row: number, label: string): number | null;
  isPositive(row: number, label: string): boolean;
}

interface RocChartProps {
  models: readonly ScoredModel[];
  /** Classes that can be the positive one; null if there are only known anomalies. */
  labels: readonly string[] | null;
}

/** ROC curves of the models: true positive rate against false positive rate at every threshold. */
export function RocChart({ models, labels }: RocChartProps) {
  const text = useText(messages);
  const format = useFormat();
  const [chosen, setChosen] = useState<string | null>(null);
  // The rarer of two classes is usually the positive one.
  const label = chosen !== null && labels?.includes(chosen) ? chosen : (labels?.at(labels.length === 2 ? 1 : 0) ?? "");
  const curves = useMemo(
    () =>
      models.map(({ name, area, rows, scoreOf, isPositive }) => {
        const scores = Array.from({ length: rows }, (_, row) => scoreOf(row, label));
        const { auc, points } = rocCurve(scores, (row) => isPositive(row, label));
        return {
          name: auc === null ? name : text("roc.area", { name, area: withInterval((value) => format.number(value, 3), auc, area) }),
          points,
        };
      }),
    [models, label, text, format],
  );
  const title = labels === null ? text("roc.anomalies") : text("roc.title", { label });
  const option = useCallback(
    (chartTheme: ChartTheme) => ({
      grid: { left: 40, right: 24, top: 56, bottom: 32, containLabel: true },
      legend: { type: "scroll", top: 4, left: 0, itemWidth: 14, itemHeight: 10, textStyle: { color: chartTheme.text } },
      tooltip: { trigger: "item" },
      xAxis: { ...axisOption(chartTheme, "x", { name: text("roc.falseAlarms") }), min: 0, max: 1 },
      yAxis: { ...axisOption(chartTheme, "y", { name: text("roc.found") }), min: 0, max: 1 },
      series: [
        ...curves.map(({ name, points }) => ({
          type: "line",
          name,
          symbol: "none",
          lineStyle: { width: 2 },
          data: points.map(({ fpr, tpr }) => [fpr, tpr]),
        })),
        {
          type: "line",
          name: text("roc.chance"),
          symbol: "none",
          lineStyle: { color: chartTheme.textSecondary, type: "dashed", width: 1 },
          itemStyle: { color: chartTheme.textSecondary },
          data: [
            [0, 0],
            [1, 1],
          ],
        },
      ],
    }),
    [curves, text],
  );
  return (
    <Box sx={{ display: "grid", gap: 1.5, gridTemplateColumns: "minmax(0, 1fr)" }}>
      {labels === null || labels.length < 2 ? null : (
        <TextField
          select
          id="roc-label"
          label={text("roc.label")}
          value={label}
          onChange={(event) => setChosen(event.target.value)}
          sx={{ width: 240, maxWidth: "100%" }}
        >
          {labels.map((option) => (
            <MenuItem key={option} value={option}>
              {option}
            </MenuItem>
          ))}
        </TextField>
      )}
      <Chart
        title={title}
        summary={curves.map(({ name }) => name)}
        option={option}
        height={320}
        table={{
          columns: [text("roc.model"), text("roc.falseAlarms"), text("roc.found")],
          rows: curves.flatMap(({ name, points }) => points.map(({ fpr, tpr }) => [name, fpr, tpr])),
        }}
        note={text("roc.hint")}
      />
    </Box>
  );
}
