import { Box, Typography } from "@mui/material";
import { Fragment } from "react";
import { type Format, useFormat } from "../../../i18n/use-format.js";
import { useText } from "../../../i18n/use-text.js";
import { messages } from "../messages.js";
import { formatCell } from "./format-cell.js";
import type { GridColumn } from "./grid-column.js";
import type { Cells } from "./use-rows.js";

/** Rows and cells that are printed at most: some fifty pages. */
const MAX_ROWS = 500;
const MAX_CELLS = 20_000;
/** Columns beside each other on a page. Further ones follow in tables of their own. */
const COLUMNS_OF_PAGE = 8;

interface PrintedRowsProps {
  /** Rows of the whole table. */
  nrow: number;
  /** The first rows. */
  rows: readonly Cells[];
  /** Columns to print. */
  columns: readonly GridColumn[];
}

/** The first rows as tables for paper, with a sentence on what is left out. Not visible on the screen. */
export function PrintedRows({ nrow, rows, columns }: PrintedRowsProps) {
  const text = useText(messages);
  const format = useFormat();
  const printed = rows.slice(0, Math.min(MAX_ROWS, Math.ceil(MAX_CELLS / columns.length)));
  const pages = Array.from({ length: Math.ceil(columns.length / COLUMNS_OF_PAGE) }, (_, page) =>
    columns.slice(page * COLUMNS_OF_PAGE, (page + 1) * COLUMNS_OF_PAGE),
  );
  return (
    <Box sx={printedRowsStyle}>
      {printed.length < nrow ? (
        <Typography variant="body2" sx={{ p: 1 }}>
          {text("grid.printed", { shown: format.number(printed.length), total: format.number(nrow) })}
        </Typography>
      ) : null}
      {pages.map((shown) => (
        <PrintedTable key={shown[0]?.uid} rows={printed} columns={shown} rowLabel={text("grid.row")} format={format} />
      ))}
    </Box>
  );
}

interface PrintedTableProps extends Pick<PrintedRowsProps, "rows" | "columns"> {
  rowLabel: string;
  format: Format;
}

function PrintedTable({ rows, columns, rowLabel, format }: PrintedTableProps) {
  return (
    <Box component="table" sx={haveRoom(columns) ? WHOLE_WORDS : undefined}>
      <thead>
        <tr>
          <th className="n">{rowLabel}</th>
          {columns.map(({ uid, label, type }) => (
            <th key={uid} className={type}>
              <BreakableName name={label} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((cells, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows are numbered
          <tr key={index}>
            <th className="n">{index + 1}</th>
            {columns.map((column) => (
              <td key={column.uid} className={column.type}>
                {formatCell(cells[column.colIndex], column, format) ?? "–"}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </Box>
  );
}

/** Letters of the longest words of a table's columns that stand beside each other on a page. */
const MAX_LETTERS = 84;
/** A column's name breaks after these. */
const PIECES = /[^\s_.,;:/()-]*[\s_.,;:/()-]?/g;
const piecesOf = (name: string): string[] => name.match(PIECES) ?? [];

/** Returns true if the names fit a page with whole words. */
function haveRoom(columns: readonly GridColumn[]): boolean {
  return columns.reduce((sum, { label }) => sum + Math.max(0, ...piecesOf(label).map(({ length }) => length)), 0) <= MAX_LETTERS;
}

function BreakableName({ name }: { name: string }) {
  return piecesOf(name).map((piece, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a name have no other identity
    <Fragment key={place}>
      {piece}
      <wbr />
    </Fragment>
  ));
}

const WHOLE_WORDS = { "& thead th": { overflowWrap: "break-word" } };

const printedRowsStyle = {
  display: "none",
  displayPrint: "block",
  "& table": { width: "100%", borderCollapse: "collapse", fontSize: "0.625rem", mt: 2 },
  "& th, & td": { border: 1, borderColor: "divider", px: 0.5, textAlign: "left", verticalAlign: "top", overflowWrap: "anywhere" },
  "& .n, & .d": { textAlign: "right" },
} as const;
