import type { DatasetAnswer } from "@agatha/contracts/wire";
import { Box, Typography } from "@mui/material";
import { useFormat } from "../../i18n/use-format.js";
import { useText } from "../../i18n/use-text.js";
import { messages } from "./messages.js";
import type { EditHistoryResult } from "./use-edit-history-result.js";

/** Numbers of rows and columns before and after the steps. */
export function RowCounts({ dataset, result, edited }: { dataset: DatasetAnswer; result: EditHistoryResult; edited: boolean }) {
  const text = useText(messages);
  const format = useFormat();
  const before = dataset.nrow ?? 0;
  const columns = dataset.columns.filter(({ hidden }) => !hidden).length;
  const description =
    result.loading || result.nrow === null
      ? text("counts.working")
      : edited
        ? text("counts.left", { before: format.number(before), after: format.number(result.nrow) })
        : text("counts.all", { count: before, rows: format.number(before) });
  return (
    <Box role="status" sx={{ display: "flex", flexWrap: "wrap", columnGap: 2 }}>
      {result.error && !result.loading ? null : <Typography variant="body2">{description}</Typography>}
      {edited && !result.loading && result.error === null && result.visibleColumns.length !== columns ? (
        <Typography variant="body2" color="text.secondary">
          {text("counts.columns", { before: columns, after: result.visibleColumns.length })}
        </Typography>
      ) : null}
    </Box>
  );
}
