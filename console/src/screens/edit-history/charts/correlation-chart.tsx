import { correlationText } from "@agatha/contracts/ranking/round-metric";
import { decomposeColor, getContrastRatio, recomposeColor } from "@mui/material/styles";
import { useCallback, useMemo } from "react";
import { Chart } from "../../../charts/chart.js";
import { axisOption, type ChartTheme } from "../../../charts/chart-theme.js";
import { joinSentences } from "../../../i18n/join-sentences.js";
import { useText } from "../../../i18n/use-text.js";
import { useSelectedRows } from "../../../rows/row-source.js";
import type { StepColumn } from "../../../step-columns/step-columns.js";
import { messages } from "../messages.js";
import { mostCorrelated } from "./most-correlated.js";
import { pearsonCorrelation } from "./statistics.js";
import { numericColumn, type TableRows } from "./table-rows.js";

interface CorrelationChartProps {
  table: TableRows;
  offered: readonly StepColumn[];
  /** Column with which those that are shown correlate most. */
  by: StepColumn | null;
  note: string;
}

/** More columns would be unreadable. */
const MAX_COLUMNS = 30;

/** Correlation matrix of the numeric columns, over the selected rows if there are enough. Begins with the chosen column. */
export function CorrelationChart({ table, offered, by, note }: CorrelationChartProps) {
  const text = useText(messages);
  const numbers = offered.filter(({ type }) => type === "n");
  const columns = useMemo(() => {
    const all = offered.filter(({ type }) => type === "n");
    return (by ? mostCorrelated(table, all, by) : all).slice(0, MAX_COLUMNS);
  }, [table, offered, by]);
  const selected = useSelectedRows();
  /** Fewer rows always lie on a line. */
  const ofSelection = selected.size > 2;
  const matrix = useMemo(() => {
    const values = columns.map(({ name }) => numericColumn(table, name).filter((_value, row) => !ofSelection || selected.has(row)));
    return values.map((column) => values.map((other) => pearsonCorrelation(column, other)));
  }, [table, columns, selected, ofSelection]);
  const option = useCallback(
    (chartTheme: ChartTheme) => {
      const labels = columns.map(({ label }) => label);
      const category = (side: "x" | "y") => ({
        ...axisOption(chartTheme, side, { name: "", type: "category", data: labels }),
        axisLabel: { color: chartTheme.text, width: 110, overflow: "truncate", interval: 0, ...(side === "x" ? { rotate: 45 } : {}) },
        splitLine: { show: false },
        axisTick: { show: false },
      });
      return {
        grid: { left: 8, right: 16, top: 8, bottom: 48, containLabel: true },
        legend: { show: false },
        tooltip: { trigger: "item" },
        xAxis: category("x"),
        yAxis: { ...category("y"), inverse: true },
        visualMap: {
          min: -1,
          max: 1,
          calculable: false,
          orient: "horizontal",
          left: "center",
          bottom: 0,
          itemHeight: 160,
          text: ["1", "-1"],
          textStyle: { color: chartTheme.text },
          inRange: { color: [chartTheme.data.predicted, chartTheme.background, chartTheme.data.heldOut] },
        },
        series: [
          {
            type: "heatmap",
            name: text("chart.correlationValue"),
            data: matrix.flatMap((row, up) =>
              row.flatMap((value, across) => {
                if (value === null) return [];
                const color = legibleOn(cellColor(chartTheme, value), [chartTheme.text, chartTheme.background]);
                return [{ name: pairName(labels, up, across), value: [across, up, Number(value.toFixed(3))], label: { color } }];
              }),
            ),
            label: { show: true, formatter: ({ value }: { value: number[] }) => correlationText(value[2] ?? 0) },
            itemStyle: { borderColor: chartTheme.background, borderWidth: 1 },
          },
        ],
      };
    },
    [columns, matrix, text],
  );
  const left = numbers.length - columns.length;
  return (
    <Chart
      title={text("chart.correlation")}
      summary={text("chart.correlationHint")}
      option={option}
      height={Math.min(720, 200 + columns.length * 32)}
      table={{
        columns: [text("step.column"), ...columns.map(({ label }) => label)],
        rows: columns.map(({ label }, row) => [
          label,
          ...(matrix[row] ?? []).map((value) => (value === null ? null : Number(value.toFixed(3)))),
        ]),
      }}
      note={joinSentences(
        ofSelection ? text("chart.correlationOfSelection") : note,
        text("chart.correlationHint"),
        by && text("chart.mostCorrelated", { column: by.label }),
        left > 0 && text("chart.otherColumns", { count: left }),
        left > 0 && !by && text("chart.chooseColumn", { field: text("chart.with") }),
      )}
    />
  );
}

/** Name of a cell in its tooltip. ECharts names the column of one axis alone. */
export function pairName(labels: readonly string[], row: number, column: number): string {
  return [...new Set([labels[row], labels[column]])].join(" × ");
}

/** Colour of a cell, as the visual map mixes it. */
function cellColor({ background, data }: ChartTheme, correlation: number): string {
  const from = decomposeColor(background).values;
  const to = decomposeColor(correlation < 0 ? data.predicted : data.heldOut).values;
  const mixed = [0, 1, 2].map((i) => from[i]! + Math.abs(correlation) * (to[i]! - from[i]!)) as [number, number, number];
  return recomposeColor({ type: "rgb", values: mixed });
}

/** The colour with the highest contrast to that below it. */
function legibleOn(color: string, texts: readonly [string, string]): string {
  return getContrastRatio(texts[0], color) >= getContrastRatio(texts[1], color) ? texts[0] : texts[1];
}
