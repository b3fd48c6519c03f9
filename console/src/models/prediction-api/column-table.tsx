import type { ModelApiAnswer } from "@agatha/contracts/wire";
import { Table, TableBody, TableCell, TableContainer, TableHead, TableRow, Typography } from "@mui/material";
import { useText } from "../../i18n/use-text.js";
import { messages } from "../messages.js";

type Column = Pick<ModelApiAnswer["columns"][number], "name" | "type"> & Partial<ModelApiAnswer["columns"][number]>;

/** Columns of a request to an API, or of its response. */
export function ColumnTable({ title, columns }: { title: string; columns: readonly Column[] }) {
  const text = useText(messages);
  const withExamples = columns.some(({ example }) => example !== undefined);
  return (
    <>
      <Typography variant="h3" component="h2" sx={{ mb: 1 }}>
        {title}
      </Typography>
      <TableContainer sx={{ maxHeight: 320 }} tabIndex={0} role="region" aria-label={title}>
        <Table size="small" stickyHeader>
          <TableHead>
            <TableRow>
              <TableCell>{text("api.column")}</TableCell>
              <TableCell>{text("api.columnType")}</TableCell>
              {withExamples ? <TableCell>{text("api.example")}</TableCell> : null}
            </TableRow>
          </TableHead>
          <TableBody>
            {columns.map(({ name, type, example }) => (
              <TableRow key={name}>
                <TableCell component="th" scope="row">
                  {name}
                </TableCell>
                <TableCell>{text(`api.types.${type}`)}</TableCell>
                {withExamples ? <TableCell>{String(example ?? "")}</TableCell> : null}
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </TableContainer>
    </>
  );
}
