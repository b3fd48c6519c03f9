import { useCallback, useMemo } from "react";
import { Chart } from "../../charts/chart.js";
import { axisOption, type ChartTheme } from "../../charts/chart-theme.js";
import { valueCounts } from "../../charts/data-reduction.js";
import { formatTime } from "../../i18n/format.js";
import { useFormat } from "../../i18n/use-format.js";
import { useText } from "../../i18n/use-text.js";
import { messages } from "../messages.js";
import type { StepColumn } from "../steps/step-columns.js";
import { histogram } from "./statistics.js";
import { numericColumn, type TableRows, textColumn } from "./table-rows.js";

interface HistogramChartProps {
  table: TableRows;
  column: StepColumn;
  note: string;
}

/** Number of texts that have a bar of their own, the most frequent first. */
const MAX_CATEGORIES = 30;

/** Histogram of one column. */
export function HistogramChart({ table, column, note }: HistogramChartProps) {
  const text = useText(messages);
  const bars = useBars(table, column);
  const title = text("chart.histogram", { column: column.label });
  const option = useCallback(
    (chartTheme: ChartTheme) => ({
      grid: { left: 40, right: 24, top: 16, bottom: 40, containLabel: true },
      legend: { show: false },
      tooltip: { trigger: "axis" },
      xAxis: { ...axisOption(chartTheme, "x", { name: column.label, type: "category", data: bars.map(({ name }) => name) }), nameGap: 36 },
      yAxis: axisOption(chartTheme, "y", { name: text("chart.rows") }),
      series: [
        {
          type: "bar",
          name: text("chart.rows"),
          data: bars.map(({ count }) => count),
          itemStyle: { color: chartTheme.data.plain },
          barCategoryGap: column.type === "s" ? "20%" : "4%",
        },
      ],
    }),
    [bars, column, text],
  );
  const others = column.type === "s" ? valueCounts(textColumn(table, column.name)).length - bars.length : 0;
  return (
    <Chart
      title={title}
      summary={bars.map(({ name, count }) => `${name}: ${count}`).join(", ")}
      option={option}
      height={360}
      table={{ columns: [column.label, text("chart.rows")], rows: bars.map(({ name, count }) => [name, count]) }}
      note={others > 0 ? `${note} ${text("chart.otherValues", { count: others })}` : note}
    />
  );
}

function useBars(table: TableRows, column: StepColumn): { name: string; count: number }[] {
  const format = useFormat();
  return useMemo(() => {
    if (column.type === "s") {
      const counts = valueCounts(textColumn(table, column.name)).slice(0, MAX_CATEGORIES);
      return counts.map(({ value, count }) => ({ name: value, count }));
    }
    const written = (value: number) => (column.type === "d" ? formatTime(new Date(value).toISOString()) : format.number(value));
    const values = numericColumn(table, column.name).filter((value) => value !== null);
    return histogram(values).map(({ from, to, count }) => {
      const middle = (from + to) / 2;
      const isWhole = column.type === "n" && to - from === 1 && Number.isInteger(middle);
      return { name: isWhole || from === to ? written(middle) : `${written(from)} – ${written(to)}`, count };
    });
  }, [table, column, format]);
}
