import { Button, Table, TableBody, TableCell, TableContainer, TableHead, TableRow } from "@mui/material";
import { useState } from "react";
import { useFormat } from "../i18n/use-format.js";
import { useText } from "../i18n/use-text.js";
import { RowsButton } from "../rows/row-button.js";
import { useRowSource } from "../rows/row-source.js";
import type { ChartTable } from "./csv.js";
import { messages } from "./messages.js";

const PAGE_SIZE = 200;

/** Table of a chart's values. Long tables are shown in steps. */
export function ChartDataTable({ title, table, height }: { title: string; table: ChartTable; height: number | "auto" }) {
  const format = useFormat();
  const [shown, setShown] = useState(PAGE_SIZE);
  const text = useText(messages);
  const sources = useRowSource() === null ? undefined : table.sources;
  const left = table.rows.length - shown;
  const aligns = table.columns.map((_, column) => (table.rows.some((cells) => typeof cells[column] === "number") ? "right" : "left"));
  return (
    <TableContainer sx={{ height }} tabIndex={0} aria-label={title} role="region">
      <Table size="small" stickyHeader>
        <TableHead>
          <TableRow>
            {table.columns.map((name, column) => (
              <TableCell key={name} align={aligns[column]}>
                {name}
              </TableCell>
            ))}
            {sources ? <TableCell>{text("rows")}</TableCell> : null}
          </TableRow>
        </TableHead>
        <TableBody>
          {table.rows.slice(0, shown).map((cells, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a row is identified by its position
            <TableRow key={row}>
              {cells.map((cell, column) => (
                <TableCell key={table.columns[column]} align={aligns[column]}>
                  {typeof cell === "number" ? format.number(cell) : cell}
                </TableCell>
              ))}
              {sources ? (
                <TableCell>
                  <RowsButton rows={sources[row] ?? []} />
                </TableCell>
              ) : null}
            </TableRow>
          ))}
        </TableBody>
      </Table>
      {left > 0 ? (
        <Button fullWidth onClick={() => setShown(shown + PAGE_SIZE)}>
          {`+ ${format.number(Math.min(PAGE_SIZE, left))}`}
        </Button>
      ) : null}
    </TableContainer>
  );
}
