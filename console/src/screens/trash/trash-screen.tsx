import type { TrashItem } from "@agatha/contracts/wire";
import { Box, Paper, Typography } from "@mui/material";
import { useCallback, useRef } from "react";
import { QUERY_KEYS } from "../../api/query-keys.js";
import { useApi } from "../../api/services.js";
import { useApiQuery } from "../../api/use-api-query.js";
import { EmptyState } from "../../feedback/empty-state.js";
import { Failure } from "../../feedback/failure.js";
import { Loading } from "../../feedback/loading.js";
import { useJoinedList } from "../../i18n/use-joined-list.js";
import { useText } from "../../i18n/use-text.js";
import { useFocusAfterRemoval } from "../../lists/use-focus-after-removal.js";
import { useStepDescription } from "../edit-history/steps/use-step-text.js";
import { EmptyTrashButton } from "./empty-trash-button.js";
import { messages } from "./messages.js";
import { TrashTable } from "./trash-table.js";

/** Lists what was deleted in the last day, with buttons that restore it or delete it for good. */
export default function TrashScreen() {
  const text = useText(messages);
  const api = useApi();
  const joined = useJoinedList();
  const describeStep = useStepDescription();
  const withTitles = useCallback(
    (items: TrashItem[]) =>
      items.map((item) => {
        const { title, models, spec, labels = {} } = item;
        const step = spec && describeStep(spec, (column) => labels[column] ?? column);
        return { ...item, title: models ? joined(models) : (step ?? title) };
      }),
    [joined, describeStep],
  );
  const trash = useApiQuery(QUERY_KEYS.trash, (signal) => api.trash(signal), { select: withTitles });
  const title = useRef<HTMLElement>(null);
  useFocusAfterRemoval(title, trash.data?.length ?? 0);
  return (
    <Box sx={{ display: "grid", gap: 2, p: { xs: 2, md: 3 }, gridTemplateColumns: "minmax(0, 1fr)" }}>
      <Box sx={{ display: "flex", flexWrap: "wrap", alignItems: "flex-start", gap: 2 }}>
        <Box sx={{ flex: "1 1 320px" }}>
          <Typography variant="h1" ref={title} tabIndex={-1} sx={{ outline: "none" }}>
            {text("title")}
          </Typography>
          <Typography color="text.secondary">{text("hint")}</Typography>
        </Box>
        <EmptyTrashButton items={trash.data ?? []} />
      </Box>
      <Paper>
        {trash.data === undefined && !trash.error ? <Loading rows={5} height={40} /> : null}
        {trash.error ? <Failure error={trash.error} title={text("failed")} onRetry={() => void trash.refetch()} /> : null}
        {trash.data?.length === 0 ? <EmptyState title={text("empty")} hint={text("emptyHint")} /> : null}
        {trash.data && trash.data.length > 0 ? <TrashTable items={trash.data} /> : null}
      </Paper>
    </Box>
  );
}
