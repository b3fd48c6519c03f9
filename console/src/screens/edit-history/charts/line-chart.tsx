import { useCallback, useMemo } from "react";
import { Chart } from "../../../charts/chart.js";
import { axisOption, type ChartTheme } from "../../../charts/chart-theme.js";
import { LINE_ENCODING, POINT_ENCODING, rowOfPoint, selectedPoints } from "../../../charts/selected-points.js";
import { formatTime } from "../../../i18n/format.js";
import { joinSentences } from "../../../i18n/join-sentences.js";
import { useText } from "../../../i18n/use-text.js";
import { useSelectedRows } from "../../../rows/row-source.js";
import type { StepColumn } from "../../../step-columns/step-columns.js";
import { messages } from "../messages.js";
import { groupLegend } from "./group-legend.js";
import { MAX_GROUPS } from "./scatter-chart.js";
import { repeatsTimes } from "./series-column.js";
import { groupRows, numericColumn, type TableRows } from "./table-rows.js";

interface LineChartProps {
  table: TableRows;
  /** Time column. */
  x: StepColumn;
  y: StepColumn;
  by: StepColumn | null;
  note: string;
}

type TimePoint = [time: number, value: number | null, row: number];

/** Values of a column over time. Rows without a value leave a gap. Where a group has many rows of one time, the values are points. */
export function LineChart({ table, x, y, by, note }: LineChartProps) {
  const text = useText(messages);
  const selected = useSelectedRows();
  const { groups, left, asPoints } = useMemo(() => {
    const [times, values] = [numericColumn(table, x.name), numericColumn(table, y.name)];
    const all = groupRows(table, by?.name ?? null, Number.POSITIVE_INFINITY);
    const groups = all.slice(0, MAX_GROUPS).map(({ name, rows }) => ({
      name,
      points: rows
        .flatMap((row): TimePoint[] => {
          const time = times[row] ?? null;
          return time === null ? [] : [[time, values[row] ?? null, row]];
        })
        .sort(([one], [other]) => one - other),
    }));
    return {
      groups,
      left: all.length - groups.length,
      asPoints: groups.some(({ points }) => repeatsTimes(points.map(([time]) => time))),
    };
  }, [table, x, y, by]);
  const option = useCallback(
    (chartTheme: ChartTheme) => ({
      // Times are shown in UTC, as everywhere in the console.
      grid: { left: 40, right: 24, top: by ? 40 : 16, bottom: 72, containLabel: true },
      legend: groupLegend(chartTheme, by !== null),
      tooltip: { trigger: asPoints ? "item" : "axis" },
      xAxis: axisOption(chartTheme, "x", { name: x.label, type: "time" }),
      yAxis: axisOption(chartTheme, "y", { name: y.label, scale: true }),
      dataZoom: [{ type: "inside" }, { type: "slider", bottom: 8, height: 20, showDetail: false, borderColor: chartTheme.divider }],
      series: [
        ...groups.map(({ name, points }, i) => ({
          ...(asPoints
            ? { type: "scatter", symbolSize: 4, encode: POINT_ENCODING }
            : {
                type: "line",
                showSymbol: points.length === 1,
                sampling: "lttb",
                lineStyle: { width: 1.25 },
                encode: LINE_ENCODING,
              }),
          name: by ? name : y.label,
          data: points,
          itemStyle: { color: by ? chartTheme.data.groups[i % chartTheme.data.groups.length] : chartTheme.data.heldOut },
        })),
        selectedPoints(
          groups.flatMap(({ points }) => points.filter(([, , row]) => selected.has(row))),
          chartTheme,
        ),
      ],
    }),
    [groups, asPoints, x, y, by, selected],
  );
  const title = text("chart.line", { x: x.label, y: y.label });
  return (
    <Chart
      title={title}
      summary={title}
      option={option}
      height={400}
      table={{
        columns: [...(by ? [by.label] : []), x.label, y.label],
        rows: groups.flatMap(({ name, points }) =>
          points.map(([time, value]) => [...(by ? [name] : []), formatTime(new Date(time).toISOString()), value]),
        ),
        sources: groups.flatMap(({ points }) => points.map(([, , row]) => [row])),
      }}
      sourcesOf={rowOfPoint}
      note={joinSentences(note, asPoints && text("chart.sameTimes"), left > 0 && text("chart.otherGroups", { count: left }))}
    />
  );
}
