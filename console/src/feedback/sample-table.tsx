import type { TableColumn } from "@agatha/contracts";
import { Table, TableBody, TableCell, TableContainer, TableHead, TableRow, Typography } from "@mui/material";
import { useId } from "react";
import { formatTime } from "../i18n/format.js";

interface SampleTableProps {
  caption: string;
  columns: readonly { name: string; type: TableColumn["type"]; note?: string }[];
  rows: readonly (readonly unknown[])[];
}

/** The first rows of a table, for a look at what a choice does. */
export function SampleTable({ caption, columns, rows }: SampleTableProps) {
  const id = useId();
  return (
    <>
      <Typography variant="subtitle2" component="h3" id={id}>
        {caption}
      </Typography>
      <TableContainer tabIndex={0} role="region" aria-labelledby={id} sx={{ maxHeight: 320 }}>
        <Table size="small" stickyHeader>
          <TableHead>
            <TableRow>
              {columns.map(({ name, type, note }) => (
                <TableCell key={name} align={type === "n" ? "right" : "left"} sx={{ whiteSpace: "nowrap" }}>
                  {name}
                  {note ? (
                    <Typography variant="caption" component="div" color="text.secondary">
                      {note}
                    </Typography>
                  ) : null}
                </TableCell>
              ))}
            </TableRow>
          </TableHead>
          <TableBody>
            {rows.map((row, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the rows have no other name than their place
              <TableRow key={index}>
                {columns.map(({ name, type }, column) => (
                  <TableCell
                    key={name}
                    align={type === "n" ? "right" : "left"}
                    sx={{ whiteSpace: "nowrap", maxWidth: 240, overflow: "hidden", textOverflow: "ellipsis" }}
                  >
                    {cellText(row[column], type)}
                  </TableCell>
                ))}
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </TableContainer>
    </>
  );
}

/** Times are shown as in the grid; other values as they were read. */
function cellText(cell: unknown, type: TableColumn["type"]): string {
  return type === "d" && typeof cell === "string" ? formatTime(cell) : String(cell ?? "");
}
