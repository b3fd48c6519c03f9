import type { ModelType } from "@agatha/contracts";
import { Box, MenuItem, Table, TableBody, TableCell, TableContainer, TableHead, TableRow, TextField, Typography } from "@mui/material";
import { useMemo, useState } from "react";
import { useFormat } from "../../../i18n/use-format.js";
import { useText } from "../../../i18n/use-text.js";
import { ListPagination } from "../../../lists/list-pagination.js";
import { messages as fittingMessages } from "../../../models/messages.js";
import { messages } from "../messages.js";
import { firstRowsOf, type ModelPredictions } from "./model-predictions.js";
import { predictionErrors, rowsByError } from "./prediction-analysis.js";
import { PredictionCell } from "./prediction-cell.js";

interface PredictionsTableProps {
  type: ModelType;
  answered: readonly ModelPredictions[];
}

/** The order of the test rows themselves. */
const INPUT_ORDER = "";
const PAGE_SIZES = [25, 50, 100];

/** Predictions of all models for each test row, page by page. */
export function PredictionsTable({ type, answered }: PredictionsTableProps) {
  const text = useText(messages);
  const fitting = useText(fittingMessages);
  const format = useFormat();
  const [by, setBy] = useState(INPUT_ORDER);
  const [page, setPage] = useState(0);
  const [size, setSize] = useState(PAGE_SIZES[0] ?? 25);
  const order = useRowOrder(type, answered.find(({ id }) => id === by) ?? null, answered[0]);
  const last = Math.max(0, Math.ceil(order.length / size) - 1);
  const here = Math.min(page, last);
  const hasActual = answered[0]?.actual !== undefined;
  return (
    <Box sx={{ display: "grid", gap: 1, gridTemplateColumns: "minmax(0, 1fr)" }}>
      <Box sx={{ display: "flex", flexWrap: "wrap", alignItems: "center", gap: 2 }}>
        <Typography variant="h3" component="h2" sx={{ flexGrow: 1 }}>
          {text("each.title")}
        </Typography>
        {type === "CLUSTERING" ? null : (
          <TextField
            select
            id="rows-order"
            label={text("each.order")}
            value={answered.some(({ id }) => id === by) ? by : INPUT_ORDER}
            onChange={(event) => {
              setBy(event.target.value);
              setPage(0);
            }}
            slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
            sx={{ minWidth: 220, maxWidth: "100%" }}
          >
            <MenuItem value={INPUT_ORDER}>{text("each.asGiven")}</MenuItem>
            {answered.map(({ id, name }) => (
              <MenuItem key={id} value={id}>
                {text(type === "OCC" ? "each.oddest" : "each.worst", { name })}
              </MenuItem>
            ))}
          </TextField>
        )}
      </Box>
      <TableContainer tabIndex={0} role="region" aria-label={text("each.title")} sx={{ maxHeight: 520 }}>
        <Table size="small" stickyHeader>
          <TableHead>
            <TableRow>
              <TableCell align="right">{fitting("regression.row")}</TableCell>
              {hasActual ? (
                <TableCell align={type === "REGRESSION" ? "right" : "left"}>
                  {type === "OCC" ? text("each.marked") : fitting("regression.actual")}
                </TableCell>
              ) : null}
              {answered.map(({ id, name }) => (
                <TableCell key={id} align="right" sx={{ whiteSpace: "normal", minWidth: 120 }}>
                  {name}
                </TableCell>
              ))}
            </TableRow>
          </TableHead>
          <TableBody>
            {order.slice(here * size, (here + 1) * size).map((row) => (
              <TableRow key={row}>
                <TableCell align="right">{format.number(row + 1)}</TableCell>
                {hasActual ? <ActualCell value={answered[0]?.actual?.[row] ?? null} unlabeled={answered[0]?.unlabeled} /> : null}
                {answered.map((predictions) => (
                  <PredictionCell key={predictions.id} type={type} row={row} predictions={predictions} />
                ))}
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </TableContainer>
      <ListPagination
        page={here + 1}
        perPage={size}
        total={order.length}
        pageSizes={PAGE_SIZES}
        onPage={(page) => setPage(page - 1)}
        onPerPage={setSize}
      />
      <TruncationNote answered={answered} />
    </Box>
  );
}

/** Says that only the first of very many rows are shown and that the file holds all of them. */
function TruncationNote({ answered }: Pick<PredictionsTableProps, "answered">) {
  const text = useText(messages);
  const format = useFormat();
  const first = firstRowsOf(answered);
  if (!first) return null;
  return (
    <Typography variant="caption" color="text.secondary">
      {text("each.first", { count: first.rows, rows: format.number(first.rows) })}
    </Typography>
  );
}

function useRowOrder(type: ModelType, by: ModelPredictions | null, first: ModelPredictions | undefined): readonly number[] {
  const count = first?.prediction.value.length ?? 0;
  return useMemo(
    () => (by === null ? [...Array(count).keys()] : rowsByError(predictionErrors(type, by.actual, by.prediction))),
    [type, by, count],
  );
}

function ActualCell({ value, unlabeled }: { value: number | string | null; unlabeled: ModelPredictions["unlabeled"] }) {
  const text = useText(messages);
  const format = useFormat();
  const missing = value === "" && unlabeled ? text("each.normal") : "–";
  return (
    <TableCell align={typeof value === "number" ? "right" : "left"}>
      {typeof value === "number" ? format.number(value) : value === null || value === "" ? missing : value}
    </TableCell>
  );
}
