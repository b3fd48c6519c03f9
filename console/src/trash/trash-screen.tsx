import type { TrashItem } from "@agatha/contracts/wire";
import RestoreIcon from "@mui/icons-material/RestoreFromTrashOutlined";
import { Box, Button, Paper, Table, TableBody, TableCell, TableContainer, TableHead, TableRow, Typography } from "@mui/material";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNotify } from "react-admin";
import { QUERY_KEYS } from "../api/query-keys.js";
import { useApi } from "../api/services.js";
import { useApiQuery } from "../api/use-api-query.js";
import { useDialog } from "../dialogs/dialogs.js";
import { useErrorMessage } from "../errors/use-error-message.js";
import { EmptyState } from "../feedback/empty-state.js";
import { Failure } from "../feedback/failure.js";
import { Loading } from "../feedback/loading.js";
import { useFormat } from "../i18n/use-format.js";
import { useText } from "../i18n/use-text.js";
import { messages } from "./messages.js";
import { restoreDeleted } from "./restore-deleted.js";
import { useUnhide } from "./use-undoable-delete.js";

/** What was deleted in the last day, each with a button that restores it. */
export default function TrashScreen() {
  const text = useText(messages);
  const api = useApi();
  const trash = useApiQuery(QUERY_KEYS.trash, (signal) => api.trash(signal));
  return (
    <Box sx={{ display: "grid", gap: 2, p: { xs: 2, md: 3 }, gridTemplateColumns: "minmax(0, 1fr)" }}>
      <Box>
        <Typography variant="h1">{text("title")}</Typography>
        <Typography color="text.secondary">{text("hint")}</Typography>
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

/** On a phone the kind, the dataset and the owner of what is not one's own stand below the name. */
const WIDE = { kind: true, dataset: true, owner: true, until: true };
const WIDE_ONLY = { display: { xs: "none", md: "table-cell" } };

function TrashTable({ items }: { items: readonly TrashItem[] }) {
  const text = useText(messages);
  return (
    <TableContainer tabIndex={0} role="region" aria-label={text("table")}>
      <Table size="small">
        <TableHead>
          <TableRow>
            {(["name", "kind", "dataset", "owner", "deleted", "until", "actions"] as const).map((key) => (
              <TableCell key={key} sx={key in WIDE ? WIDE_ONLY : undefined}>
                {text(key)}
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {items.map((item) => (
            <TrashRow key={`${item.kind} ${item.id}`} item={item} />
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  );
}

function TrashRow({ item }: { item: TrashItem }) {
  const text = useText(messages);
  const format = useFormat();
  const restoration = useRestoration(item);
  return (
    <TableRow>
      <TableCell component="th" scope="row" sx={{ fontWeight: 600, overflowWrap: "anywhere", minWidth: 96 }}>
        {item.title}
        <Typography variant="body2" color="text.secondary" sx={{ display: { md: "none" } }}>
          {[text(`kinds.${item.kind}`), item.dataset_title, item.role === "owner" ? null : item.owner_name].filter(Boolean).join(" · ")}
        </Typography>
      </TableCell>
      <TableCell sx={WIDE_ONLY}>{text(`kinds.${item.kind}`)}</TableCell>
      <TableCell sx={WIDE_ONLY}>{item.dataset_title ?? "–"}</TableCell>
      <TableCell sx={WIDE_ONLY}>{item.owner_name}</TableCell>
      <TableCell>{format.dateTime(item.deleted_at)}</TableCell>
      <TableCell sx={WIDE_ONLY}>{format.dateTime(item.restorable_until)}</TableCell>
      <TableCell>
        <Button
          size="small"
          startIcon={<RestoreIcon />}
          aria-label={text("restoreOne", { name: item.title })}
          loading={restoration.isPending}
          onClick={() => restoration.mutate()}
        >
          {text("restore")}
        </Button>
      </TableCell>
    </TableRow>
  );
}

function useRestoration(item: TrashItem) {
  const text = useText(messages);
  const api = useApi();
  const notify = useNotify();
  const showDialog = useDialog();
  const errorText = useErrorMessage();
  const queryClient = useQueryClient();
  const unhide = useUnhide();
  return useMutation({
    mutationFn: () => restoreDeleted(api, item),
    onSuccess: async () => {
      unhide(item);
      // Every list may have the item again.
      await queryClient.invalidateQueries();
      notify(text("restored", { name: item.title }), { type: "info" });
    },
    onError: (error) => {
      const { sentence, details } = errorText(error);
      showDialog({ status: "error", title: text("restoreFailed", { name: item.title }), text: sentence, details });
    },
  });
}
