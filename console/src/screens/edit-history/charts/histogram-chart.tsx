import { useCallback, useMemo } from "react";
import { binText, timeBinText } from "../../../charts/bin-text.js";
import { Chart } from "../../../charts/chart.js";
import { axisOption, type ChartTheme } from "../../../charts/chart-theme.js";
import { valueCounts } from "../../../charts/data-reduction.js";
import { selectedBars } from "../../../charts/selected-points.js";
import { joinSentences } from "../../../i18n/join-sentences.js";
import { useFormat } from "../../../i18n/use-format.js";
import { useText } from "../../../i18n/use-text.js";
import { useSelectedRows } from "../../../rows/row-source.js";
import type { StepColumn } from "../../../step-columns/step-columns.js";
import { messages } from "../messages.js";
import { histogram } from "./statistics.js";
import { groupRows, numericColumn, type TableRows, textColumn } from "./table-rows.js";

interface HistogramChartProps {
  table: TableRows;
  column: StepColumn;
  note: string;
}

/** Number of texts that have a bar of their own, the most frequent first. */
const MAX_CATEGORIES = 30;

interface Bar {
  name: string;
  /** Rows whose value lies in the bar. */
  rows: number[];
}

/** Histogram of one column. A click on a bar selects its rows. */
export function HistogramChart({ table, column, note }: HistogramChartProps) {
  const text = useText(messages);
  const format = useFormat();
  const selected = useSelectedRows();
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
          data: bars.map(({ rows }) => ({ value: rows.length, rows })),
          itemStyle: { color: chartTheme.data.plain },
          barCategoryGap: column.type === "s" ? "20%" : "4%",
        },
        ...selectedBars(text("chart.selected"), bars, selected, chartTheme),
      ],
    }),
    [bars, column, text, selected],
  );
  const others = column.type === "s" ? valueCounts(textColumn(table, column.name)).length - bars.length : 0;
  return (
    <Chart
      title={title}
      summary={bars.map(({ name, rows }) => [name, format.number(rows.length)])}
      option={option}
      height={360}
      table={{
        columns: [column.label, text("chart.rows")],
        rows: bars.map(({ name, rows }) => [name, rows.length]),
        sources: bars.map(({ rows }) => rows),
      }}
      sourcesOf={(data) => (data as Partial<Bar> | undefined)?.rows ?? []}
      note={joinSentences(note, others > 0 && text("chart.otherValues", { count: others }))}
    />
  );
}

function useBars(table: TableRows, column: StepColumn): Bar[] {
  const format = useFormat();
  return useMemo(() => {
    if (column.type === "s") return groupRows(table, column.name, MAX_CATEGORIES);
    return histogram(numericColumn(table, column.name)).map(({ from, to, rows }) => {
      const middle = (from + to) / 2;
      if (column.type === "d") return { name: timeBinText(from, to), rows };
      const isWhole = to - from === 1 && Number.isInteger(middle);
      return { name: isWhole ? format.number(middle) : binText(from, to, format), rows };
    });
  }, [table, column, format]);
}
