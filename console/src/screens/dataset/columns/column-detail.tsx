import type { ColumnType, TableColumn } from "@agatha/contracts";
import SaveIcon from "@mui/icons-material/Check";
import LeftIcon from "@mui/icons-material/ChevronLeftOutlined";
import RightIcon from "@mui/icons-material/ChevronRightOutlined";
import FrontIcon from "@mui/icons-material/FirstPageOutlined";
import { Box, IconButton, InputAdornment, MenuItem, TextField, Tooltip } from "@mui/material";
import { type FormEvent, type ReactNode, useRef, useState } from "react";
import { useText } from "../../../i18n/use-text.js";
import { ForEditors, useReadOnlyReason } from "../../../restrictions/for-role.js";
import { useDatasetUpdate } from "../dataset-update.js";
import { messages } from "../messages.js";
import { ColumnStatistics } from "./column-statistics.js";
import type { OrderedColumns } from "./use-column-order.js";

const TYPES = ["n", "s", "d"] as const satisfies readonly ColumnType[];

interface ColumnDetailProps {
  columns: OrderedColumns;
  column: TableColumn;
}

/** Details of one column: statistics, type, label and position. */
export function ColumnDetail({ columns, column }: ColumnDetailProps) {
  const { dataset } = useDatasetUpdate();
  return (
    <Box sx={{ display: "grid", gap: 2, pt: 1, pb: 2, pl: 1 }}>
      <ColumnStatistics column={column} nrow={dataset.nrow ?? 0} />
      <TypeField column={column} />
      <ForEditors>
        <LabelField key={column.uid} column={column} />
      </ForEditors>
      <MoveButtons columns={columns} column={column} />
    </Box>
  );
}

interface ColumnFieldProps {
  column: TableColumn;
}

function TypeField({ column: { name, uid, type, originalType } }: ColumnFieldProps) {
  const text = useText(messages);
  const { update } = useDatasetUpdate();
  const readOnly = useReadOnlyReason();
  const choose = (chosen: ColumnType) =>
    void update({ columns: [{ name, type: chosen }] }, text("columns.typeDone", { name, type: text(`types.${chosen}`) }));
  return (
    <TextField
      select
      id={`type-${uid}`}
      label={text("columns.type")}
      value={type}
      disabled={readOnly !== null}
      title={readOnly ?? undefined}
      onChange={(event) => choose(event.target.value as ColumnType)}
      helperText={type === originalType ? null : text("columns.typeFound", { type: text(`types.${originalType}`) })}
    >
      {TYPES.map((type) => (
        <MenuItem key={type} value={type}>
          {text(`types.${type}`)}
        </MenuItem>
      ))}
    </TextField>
  );
}

function LabelField({ column: { name, uid, label } }: ColumnFieldProps) {
  const text = useText(messages);
  const { update } = useDatasetUpdate();
  const field = useRef<HTMLInputElement>(null);
  // What was typed is a change of the label that was there. It ends with that label.
  const [change, setChange] = useState({ of: label, typed: label });
  const typed = change.of === label ? change.typed : label;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // The button that saves leaves the page.
    field.current?.focus();
    // An empty text means the column's own name.
    const wanted = typed.trim() === "" ? name : typed.trim();
    if (wanted !== label) void update({ columns: [{ name, label: wanted }] }, text("columns.labelDone", { name }));
  };
  const save = (
    <InputAdornment position="end">
      <IconButton type="submit" edge="end" aria-label={text("columns.saveLabel")}>
        <SaveIcon fontSize="small" />
      </IconButton>
    </InputAdornment>
  );
  return (
    <form onSubmit={submit}>
      <TextField
        fullWidth
        id={`label-${uid}`}
        label={text("columns.label")}
        value={typed}
        onChange={(event) => setChange({ of: label, typed: event.target.value })}
        inputRef={field}
        helperText={text("columns.labelHint", { name })}
        slotProps={{ input: { endAdornment: typed === label ? null : save } }}
      />
    </form>
  );
}

function MoveButtons({ columns, column: { uid, name } }: { columns: OrderedColumns; column: TableColumn }) {
  const text = useText(messages);
  const place = columns.all.findIndex((column) => column.uid === uid);
  // Moves left and right follow the visible order and skip columns that are left out.
  const seen = columns.visible.findIndex((column) => column.uid === uid);
  const placeOf = (neighbour: TableColumn | undefined) => (neighbour ? columns.all.indexOf(neighbour) : place);
  return (
    <Box>
      <MoveButton label={text("columns.toFront", { name })} onClick={() => columns.move(uid, 0)}>
        <FrontIcon />
      </MoveButton>
      <MoveButton label={text("columns.left", { name })} onClick={() => columns.move(uid, placeOf(columns.visible[seen - 1]))}>
        <LeftIcon />
      </MoveButton>
      <MoveButton label={text("columns.right", { name })} onClick={() => columns.move(uid, placeOf(columns.visible[seen + 1]))}>
        <RightIcon />
      </MoveButton>
    </Box>
  );
}

function MoveButton({ label, onClick, children }: { label: string; onClick: () => void; children: ReactNode }) {
  return (
    <Tooltip title={label}>
      <IconButton aria-label={label} onClick={onClick}>
        {children}
      </IconButton>
    </Tooltip>
  );
}
