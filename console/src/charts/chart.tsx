import CsvIcon from "@mui/icons-material/DownloadOutlined";
import ImageIcon from "@mui/icons-material/ImageOutlined";
import ChartIcon from "@mui/icons-material/InsertChartOutlined";
import TableIcon from "@mui/icons-material/TableRowsOutlined";
import { Box, IconButton, Tooltip, Typography } from "@mui/material";
import type { EChartsCoreOption, EChartsType } from "echarts/core";
import { type ReactNode, useMemo, useRef, useState } from "react";
import { useText } from "../i18n/use-text.js";
import { Canvas } from "./canvas.js";
import { type ChartTable, csvOf } from "./csv.js";
import { download } from "./download.js";
import { type ChartLook, sharedOption, useChartLook } from "./look.js";
import { messages } from "./messages.js";
import { TableTwin } from "./table-twin.js";

interface ChartProps {
  title: string;
  /** What it tells, in a sentence, for who cannot see it. */
  summary: string;
  /** Axes and series, in the colours given; keep it stable with useCallback, as the chart is drawn anew when it changes. */
  option: (look: ChartLook) => EChartsCoreOption;
  /** The same figures as a table. */
  table: ChartTable;
  height?: number;
  /** Small print, such as how many of the points are shown. */
  note?: ReactNode;
}

/** A chart with its title, its downloads, and a table as its twin. */
export function Chart({ title, summary, option, table, height = 280, note }: ChartProps) {
  const text = useText(messages);
  const look = useChartLook();
  const [asTable, setAsTable] = useState(false);
  const chart = useRef<EChartsType>(null);
  const full = useMemo(() => ({ ...sharedOption(look), ...option(look) }), [option, look]);
  const saveImage = () => void pictureOf(chart.current, look.background).then((blob) => blob && download(`${title}.png`, blob));
  const saveCsv = () => download(`${title}.csv`, new Blob([csvOf(table)], { type: "text/csv" }));
  return (
    <Box component="figure" aria-label={title} sx={{ m: 0, minWidth: 0 }}>
      <Box sx={{ display: "flex", alignItems: "center", gap: 0.5 }}>
        <Typography variant="h3" component="figcaption" sx={{ flexGrow: 1, minWidth: 0 }}>
          {title}
        </Typography>
        <Tool label={text(asTable ? "chart" : "table", { title })} onClick={() => setAsTable(!asTable)}>
          {asTable ? <ChartIcon fontSize="small" /> : <TableIcon fontSize="small" />}
        </Tool>
        {asTable ? null : (
          <Tool label={text("png", { title })} onClick={saveImage}>
            <ImageIcon fontSize="small" />
          </Tool>
        )}
        <Tool label={text("csv", { title })} onClick={saveCsv}>
          <CsvIcon fontSize="small" />
        </Tool>
      </Box>
      {asTable ? (
        <TableTwin title={title} table={table} height={height} />
      ) : (
        <Canvas option={full} height={height} summary={summary} chart={chart} />
      )}
      {note ? (
        <Typography variant="caption" color="text.secondary">
          {note}
        </Typography>
      ) : null}
    </Box>
  );
}

function Tool({ label, onClick, children }: { label: string; onClick: () => void; children: ReactNode }) {
  return (
    <Tooltip title={label}>
      <IconButton size="small" aria-label={label} onClick={onClick}>
        {children}
      </IconButton>
    </Tooltip>
  );
}

async function pictureOf(chart: EChartsType | null, backgroundColor: string): Promise<Blob | null> {
  const canvas = chart?.renderToCanvas({ pixelRatio: 2, backgroundColor });
  return canvas ? new Promise((resolve) => canvas.toBlob(resolve, "image/png")) : null;
}
