import type { Chart } from "@agatha/contracts";
import DeleteIcon from "@mui/icons-material/DeleteOutlined";
import DownIcon from "@mui/icons-material/KeyboardArrowDown";
import UpIcon from "@mui/icons-material/KeyboardArrowUp";
import { Box, IconButton, Paper, TextField, Tooltip } from "@mui/material";
import { type ReactNode, useState } from "react";
import { EmptyState } from "../../../feedback/empty-state.js";
import { useText } from "../../../i18n/use-text.js";
import { ForEditors } from "../../../restrictions/for-role.js";
import { chartChoice } from "../charts/chart-choice.js";
import type { ChartedRows } from "../charts/chart-rows.js";
import { SelectedChart } from "../charts/selected-chart.js";
import { messages } from "../messages.js";
import { missingColumns, unfitColumns } from "./arrange.js";

interface SavedChartCardProps {
  chart: Chart;
  rows: ChartedRows;
  /** Position on the dashboard, from 1. */
  number: number;
  onRename(title: string): void;
  /** Undefined at the end of the list. */
  onUp: (() => void) | undefined;
  onDown: (() => void) | undefined;
  onDelete(): void;
}

/** One chart of a dashboard, with its title and what arranges it. */
export function SavedChartCard({ chart, rows, number, onRename, onUp, onDown, onDelete }: SavedChartCardProps) {
  const text = useText(messages);
  /** Undefined until it is typed: the field then follows what others call the chart. */
  const [typed, setTyped] = useState<string>();
  const endTyping = () => {
    if (typed !== undefined && typed.trim() !== chart.title) onRename(typed.trim());
    setTyped(undefined);
  };
  const name = chart.title || text("dashboard.chart", { number });
  return (
    <Paper component="section" aria-label={name} sx={{ p: 2, minWidth: 0 }}>
      <Box sx={{ display: "flex", gap: 0.5, mb: 1 }}>
        <ForEditors>
          <TextField
            label={text("dashboard.title", { number })}
            value={typed ?? chart.title}
            onChange={(event) => setTyped(event.target.value)}
            onBlur={endTyping}
            slotProps={{ htmlInput: { maxLength: 200 } }}
            sx={{ flexGrow: 1 }}
          />
          <Tool label={text("dashboard.up", { name })} onClick={onUp}>
            <UpIcon fontSize="small" />
          </Tool>
          <Tool label={text("dashboard.down", { name })} onClick={onDown}>
            <DownIcon fontSize="small" />
          </Tool>
          <Tool label={text("dashboard.delete", { name })} onClick={onDelete}>
            <DeleteIcon fontSize="small" />
          </Tool>
        </ForEditors>
      </Box>
      <ChartOrReason chart={chart} rows={rows} />
    </Paper>
  );
}

/** The chart, or the columns that it lacks, or that have another type now. */
function ChartOrReason({ chart, rows }: { chart: Chart; rows: ChartedRows }) {
  const text = useText(messages);
  const missing = missingColumns(chart, new Set(rows.offered.map(({ name }) => name)));
  const { kind, x, y, by } = chart;
  const choice = chartChoice(
    new URLSearchParams(Object.entries({ chart: kind, x, y, by }).filter((e): e is [string, string] => !!e[1])),
    rows.offered,
  );
  const unfit = unfitColumns(chart, choice);
  if (missing.length > 0 || unfit.length > 0 || choice?.kind !== kind) {
    const columns = [...new Set([...missing, ...unfit])];
    return <EmptyState title={text("dashboard.impossible")} hint={text("dashboard.missing", { columns })} />;
  }
  return <SelectedChart choice={choice} {...rows} />;
}

function Tool({ label, onClick, children }: { label: string; onClick: (() => void) | undefined; children: ReactNode }) {
  return (
    <Tooltip title={label}>
      <span>
        <IconButton size="small" aria-label={label} disabled={onClick === undefined} onClick={onClick}>
          {children}
        </IconButton>
      </span>
    </Tooltip>
  );
}
