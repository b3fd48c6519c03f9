import type { ModelAnswer, ModelApiAnswer } from "@agatha/contracts/wire";
import { Alert, Box, Button } from "@mui/material";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNotify } from "react-admin";
import { QUERY_KEYS } from "../../api/query-keys.js";
import { useApi } from "../../api/services.js";
import { useDialog } from "../../dialogs/dialogs.js";
import { useErrorDialog } from "../../dialogs/use-error-dialog.js";
import { useText } from "../../i18n/use-text.js";
import { messages } from "../messages.js";
import { SecretValue } from "./copyable-value.js";

interface TokenSectionProps {
  model: ModelAnswer;
  page: ModelApiAnswer;
}

/** Token of the model's API, which its owner can replace or revoke. */
export function TokenSection({ model, page }: TokenSectionProps) {
  const text = useText(messages);
  const api = useApi();
  const showDialog = useDialog();
  const rotation = useTokenChange(model, () => api.rotateToken(model.dataset_id, model.id), text("api.rotated"));
  const revocation = useTokenChange(model, () => api.revokeToken(model.dataset_id, model.id), text("api.revoked"));
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
  const hasToken = page.api_token !== null;
  return (
    <>
      {page.api_token === null ? (
        <Alert severity="warning">{text("api.noToken")}</Alert>
      ) : (
        <SecretValue label={text("api.token")} value={page.api_token} />
      )}
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

function useTokenChange(model: ModelAnswer, change: () => Promise<unknown>, done: string) {
  const text = useText(messages);
  const notify = useNotify();
  const showError = useErrorDialog();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: async () => {
      await Promise.all(
        [[...QUERY_KEYS.model(model.id), "api"], QUERY_KEYS.models(model.dataset_id)].map((queryKey) =>
          queryClient.invalidateQueries({ queryKey }),
        ),
      );
      notify(done, { type: "info" });
    },
    onError: (error) => showError(text("api.tokenFailed"), error),
  });
}
