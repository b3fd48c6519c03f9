import { roundTo } from "@agatha/contracts/ranking/round-metric";
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
import { groupLegend } from "./group-legend.js";
import { pearsonCorrelation } from "./statistics.js";
import { groupRows, numericColumn, type TableRows } from "./table-rows.js";

interface ScatterChartProps {
  table: TableRows;
  x: StepColumn;
  y: StepColumn;
  by: StepColumn | null;
  note: string;
}

/** Number of groups with distinguishable colours. */
export const MAX_GROUPS = 8;

/** Two values and their row. */
type ScatterPoint = [x: number, y: number, row: number];

/** Scatter plot of two columns. A click on a point shows its row, and a rectangle selects rows. */
export function ScatterChart({ table, x, y, by, note }: ScatterChartProps) {
  const text = useText(messages);
  const format = useFormat();
  const selected = useSelectedRows();
  const { groups, left, correlation } = useMemo(() => {
    const [across, up] = [numericColumn(table, x.name), numericColumn(table, y.name)];
    const all = groupRows(table, by?.name ?? null, Number.POSITIVE_INFINITY);
    const groups = all.slice(0, MAX_GROUPS).map(({ name, rows }) => ({
      name,
      points: rows.flatMap((row): ScatterPoint[] => {
        const [left, right] = [across[row] ?? null, up[row] ?? null];
        return left === null || right === null ? [] : [[left, right, row]];
      }),
    }));
    return { groups, left: all.length - groups.length, correlation: pearsonCorrelation(across, up) };
  }, [table, x, y, by]);
  const option = useCallback(
    (chartTheme: ChartTheme) => ({
      grid: { left: 40, right: 24, top: by ? 40 : 16, bottom: 40, containLabel: true },
      legend: groupLegend(chartTheme, by !== null),
      tooltip: { trigger: "item" },
      xAxis: axisOption(chartTheme, "x", { name: x.label, scale: true }),
      yAxis: axisOption(chartTheme, "y", { name: y.label, scale: true }),
      dataZoom: [{ type: "inside" }, { type: "inside", orient: "vertical" }],
      brush: { xAxisIndex: 0, yAxisIndex: 0, transformable: false },
      series: [
        ...groups.map(({ name, points }, i) => ({
          type: "scatter",
          name: by ? name : y.label,
          data: points,
          encode: POINT_ENCODING,
          symbolSize: 5,
          itemStyle: {
            color: by ? chartTheme.data.groups[i % chartTheme.data.groups.length] : chartTheme.data.heldOut,
            opacity: selected.size > 0 ? 0.15 : 0.5,
          },
        })),
        selectedPoints(
          groups.flatMap(({ points }) => points.filter(([, , row]) => selected.has(row))),
          chartTheme,
        ),
      ],
    }),
    [groups, x, y, by, selected],
  );
  const description = correlation === null ? "" : text("chart.correlates", { value: format.number(roundTo(correlation, 2)) });
  return (
    <Chart
      title={text("chart.scatter", { x: x.label, y: y.label })}
      summary={description || text("chart.scatter", { x: x.label, y: y.label })}
      option={option}
      height={400}
      table={{
        columns: [...(by ? [by.label] : []), x.label, y.label],
        rows: groups.flatMap(({ name, points }) => points.map(([left, right]) => [...(by ? [name] : []), left, right])),
        sources: groups.flatMap(({ points }) => points.map(([, , row]) => [row])),
      }}
      sourcesOf={rowOfPoint}
      sourcesIn={({ x: [left, right], y: [low, high] }) =>
        groups.flatMap(({ points }) =>
          points.flatMap(([across, up, row]) => (across >= left && across <= right && up >= low && up <= high ? [row] : [])),
        )
      }
      note={joinSentences(note, left > 0 && text("chart.otherGroups", { count: left }), description)}
    />
  );
}
