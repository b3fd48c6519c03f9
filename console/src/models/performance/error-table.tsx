import type { ModelInfo } from "@agatha/contracts";
import { Table, TableBody, TableCell, TableContainer, TableHead, TableRow, Typography } from "@mui/material";
import { useFormat } from "../../i18n/use-format.js";
import { useText } from "../../i18n/use-text.js";
import { RowButton } from "../../rows/row-button.js";
import { messages } from "../messages.js";

type Errors = NonNullable<ModelInfo["regression"]>["largest_errors"];

interface ErrorTableProps {
  title: string;
  errors: Errors;
  /** Title of the last column. */
  errorName: string;
}

/** Held-out rows with their error and their row number in the dataset. */
export function ErrorTable({ title, errors, errorName }: ErrorTableProps) {
  const text = useText(messages);
  const format = useFormat();
  const shown = (value: number | string) => (typeof value === "number" ? format.number(value) : value);
  const align = (value: number | string) => (typeof value === "number" ? "right" : "left");
  return (
    <>
      <Typography variant="h3" component="h2" sx={{ mb: 1 }}>
        {title}
      </Typography>
      <TableContainer sx={{ maxHeight: 300 }} tabIndex={0} role="region" aria-label={title}>
        <Table size="small" stickyHeader sx={{ "& .MuiTableCell-root": { px: { xs: 0.75, sm: 2 } } }}>
          <TableHead>
            <TableRow>
              <TableCell align="right">{text("regression.row")}</TableCell>
              <TableCell align={align(errors[0]?.actual ?? 0)}>{text("regression.actual")}</TableCell>
              <TableCell align={align(errors[0]?.predicted ?? 0)}>{text("regression.predicted")}</TableCell>
              <TableCell align="right" sx={{ whiteSpace: "normal", minWidth: errorName.length > 12 ? 112 : undefined }}>
                {errorName}
              </TableCell>
            </TableRow>
          </TableHead>
          <TableBody>
            {errors.map(({ row, actual, predicted, error }) => (
              <TableRow key={row}>
                <TableCell align="right">
                  <RowButton row={row} />
                </TableCell>
                <TableCell align={align(actual)}>{shown(actual)}</TableCell>
                <TableCell align={align(predicted)}>{shown(predicted)}</TableCell>
                <TableCell align="right">{format.number(error)}</TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </TableContainer>
    </>
  );
}
