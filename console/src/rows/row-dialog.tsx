import type { RowsAnswer } from "@agatha/contracts/wire";
import {
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableRow,
  Typography,
} from "@mui/material";
import { Link } from "react-router-dom";
import { QUERY_KEYS } from "../api/query-keys.js";
import { useApi } from "../api/services.js";
import { POLL_INTERVALS } from "../api/timings.js";
import { useApiQuery } from "../api/use-api-query.js";
import { Failure } from "../feedback/failure.js";
import { Loading } from "../feedback/loading.js";
import { formatTime, isUtcTime, SIGNIFICANT_DIGITS } from "../i18n/format.js";
import { useFormat } from "../i18n/use-format.js";
import { useText } from "../i18n/use-text.js";
import { datasetPath, editHistoryPath } from "../routing/paths.js";
import { messages } from "./messages.js";

interface RowDialogProps {
  datasetId: string;
  edited: boolean;
  row: number;
  onClose(): void;
}

/** The values of one row, with a link to it in the grid. */
export default function RowDialog({ datasetId, edited, row, onClose }: RowDialogProps) {
  const text = useText(messages);
  const format = useFormat();
  const api = useApi();
  const answer = useApiQuery(
    [...QUERY_KEYS.rows(datasetId), edited, "row", row],
    (signal) => api.rows(datasetId, { start: row, limit: 1, use_ext_data: edited }, signal),
    { refetchInterval: (rows) => (rows === null ? POLL_INTERVALS.rows : false) },
  );
  const address = edited ? editHistoryPath(datasetId, undefined, row) : datasetPath(datasetId, undefined, row);
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="sm" aria-labelledby="row-dialog-title">
      <DialogTitle id="row-dialog-title">{text("row", { row: format.number(row + 1) })}</DialogTitle>
      <DialogContent tabIndex={0}>
        {answer.error ? <Failure error={answer.error} title={text("failed")} onRetry={() => void answer.refetch()} /> : null}
        {answer.data ? <RowValues answer={answer.data} /> : answer.error ? null : <Loading rows={6} />}
      </DialogContent>
      <DialogActions>
        <Button component={Link} to={address} onClick={onClose}>
          {text("open")}
        </Button>
        <Button onClick={onClose}>{text("close")}</Button>
      </DialogActions>
    </Dialog>
  );
}

function RowValues({ answer: { columns, data } }: { answer: RowsAnswer }) {
  const text = useText(messages);
  const format = useFormat();
  const [cells] = data;
  if (!cells) return <Typography>{text("gone")}</Typography>;
  const shown = (cell: (typeof cells)[number] | undefined): string => {
    if (cell === null || cell === undefined) return text("missing");
    if (typeof cell === "number") return format.number(cell, SIGNIFICANT_DIGITS);
    return typeof cell === "string" && isUtcTime(cell) ? formatTime(cell) : String(cell);
  };
  return (
    <Table size="small">
      <TableHead>
        <TableRow>
          <TableCell>{text("column")}</TableCell>
          <TableCell align="right">{text("value")}</TableCell>
        </TableRow>
      </TableHead>
      <TableBody>
        {columns.map((name, i) => (
          <TableRow key={name}>
            <TableCell component="th" scope="row">
              {name}
            </TableCell>
            <TableCell align="right">{shown(cells[i])}</TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}
