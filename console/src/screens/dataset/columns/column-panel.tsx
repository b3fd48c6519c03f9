import type { TableColumn } from "@agatha/contracts";
import OpenIcon from "@mui/icons-material/ExpandMore";
import { Box, Button, Checkbox, Collapse, IconButton, TextField, Typography } from "@mui/material";
import { useEffect, useRef, useState } from "react";
import { useText } from "../../../i18n/use-text.js";
import { ForEditors } from "../../../restrictions/for-role.js";
import { useDatasetUpdate } from "../dataset-update.js";
import { messages } from "../messages.js";
import { ColumnDetail } from "./column-detail.js";
import { ColumnTypeIcon } from "./column-type-icon.js";
import type { OrderedColumns } from "./use-column-order.js";

interface ColumnPanelProps {
  columns: OrderedColumns;
  /** Uid of the column whose details are shown. */
  open: string | null;
  onOpen: (uid: string | null) => void;
}

/** List of all columns: search, hide, inspect, edit, move. */
export function ColumnPanel({ columns, open, onOpen }: ColumnPanelProps) {
  const text = useText(messages);
  const [typed, setTyped] = useState("");
  const wanted = typed.trim().toLowerCase();
  const found = columns.all.filter(({ name, label }) => `${name} ${label}`.toLowerCase().includes(wanted));
  return (
    <Box sx={{ p: 2, display: "grid", gap: 1 }}>
      <Box sx={{ display: "flex", gap: 1, alignItems: "center" }}>
        <TextField
          id="column-search"
          type="search"
          label={text("columns.search")}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          fullWidth
        />
        {columns.isReordered ? (
          <Button size="small" sx={{ flexShrink: 0 }} onClick={columns.reset}>
            {text("columns.resetOrder")}
          </Button>
        ) : null}
      </Box>
      {found.length === 0 ? <Typography color="text.secondary">{text("columns.none")}</Typography> : null}
      <Box component="ul" sx={{ listStyle: "none", m: 0, p: 0 }}>
        {found.map((column) => (
          <ColumnItem
            key={column.uid}
            columns={columns}
            column={column}
            open={open === column.uid}
            onToggle={() => onOpen(open === column.uid ? null : column.uid)}
          />
        ))}
      </Box>
    </Box>
  );
}

interface ColumnItemProps {
  columns: OrderedColumns;
  column: TableColumn;
  open: boolean;
  onToggle: () => void;
}

function ColumnItem({ columns, column, open, onToggle }: ColumnItemProps) {
  const text = useText(messages);
  const { update } = useDatasetUpdate();
  const line = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (open) line.current?.scrollIntoView({ block: "nearest" });
  }, [open]);
  const { name, label, type, hidden } = column;
  const toggleHidden = () =>
    void update({ columns: [{ name, hidden: !hidden }] }, text(hidden ? "columns.showDone" : "columns.hideDone", { name }));
  return (
    <Box component="li" ref={line} sx={{ borderBottom: 1, borderColor: "divider" }}>
      <Box sx={{ display: "flex", alignItems: "center", gap: 0.5 }}>
        <ForEditors>
          <Checkbox
            size="small"
            edge="start"
            checked={!hidden}
            onChange={toggleHidden}
            slotProps={{ input: { "aria-label": text("columns.show", { name }) } }}
          />
        </ForEditors>
        <Box sx={{ color: "text.secondary", display: "flex" }} title={text(`types.${type}`)}>
          <ColumnTypeIcon type={type} />
        </Box>
        <Typography sx={{ flexGrow: 1, minWidth: 0, color: hidden ? "text.secondary" : "text.primary" }}>{label}</Typography>
        <IconButton size="small" aria-label={text("columns.details", { name })} aria-expanded={open} onClick={onToggle}>
          <OpenIcon fontSize="small" sx={{ transform: open ? "rotate(180deg)" : "none" }} />
        </IconButton>
      </Box>
      <Collapse in={open} unmountOnExit>
        <ColumnDetail columns={columns} column={column} />
      </Collapse>
    </Box>
  );
}
