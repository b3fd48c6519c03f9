import type { TrashItem } from "@agatha/contracts/wire";
import {
  Box,
  Button,
  Checkbox,
  Dialog,
  DialogActions,
  DialogContent,
  DialogContentText,
  DialogTitle,
  FormControlLabel,
  Typography,
} from "@mui/material";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useNotify } from "react-admin";
import { QUERY_KEYS } from "../../api/query-keys.js";
import { useApi } from "../../api/services.js";
import { Failure } from "../../feedback/failure.js";
import { useText } from "../../i18n/use-text.js";
import { useSessionUser } from "../../routing/session.js";
import { messages } from "./messages.js";

/** Names everything that is lost, and deletes it when that is confirmed. A manager chooses whether others lose what is theirs. */
export function EmptyTrashDialog({ items, onClose }: { items: readonly TrashItem[]; onClose: () => void }) {
  const text = useText(messages);
  const { id: userId } = useSessionUser();
  const own = items.filter(({ owner_id }) => owner_id === userId);
  const [withOthers, setWithOthers] = useState(own.length === 0);
  const chosen = withOthers ? items : own;
  const emptying = useEmptyTrash(onClose);
  return (
    <Dialog
      open
      onClose={onClose}
      role="alertdialog"
      maxWidth="sm"
      fullWidth
      aria-labelledby="empty-trash"
      aria-describedby="empty-trash-hint"
    >
      <DialogTitle id="empty-trash" component="h2">
        {text("purge.confirmAll", { count: chosen.length })}
      </DialogTitle>
      <DialogContent sx={{ display: "grid", gap: 1 }}>
        <DialogContentText id="empty-trash-hint">{text("purge.hint")}</DialogContentText>
        <Box component="ul" tabIndex={0} aria-label={text("purge.list")} sx={{ m: 0, pl: 3, maxHeight: 240, overflowY: "auto" }}>
          {chosen.map((item) => (
            <LostItem key={`${item.kind} ${item.id}`} item={item} />
          ))}
        </Box>
        {own.length > 0 && own.length < items.length ? (
          <FormControlLabel
            control={<Checkbox checked={withOthers} onChange={(_, checked) => setWithOthers(checked)} />}
            label={text("purge.others", { count: items.length - own.length })}
          />
        ) : null}
        {emptying.error ? <Failure error={emptying.error} title={text("purge.allFailed")} /> : null}
      </DialogContent>
      <DialogActions>
        <Button autoFocus onClick={onClose}>
          {text("purge.cancel")}
        </Button>
        <Button
          variant="contained"
          color="error"
          loading={emptying.isPending}
          onClick={() => emptying.mutate({ ...(!withOthers && { owner: userId }), until: latestDeletion(items) })}
        >
          {text("purge.action")}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function LostItem({ item: { kind, title, dataset_title, role, owner_name } }: { item: TrashItem }) {
  const text = useText(messages);
  const about = [text(`kinds.${kind}`), dataset_title, role === "owner" ? null : owner_name].filter(Boolean).join(" · ");
  return (
    <Box component="li" sx={{ overflowWrap: "anywhere" }}>
      {title}{" "}
      <Typography component="span" variant="body2" color="text.secondary">
        {about}
      </Typography>
    </Box>
  );
}

/** Objects that are deleted while the dialog is open are not named in it, and stay. */
function latestDeletion(items: readonly TrashItem[]): string {
  return new Date(Math.max(...items.map(({ deleted_at }) => Date.parse(deleted_at)))).toISOString();
}

function useEmptyTrash(onDone: () => void) {
  const text = useText(messages);
  const api = useApi();
  const notify = useNotify();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (chosen: { owner?: string; until: string }) => api.emptyTrash(chosen),
    onSuccess: async ({ length }) => {
      onDone();
      await queryClient.invalidateQueries({ queryKey: QUERY_KEYS.trash });
      notify(text("purge.allDone", { count: length }), { type: "info" });
    },
  });
}
