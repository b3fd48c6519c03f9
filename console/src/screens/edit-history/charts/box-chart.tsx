import { useCallback, useMemo } from "react";
import { Chart } from "../../../charts/chart.js";
import { axisOption, type ChartTheme } from "../../../charts/chart-theme.js";
import { POINT_ENCODING, rowOfPoint, selectedPoints } from "../../../charts/selected-points.js";
import { joinSentences } from "../../../i18n/join-sentences.js";
import { useFormat } from "../../../i18n/use-format.js";
import { useText } from "../../../i18n/use-text.js";
import { useSelectedRows } from "../../../rows/row-source.js";
import type { StepColumn } from "../../../step-columns/step-columns.js";
import { messages } from "../messages.js";
import { type BoxPlotStats, boxPlotStats } from "./statistics.js";
import { groupRows, numericColumn, type TableRows } from "./table-rows.js";

interface BoxPlotProps {
  table: TableRows;
  y: StepColumn;
  by: StepColumn | null;
  note: string;
}

const MAX_GROUPS = 20;
/** Number of outlier points drawn for each group. */
const MAX_OUTLIERS = 500;

interface NamedBoxPlotStats extends BoxPlotStats {
  name: string;
  /** Rows of the group that have a value, with it. */
  points: [value: number, row: number][];
}

/** Box plot of all rows or by group: median, quartiles and outliers. */
export function BoxPlot({ table, y, by, note }: BoxPlotProps) {
  const text = useText(messages);
  const format = useFormat();
  const selected = useSelectedRows();
  const { boxes, left } = useMemo(() => {
    const values = numericColumn(table, y.name);
    const all = groupRows(table, by?.name ?? null, Number.POSITIVE_INFINITY);
    const boxes = all.slice(0, MAX_GROUPS).flatMap(({ name, rows }): NamedBoxPlotStats[] => {
      const points = rows.flatMap((row): [number, number][] => {
        const value = values[row] ?? null;
        return value === null ? [] : [[value, row]];
      });
      const box = boxPlotStats(points.map(([value]) => value));
      return box ? [{ ...box, name: by ? name : y.label, points }] : [];
    });
    return { boxes, left: Math.max(0, all.length - MAX_GROUPS) };
  }, [table, y, by]);
  const option = useCallback(
    (chartTheme: ChartTheme) => ({
      grid: { left: 40, right: 24, top: 16, bottom: 40, containLabel: true },
      legend: { show: false },
      tooltip: { trigger: "item" },
      xAxis: {
        ...axisOption(chartTheme, "x", { name: by?.label ?? "", type: "category", data: boxes.map(({ name }) => name) }),
        nameGap: 36,
      },
      yAxis: axisOption(chartTheme, "y", { name: y.label, scale: true }),
      series: [
        {
          type: "boxplot",
          name: y.label,
          data: boxes.map(({ low, q1, median, q3, high }) => [low, q1, median, q3, high]),
          itemStyle: { color: "transparent", borderColor: chartTheme.data.heldOut, borderWidth: 1.5 },
          boxWidth: [12, 56],
        },
        {
          type: "scatter",
          name: text("chart.outliers"),
          data: boxes.flatMap(({ points, low, high }, group) =>
            points
              .filter(([value]) => value < low || value > high)
              .slice(0, MAX_OUTLIERS)
              .map(([value, row]) => [group, value, row]),
          ),
          encode: POINT_ENCODING,
          symbolSize: 5,
          itemStyle: { color: chartTheme.data.anomaly, opacity: 0.6 },
        },
        selectedPoints(
          boxes.flatMap(({ points }, group) => points.flatMap(([value, row]) => (selected.has(row) ? [[group, value, row]] : []))),
          chartTheme,
        ),
      ],
    }),
    [boxes, y, by, text, selected],
  );
  const statistics = ["low", "q1", "median", "q3", "high"] as const;
  return (
    <Chart
      title={by ? text("chart.boxBy", { column: y.label, by: by.label }) : text("chart.box", { column: y.label })}
      summary={boxes.map(({ name, median }) => [name, format.number(median)])}
      option={option}
      height={360}
      table={{
        columns: [
          by?.label ?? text("step.column"),
          text("chart.rows"),
          ...statistics.map((statistic) => text(`chart.boxFigures.${statistic}`)),
          text("chart.outliers"),
        ],
        rows: boxes.map((box) => [box.name, box.count, ...statistics.map((statistic) => box[statistic]), box.outliers.length]),
        sources: boxes.map(({ points }) => points.map(([, row]) => row)),
      }}
      sourcesOf={rowOfPoint}
      note={joinSentences(note, left > 0 && text("chart.otherGroups", { count: left }), text("chart.boxHint"))}
    />
  );
}
