import { Alert, Box, Button } from "@mui/material";
import { type QueryKey, useMutation, useQueryClient } from "@tanstack/react-query";
import { useNotify } from "react-admin";
import { useDialog } from "../../dialogs/dialogs.js";
import { useErrorDialog } from "../../dialogs/use-error-dialog.js";
import { useText } from "../../i18n/use-text.js";
import { messages } from "../messages.js";
import { SecretValue } from "./copyable-value.js";

interface TokenSectionProps {
  /** Null after the token is revoked, and while it is hidden. */
  token: string | null;
  /** Whether there is a token that cannot be shown. */
  hidden: boolean;
  /** Whether the page says elsewhere that the token is revoked. */
  revocationTold?: boolean;
  rotate(): Promise<unknown>;
  revoke(): Promise<unknown>;
  /** Keys of the queries whose answers contain the token. */
  queryKeys: readonly QueryKey[];
}

/** Token of the API of a model or of an edit history, which the owner can replace or revoke. */
export function TokenSection({ token, hidden, revocationTold = false, rotate, revoke, queryKeys }: TokenSectionProps) {
  const text = useText(messages);
  const showDialog = useDialog();
  const rotation = useTokenChange(queryKeys, rotate, text("api.rotated"));
  const revocation = useTokenChange(queryKeys, revoke, text("api.revoked"));
  const confirmRotation = () =>
    showDialog({
      status: "confirm",
      title: text("api.rotate"),
      text: text("api.rotateHint"),
      action: text("api.rotate"),
      onAction: () => rotation.mutate(),
    });
  const confirmRevocation = () =>
    showDialog({
      status: "warning",
      title: text("api.revoke"),
      text: text("api.revokeHint"),
      action: text("api.revoke"),
      onAction: () => revocation.mutate(),
    });
  const hasToken = token !== null || hidden;
  return (
    <>
      {hidden ? <Alert severity="warning">{text("api.hiddenToken")}</Alert> : null}
      {!hasToken && !revocationTold ? <Alert severity="warning">{text("api.noToken")}</Alert> : null}
      {token === null ? null : <SecretValue label={text("api.token")} value={token} />}
      <Box sx={{ display: "flex", flexWrap: "wrap", gap: 1 }}>
        <Button variant="outlined" size="small" loading={rotation.isPending} onClick={hasToken ? confirmRotation : () => rotation.mutate()}>
          {text(hasToken ? "api.rotate" : "api.newToken")}
        </Button>
        {hasToken ? (
          <Button color="secondary" size="small" loading={revocation.isPending} onClick={confirmRevocation}>
            {text("api.revoke")}
          </Button>
        ) : null}
      </Box>
    </>
  );
}

function useTokenChange(queryKeys: readonly QueryKey[], change: () => Promise<unknown>, done: string) {
  const text = useText(messages);
  const notify = useNotify();
  const showError = useErrorDialog();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: async () => {
      await Promise.all(queryKeys.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
      notify(done, { type: "info" });
    },
    onError: (error) => showError(text("api.tokenFailed"), error),
  });
}
