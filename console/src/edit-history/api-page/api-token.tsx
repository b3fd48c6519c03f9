import { Box, Button, Typography } from "@mui/material";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNotify } from "react-admin";
import { QUERY_KEYS } from "../../api/query-keys.js";
import { useApi } from "../../api/services.js";
import { useDialog } from "../../dialogs/dialogs.js";
import { useText } from "../../i18n/use-text.js";
import { SecretValue } from "../../models/prediction-api/copyable-value.js";
import { useFailureText } from "../../notifications/use-failure-text.js";
import { messages } from "../messages.js";

interface ApiTokenProps {
  datasetId: string;
  stepId: string;
  /** Null after the token is revoked. */
  token: string | null;
}

/** Shows the API token, replaces it and revokes it. */
export function ApiToken({ datasetId, stepId, token }: ApiTokenProps) {
  const text = useText(messages);
  const api = useApi();
  const notify = useNotify();
  const showDialog = useDialog();
  const failureText = useFailureText();
  const queryClient = useQueryClient();
  const change = useMutation({
    mutationFn: async (how: "rotate" | "revoke") => {
      if (how === "rotate") await api.rotateExtractionToken(datasetId, stepId);
      else await api.revokeExtractionToken(datasetId, stepId);
      await queryClient.invalidateQueries({ queryKey: QUERY_KEYS.editHistory(datasetId) });
      return how;
    },
    onSuccess: (how) => notify(text(how === "rotate" ? "api.rotated" : "api.revoked")),
    onError: (error) => notify(failureText("change", error), { type: "error" }),
  });
  const confirm = (how: "rotate" | "revoke") =>
    showDialog({
      status: "warning",
      title: text(`api.${how}`),
      text: text("api.oldStops"),
      action: text(`api.${how}`),
      onAction: () => change.mutate(how),
    });
  return (
    <Box>
      {token === null ? (
        <Typography color="text.secondary">{text("api.noToken")}</Typography>
      ) : (
        <SecretValue label={text("api.token")} value={token} />
      )}
      <Box sx={{ display: "flex", flexWrap: "wrap", gap: 1, mt: 1 }}>
        <Button
          size="small"
          variant="outlined"
          loading={change.isPending}
          onClick={() => (token === null ? change.mutate("rotate") : confirm("rotate"))}
        >
          {text("api.rotate")}
        </Button>
        {token === null ? null : (
          <Button size="small" color="error" onClick={() => confirm("revoke")}>
            {text("api.revoke")}
          </Button>
        )}
      </Box>
    </Box>
  );
}
