import { type Theme, useMediaQuery } from "@mui/material";
import { useCallback, useMemo } from "react";
import { Chart } from "../../../charts/chart.js";
import { type ChartTheme, parallelAxisStyle } from "../../../charts/chart-theme.js";
import { evenlySpaced, extent } from "../../../charts/data-reduction.js";
import { joinSentences } from "../../../i18n/join-sentences.js";
import { useFormat } from "../../../i18n/use-format.js";
import { useText } from "../../../i18n/use-text.js";
import { useSelectedRows } from "../../../rows/row-source.js";
import type { StepColumn } from "../../../step-columns/step-columns.js";
import { messages } from "../messages.js";
import { mostCorrelated } from "./most-correlated.js";
import { numericColumn, type TableRows } from "./table-rows.js";

interface ParallelCoordinatesProps {
  table: TableRows;
  offered: readonly StepColumn[];
  /** Column that colours the lines. */
  by: StepColumn | null;
  note: string;
}

/** More axes or lines cannot be distinguished. */
const MAX_COLUMNS = 12;
const MAX_LINES = 2000;

/** Height of the legend of the colours. */
const LEGEND_HEIGHT = 32;
const BESIDE = { left: 56, right: 64, top: 40, bottom: 24 };
const BESIDE_AXIS = { nameLocation: "end", nameGap: 15, splitNumber: 5 };
/** On a phone the axes lie below each other, so that names and numbers have room. */
const STACKED = { layout: "vertical", left: 16, right: 24, top: 32, bottom: 40 };
const STACKED_AXIS = { nameLocation: "end", nameGap: 6, splitNumber: 3, nameTruncate: { maxWidth: 220, ellipsis: "…" } };
const STACKED_NAME = { align: "right", verticalAlign: "bottom", padding: [0, 0, 8, 0] };
const STACKED_AXIS_HEIGHT = 64;

/**
 * Parallel coordinates of the numeric columns, or of those that go with the chosen one most: each row is a line. Dragging along an
 * axis selects rows, or narrows the selection.
 */
export function ParallelCoordinates({ table, offered, by, note }: ParallelCoordinatesProps) {
  const text = useText(messages);
  const format = useFormat();
  const selected = useSelectedRows();
  const upright = useMediaQuery((theme: Theme) => theme.breakpoints.down("sm"));
  const numbers = offered.filter(({ type }) => type === "n");
  const columns = useMemo(() => {
    const all = offered.filter(({ type }) => type === "n");
    return by && all.length > MAX_COLUMNS ? mostCorrelated(table, all, by).slice(0, MAX_COLUMNS) : all.slice(0, MAX_COLUMNS);
  }, [table, offered, by]);
  const lines = useMemo(() => {
    const values = columns.map(({ name }) => numericColumn(table, name));
    return evenlySpaced(table.rows.length, MAX_LINES).map((row) => ({ row, values: values.map((column) => column[row] ?? null) }));
  }, [table, columns]);
  const option = useCallback(
    (chartTheme: ChartTheme) => {
      const dimension = by ? columns.indexOf(by) : -1;
      const [min, max] = extent(lines.map((line) => line.values[dimension] ?? null).filter((value) => value !== null));
      return {
        legend: { show: false },
        tooltip: { show: false },
        parallel: {
          ...(upright ? STACKED : BESIDE),
          bottom: (upright ? STACKED : BESIDE).bottom + (by ? LEGEND_HEIGHT : 0),
          parallelAxisDefault: {
            scale: true,
            realtime: false,
            ...(upright ? STACKED_AXIS : BESIDE_AXIS),
            nameTextStyle: { color: chartTheme.text, ...(upright && STACKED_NAME) },
            axisLine: { lineStyle: { color: chartTheme.textSecondary } },
            axisTick: { lineStyle: { color: chartTheme.divider } },
            ...parallelAxisStyle(chartTheme),
            areaSelectStyle: { borderColor: chartTheme.textSecondary, color: chartTheme.textSecondary, opacity: 0.3, width: 16 },
          },
        },
        parallelAxis: columns.map(({ name, label }, dim) => ({ dim, id: name, name: label })),
        ...(by && min < max
          ? {
              visualMap: {
                min,
                max,
                dimension,
                orient: "horizontal",
                left: "center",
                bottom: 0,
                calculable: false,
                itemHeight: 160,
                text: [format.number(max), format.number(min)],
                textStyle: { color: chartTheme.text },
                inRange: { color: [chartTheme.data.predicted, chartTheme.data.training, chartTheme.data.heldOut] },
              },
            }
          : {}),
        series: [
          {
            type: "parallel",
            data: lines.map(({ row, values }) => ({
              value: values,
              row,
              ...(selected.has(row) && { lineStyle: { width: 2, opacity: 1, color: chartTheme.data.predicted } }),
            })),
            inactiveOpacity: 0.02,
            activeOpacity: 0.6,
            lineStyle: { width: 1, opacity: selected.size > 0 ? 0.05 : 0.25, ...(by ? {} : { color: chartTheme.data.heldOut }) },
          },
        ],
      };
    },
    [columns, lines, by, format, selected, upright],
  );
  const left = numbers.length - columns.length;
  const notes = [
    note,
    text("chart.parallelHint"),
    lines.length < table.rows.length ? text("chart.lines", { count: lines.length, lines: format.number(lines.length) }) : "",
    left > 0 && by ? text("chart.mostCorrelated", { column: by.label }) : "",
    left > 0 ? text("chart.otherColumns", { count: left }) : "",
    left > 0 && !by ? text("chart.chooseColumn", { field: text("chart.colour") }) : "",
  ];
  return (
    <Chart
      title={text("chart.kinds.parallel")}
      summary={text("chart.parallelHint")}
      option={option}
      height={upright ? 80 + STACKED_AXIS_HEIGHT * columns.length : 420}
      table={{
        columns: columns.map(({ label }) => label),
        rows: lines.map(({ values }) => values),
        sources: lines.map(({ row }) => [row]),
      }}
      sourcesOf={(data) => [(data as { row?: number } | undefined)?.row ?? []].flat()}
      sourcesOnAxis={(axis, [low, high]) =>
        numericColumn(table, axis).flatMap((value, row) => (value !== null && value >= low && value <= high ? [row] : []))
      }
      note={joinSentences(...notes)}
    />
  );
}
