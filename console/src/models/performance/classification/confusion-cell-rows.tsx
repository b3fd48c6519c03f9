import type { HeldOutPredictions } from "@agatha/contracts";
import type { ModelAnswer } from "@agatha/contracts/wire";
import { Box, Typography } from "@mui/material";
import { QUERY_KEYS } from "../../../api/query-keys.js";
import { useApi } from "../../../api/services.js";
import { useApiQuery } from "../../../api/use-api-query.js";
import { Failure } from "../../../feedback/failure.js";
import { Loading } from "../../../feedback/loading.js";
import { useFormat } from "../../../i18n/use-format.js";
import { useText } from "../../../i18n/use-text.js";
import { RowButton } from "../../../rows/row-button.js";
import { messages } from "../../messages.js";
import { type ConfusionCell, rowsOfCell } from "./confusion-cell.js";

/** Rows that are listed. */
const MAX_ROWS = 100;

/** The held-out rows of one cell of the confusion matrix. */
export function ConfusionCellRows({ model, cell }: { model: ModelAnswer; cell: ConfusionCell }) {
  const text = useText(messages);
  const format = useFormat();
  const api = useApi();
  const answer = useApiQuery<HeldOutPredictions>([...QUERY_KEYS.model(model.id), "held-out predictions"], (signal) =>
    api.heldOutPredictions(model.dataset_id, model.id, signal),
  );
  if (answer.error) return <Failure error={answer.error} onRetry={() => void answer.refetch()} />;
  if (!answer.data) return <Loading rows={2} />;
  const rows = rowsOfCell(answer.data, cell);
  const title = text("classification.cellRows", { ...cell });
  return (
    <Box component="section" aria-label={title} sx={{ mt: 1 }}>
      <Typography variant="body2" role="status">
        {title}
      </Typography>
      {rows.slice(0, MAX_ROWS).map((row) => (
        <RowButton key={row} row={row} />
      ))}
      {rows.length > MAX_ROWS ? (
        <Typography variant="caption">{text("classification.moreRows", { rows: format.number(rows.length - MAX_ROWS) })}</Typography>
      ) : null}
    </Box>
  );
}
