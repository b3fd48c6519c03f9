import CsvIcon from "@mui/icons-material/DownloadOutlined";
import ImageIcon from "@mui/icons-material/ImageOutlined";
import ChartIcon from "@mui/icons-material/InsertChartOutlined";
import TableIcon from "@mui/icons-material/TableRowsOutlined";
import { Box, IconButton, Tooltip, Typography } from "@mui/material";
import type { EChartsCoreOption, EChartsType } from "echarts/core";
import { type ReactNode, useMemo, useRef, useState } from "react";
import { useFormat } from "../i18n/use-format.js";
import { useJoinedList } from "../i18n/use-joined-list.js";
import { useLanguage } from "../i18n/use-language.js";
import { useText } from "../i18n/use-text.js";
import { useRowSource } from "../rows/row-source.js";
import { ChartDataTable } from "./chart-data-table.js";
import { type ChartTheme, useChartTheme, withBaseOption } from "./chart-theme.js";
import { type ChartTable, toCsv } from "./csv.js";
import { downloadFile } from "./download.js";
import { type AxisRange, type ChartArea, EChartsCanvas } from "./echarts-canvas.js";
import { messages } from "./messages.js";

interface ChartProps {
  title: string;
  /** Description of the chart for screen readers: one sentence, or its marks, most of them with a value. */
  summary: string | readonly (string | readonly [name: string, value: string])[];
  /** Axes and series in the theme's colours. Wrap it in useCallback: the chart is redrawn when it changes. */
  option: (chartTheme: ChartTheme) => EChartsCoreOption;
  /** The same values as a table. */
  table: ChartTable;
  /** Rows of the dataset behind the data of a mark. A click shows the only one, or selects several. */
  sourcesOf?: (data: unknown) => readonly number[];
  /** Rows of the dataset in a rectangle on the axes, which can be drawn to select them. */
  sourcesIn?: (area: ChartArea) => readonly number[];
  /** Rows of the dataset in a range of an axis, named by its id, which can be dragged along it to narrow the selection. */
  sourcesOnAxis?: (axis: string, range: AxisRange) => readonly number[];
  height?: number;
  /** Small print, such as the number of points shown. */
  note?: ReactNode;
}

/** A chart with its title, its downloads and the table of its values. */
export function Chart({ title, summary, option, table, sourcesOf, sourcesIn, sourcesOnAxis, height = 280, note }: ChartProps) {
  const text = useText(messages);
  const language = useLanguage();
  const joined = useJoinedList();
  const { number } = useFormat();
  const chartTheme = useChartTheme();
  const [asTable, setAsTable] = useState(false);
  const chart = useRef<EChartsType>(null);
  const full = useMemo(() => withBaseOption(chartTheme, option(chartTheme), number), [option, chartTheme, number]);
  const source = useRowSource();
  const pick = (data: unknown) => {
    const rows = sourcesOf?.(data) ?? [];
    if (rows.length === 1) source?.open(rows[0] ?? 0);
    else if (rows.length > 1) source?.select(rows);
  };
  const selectArea = source && sourcesIn ? (area: ChartArea | null) => source.select(area ? sourcesIn(area) : []) : undefined;
  const selectOnAxis = (axis: string, range: AxisRange | null) => {
    const rows = range ? (sourcesOnAxis?.(axis, range) ?? []) : [];
    source?.select(source.selected.size > 0 ? rows.filter((row) => source.selected.has(row)) : rows);
  };
  const markText = (mark: string | readonly [name: string, value: string]) =>
    typeof mark === "string" ? mark : text("mark", { name: mark[0], value: mark[1] });
  const saveImage = () => void toPng(chart.current, chartTheme.background).then((blob) => blob && downloadFile(`${title}.png`, blob));
  const saveCsv = () => downloadFile(`${title}.csv`, new Blob([toCsv(table)], { type: "text/csv" }));
  return (
    <Box component="figure" aria-label={title} sx={{ m: 0, minWidth: 0 }}>
      <Box sx={{ display: "flex", alignItems: "center", gap: 0.5 }}>
        <Typography variant="h3" component="figcaption" sx={{ flexGrow: 1, minWidth: 0 }}>
          {title}
        </Typography>
        <ChartToolButton label={text(asTable ? "chart" : "table", { title })} onClick={() => setAsTable(!asTable)}>
          {asTable ? <ChartIcon fontSize="small" /> : <TableIcon fontSize="small" />}
        </ChartToolButton>
        {asTable ? null : (
          <ChartToolButton label={text("png", { title })} onClick={saveImage}>
            <ImageIcon fontSize="small" />
          </ChartToolButton>
        )}
        <ChartToolButton label={text("csv", { title })} onClick={saveCsv}>
          <CsvIcon fontSize="small" />
        </ChartToolButton>
      </Box>
      {asTable ? (
        <ChartDataTable title={title} table={table} height={height} />
      ) : (
        <EChartsCanvas
          key={language}
          option={full}
          height={height}
          summary={typeof summary === "string" ? summary : joined(summary.map(markText))}
          onMark={pick}
          onArea={selectArea}
          onAxis={selectOnAxis}
          chart={chart}
        />
      )}
      {note ? (
        <Typography variant="caption" color="text.secondary">
          {note}
        </Typography>
      ) : null}
    </Box>
  );
}

function ChartToolButton({ label, onClick, children }: { label: string; onClick: () => void; children: ReactNode }) {
  return (
    <Tooltip title={label}>
      <IconButton size="small" aria-label={label} onClick={onClick}>
        {children}
      </IconButton>
    </Tooltip>
  );
}

async function toPng(chart: EChartsType | null, backgroundColor: string): Promise<Blob | null> {
  const canvas = chart?.renderToCanvas({ pixelRatio: 2, backgroundColor });
  return canvas ? new Promise((resolve) => canvas.toBlob(resolve, "image/png")) : null;
}
