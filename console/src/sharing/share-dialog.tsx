import { type DatasetShare, ERRORS, type ShareRole } from "@agatha/contracts";
import { ApiError } from "@agatha/contracts/client";
import type { DatasetAnswer } from "@agatha/contracts/wire";
import RemoveIcon from "@mui/icons-material/PersonRemoveOutlined";
import {
  Box,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogContentText,
  DialogTitle,
  IconButton,
  MenuItem,
  TextField,
  Tooltip,
  Typography,
} from "@mui/material";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, type RefObject, useRef, useState } from "react";
import { useNotify } from "react-admin";
import { QUERY_KEYS } from "../api/query-keys.js";
import { useApi } from "../api/services.js";
import { useApiQuery } from "../api/use-api-query.js";
import { closeUnlessBeside } from "../dialogs/close-unless-beside.js";
import { Failure } from "../feedback/failure.js";
import { Loading } from "../feedback/loading.js";
import { useText } from "../i18n/use-text.js";
import { messages } from "./messages.js";

const ROLES = ["viewer", "editor"] as const satisfies ShareRole[];

interface ShareDialogProps {
  dataset: DatasetAnswer;
  onClose(): void;
}

/** Accounts that a dataset is shared with: adds, removes, and changes their roles. */
export default function ShareDialog({ dataset, onClose }: ShareDialogProps) {
  const text = useText(messages);
  const api = useApi();
  const shares = useApiQuery(QUERY_KEYS.shares(dataset.id), () => api.shares(dataset.id));
  const change = useShareChange(dataset.id);
  const account = useRef<HTMLInputElement>(null);
  return (
    <Dialog open onClose={closeUnlessBeside(onClose)} maxWidth="sm" fullWidth aria-labelledby="share-title">
      <DialogTitle id="share-title" component="h2">
        {text("title", { name: dataset.title })}
      </DialogTitle>
      <DialogContent sx={{ display: "grid", gap: 2 }}>
        <DialogContentText>{text("hint")}</DialogContentText>
        <ShareForm change={change} accountRef={account} />
        {change.error && !isUnknownAccount(change.error) ? <Failure error={change.error} title={text("failed")} /> : null}
        {shares.error ? <Failure error={shares.error} title={text("loadFailed")} onRetry={() => void shares.refetch()} /> : null}
        {!shares.data && !shares.error ? <Loading rows={2} /> : null}
        {shares.data ? <ShareList shares={shares.data} change={change} onRemoved={() => account.current?.focus()} /> : null}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{text("close")}</Button>
      </DialogActions>
    </Dialog>
  );
}

const isUnknownAccount = (error: unknown): boolean => error instanceof ApiError && error.code === ERRORS.userNotFound;

/** `role` is null to stop sharing. */
interface ShareChange {
  account: string;
  role: ShareRole | null;
}

function useShareChange(datasetId: string) {
  const text = useText(messages);
  const api = useApi();
  const notify = useNotify();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ account, role }: ShareChange) => {
      await (role === null ? api.unshareDataset(datasetId, account) : api.shareDataset(datasetId, account, role));
    },
    onSuccess: (_none, { account, role }) => notify(text(role === null ? "unshared" : "shared", { account }), { type: "info" }),
    onSettled: async () => {
      await queryClient.invalidateQueries({ queryKey: QUERY_KEYS.dataset(datasetId) });
      void queryClient.invalidateQueries({ queryKey: ["datasets"] });
    },
  });
}

interface ChangeProps {
  change: ReturnType<typeof useShareChange>;
}

function ShareForm({ change, accountRef }: ChangeProps & { accountRef: RefObject<HTMLInputElement | null> }) {
  const text = useText(messages);
  const [account, setAccount] = useState("");
  const [role, setRole] = useState<ShareRole>("viewer");
  const [submitAttempted, setSubmitAttempted] = useState(false);
  const missing = submitAttempted && account.trim() === "";
  const problem = missing ? text("accountNeeded") : isUnknownAccount(change.error) ? text("accountUnknown") : null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSubmitAttempted(true);
    if (account.trim() === "") return;
    const added = () => {
      setAccount("");
      setSubmitAttempted(false);
    };
    change.mutate({ account: account.trim(), role }, { onSuccess: added });
  };
  return (
    <Box
      component="form"
      noValidate
      onSubmit={submit}
      sx={{ display: "flex", flexWrap: "wrap", columnGap: 1, rowGap: 1.5, alignItems: "flex-start" }}
    >
      <TextField
        autoFocus
        inputRef={accountRef}
        label={text("account")}
        value={account}
        onChange={(event) => setAccount(event.target.value)}
        error={problem !== null}
        helperText={problem}
        slotProps={{ htmlInput: { autoComplete: "off", autoCapitalize: "none", maxLength: 254 } }}
        sx={{ flex: "1 1 240px" }}
      />
      <RoleField label={text("role")} role={role} onRole={setRole} />
      <Button type="submit" variant="contained" loading={change.isPending} sx={{ minHeight: 40 }}>
        {text("add")}
      </Button>
    </Box>
  );
}

interface RoleFieldProps {
  label: string;
  /** If true, the label is only read out: what stands beside the field shows it. */
  hideLabel?: boolean;
  role: ShareRole;
  onRole(role: ShareRole): void;
}

function RoleField({ label, hideLabel = false, role, onRole }: RoleFieldProps) {
  const text = useText(messages);
  return (
    <TextField
      select
      {...(hideLabel ? { slotProps: { select: { SelectDisplayProps: { "aria-label": label } } } } : { label })}
      value={role}
      onChange={(event) => onRole(event.target.value as ShareRole)}
      sx={{ minWidth: 128 }}
    >
      {ROLES.map((one) => (
        <MenuItem key={one} value={one}>
          {text(`roles.${one}`)}
        </MenuItem>
      ))}
    </TextField>
  );
}

interface ShareListProps extends ChangeProps {
  shares: DatasetShare[];
  /** The button that had the focus goes with its account. */
  onRemoved(): void;
}

function ShareList({ shares, change, onRemoved }: ShareListProps) {
  const text = useText(messages);
  if (shares.length === 0) return <Typography color="text.secondary">{text("nobody")}</Typography>;
  return (
    <Box component="ul" aria-label={text("people")} sx={{ listStyle: "none", m: 0, p: 0, display: "grid", gap: 1 }}>
      {shares.map(({ account, role }) => (
        <Box
          component="li"
          key={account}
          sx={{ display: "flex", alignItems: "center", gap: 1, borderTop: 1, borderColor: "divider", pt: 1.5 }}
        >
          <Typography sx={{ flexGrow: 1, minWidth: 0, overflowWrap: "anywhere" }}>{account}</Typography>
          <RoleField label={text("roleOf", { account })} hideLabel role={role} onRole={(next) => change.mutate({ account, role: next })} />
          <Tooltip title={text("remove", { account })}>
            <IconButton
              aria-label={text("remove", { account })}
              onClick={() => change.mutate({ account, role: null }, { onSuccess: onRemoved })}
            >
              <RemoveIcon fontSize="small" />
            </IconButton>
          </Tooltip>
        </Box>
      ))}
    </Box>
  );
}
