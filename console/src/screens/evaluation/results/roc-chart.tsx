import { Box, ListSubheader, MenuItem, TextField } from "@mui/material";
import { useCallback, useMemo, useState } from "react";
import { Chart } from "../../../charts/chart.js";
import { axisOption, type ChartTheme } from "../../../charts/chart-theme.js";
import { useFormat } from "../../../i18n/use-format.js";
import { useText } from "../../../i18n/use-text.js";
import { withInterval } from "../../../models/performance/metrics/format-metric.js";
import { messages } from "../messages.js";
import { type CurveSet, curveSets, type ScoredModel } from "./curve-sets.js";
import { rocCurve } from "./roc-curve.js";

interface RocChartProps {
  models: readonly ScoredModel[];
  /** Classes that can be the positive one; null if there are only known anomalies. */
  labels: readonly string[] | null;
}

/**
 * ROC curves: true positive rate against false positive rate at every threshold, of all models for one class, or of one model for
 * each of more than two classes.
 */
export function RocChart({ models, labels }: RocChartProps) {
  const text = useText(messages);
  const format = useFormat();
  const [chosen, setChosen] = useState<string | null>(null);
  const { sets, first } = useMemo(() => curveSets(models, labels), [models, labels]);
  const shown = sets.find(({ key }) => key === chosen) ?? sets[first]!;
  const curves = useMemo(
    () =>
      shown.curves.map(({ name, label, model: { areaOf, rows, scoreOf, isPositive } }) => {
        const scores = Array.from({ length: rows }, (_, row) => scoreOf(row, label));
        const { auc, points } = rocCurve(scores, (row) => isPositive(row, label));
        return {
          name:
            auc === null ? name : text("roc.area", { name, area: withInterval((value) => format.number(value, 3), auc, areaOf(label)) }),
          points,
        };
      }),
    [shown, text, format],
  );
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
      {sets.length < 2 ? null : <CurveSetField sets={sets} value={shown.key} onChange={setChosen} />}
      <Chart
        title={text(`roc.title.${shown.of}`, { name: shown.name })}
        summary={curves.map(({ name }) => name)}
        option={option}
        height={320}
        table={{
          columns: [text(shown.of === "model" ? "roc.class" : "roc.model"), text("roc.falseAlarms"), text("roc.found")],
          rows: curves.flatMap(({ name, points }) => points.map(({ fpr, tpr }) => [name, fpr, tpr])),
        }}
        note={text("roc.hint")}
      />
    </Box>
  );
}

/** A click on a heading would choose nothing. */
const NOT_CHOSEN = { pointerEvents: "none" } as const;

/** Selects a class, or a model with all of its classes. */
function CurveSetField({ sets, value, onChange }: { sets: readonly CurveSet[]; value: string; onChange(key: string): void }) {
  const text = useText(messages);
  const ofModels = sets.filter((set) => set.of === "model");
  const option = ({ key, name }: CurveSet) => (
    <MenuItem key={key} value={key}>
      {name}
    </MenuItem>
  );
  const ofClasses = sets.filter((set) => set.of === "class").map(option);
  return (
    <TextField
      select
      id="roc-label"
      label={text(ofModels.length === 0 ? "roc.label" : "roc.curves")}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      sx={{ width: 240, maxWidth: "100%" }}
    >
      {ofModels.length === 0
        ? ofClasses
        : [
            <ListSubheader key="class" role="presentation" sx={NOT_CHOSEN}>
              {text("roc.label")}
            </ListSubheader>,
            ...ofClasses,
            <ListSubheader key="model" role="presentation" sx={NOT_CHOSEN}>
              {text("roc.allClasses")}
            </ListSubheader>,
            ...ofModels.map(option),
          ]}
    </TextField>
  );
}
