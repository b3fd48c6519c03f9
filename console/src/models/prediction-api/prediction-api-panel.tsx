import type { ModelAnswer, ModelApiAnswer } from "@agatha/contracts/wire";
import { Alert, Box, Button, Paper, Typography } from "@mui/material";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNotify } from "react-admin";
import { QUERY_KEYS } from "../../api/query-keys.js";
import { useApi } from "../../api/services.js";
import { useApiQuery } from "../../api/use-api-query.js";
import { useErrorDialog } from "../../dialogs/use-error-dialog.js";
import { Failure } from "../../feedback/failure.js";
import { Loading } from "../../feedback/loading.js";
import { useText } from "../../i18n/use-text.js";
import { useSessionUser } from "../../routing/session.js";
import { messages } from "../messages.js";
import { CodeExamples } from "./code-examples.js";
import { ColumnTable } from "./column-table.js";
import { CopyableValue } from "./copyable-value.js";
import { TokenSection } from "./token-section.js";
import { TryIt } from "./try-it.js";
import { UsageChart } from "./usage-chart.js";

/** Prediction API of the model: its state, its token and the request format. */
export function PredictionApiPanel({ model }: { model: ModelAnswer }) {
  const text = useText(messages);
  const api = useApi();
  const page = useApiQuery([...QUERY_KEYS.model(model.id), "api"], (signal) => api.modelApi(model.dataset_id, model.id, signal));
  if (page.error && !page.data) return <Failure error={page.error} onRetry={() => void page.refetch()} />;
  if (!page.data) return <Loading rows={6} />;
  return (
    <Box sx={{ display: "grid", gap: 2, gridTemplateColumns: "minmax(0, 1fr)" }}>
      <ApiStatus model={model} page={page.data} />
      <Paper sx={{ p: 2, display: "grid", gap: 2 }}>
        <CopyableValue label={text("api.address")} value={page.data.url} />
        <TokenSection
          token={page.data.api_token}
          hidden={page.data.api_token_hidden}
          revocationTold={model.api_enabled && enabledHint(page.data) === "api.revokedHint"}
          rotate={() => api.rotateToken(model.dataset_id, model.id)}
          revoke={() => api.revokeToken(model.dataset_id, model.id)}
          queryKeys={[[...QUERY_KEYS.model(model.id), "api"], QUERY_KEYS.models(model.dataset_id)]}
        />
      </Paper>
      <Paper sx={{ p: 2 }}>
        <UsageChart usage={page.data.usage} />
      </Paper>
      <Paper sx={{ p: 2 }}>
        <ColumnTable title={text("api.columns")} columns={page.data.columns} />
        {page.data.periods === undefined ? null : (
          <Typography variant="body2" color="text.secondary" sx={{ mt: 1 }}>
            {text("api.nextHint")}
          </Typography>
        )}
      </Paper>
      <Paper sx={{ p: 2 }}>
        <CodeExamples examples={page.data.examples} token={page.data.api_token} />
      </Paper>
      {model.api_enabled && page.data.api_token !== null && page.data.owner_refusal === null ? (
        <Paper sx={{ p: 2 }}>
          <TryIt page={page.data} onAnswer={() => void page.refetch()} />
        </Paper>
      ) : null}
    </Box>
  );
}

function ApiStatus({ model, page }: { model: ModelAnswer; page: ModelApiAnswer }) {
  const text = useText(messages);
  const notify = useNotify();
  const api = useApi();
  const showError = useErrorDialog();
  const queryClient = useQueryClient();
  const isManager = useSessionUser().auth === "manager";
  const change = useMutation({
    mutationFn: () =>
      api.enableApis({
        api_update_list: [{ model_id: model.id, api_enabled: !model.api_enabled }],
        product_type: model.dataset_product_type,
      }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: QUERY_KEYS.models(model.dataset_id) });
      notify(text("api.enabled"), { type: "info" });
    },
    onError: (error) => showError(text("api.failed"), error),
  });
  const button = isManager ? (
    <Button color="inherit" size="small" onClick={() => change.mutate()} loading={change.isPending}>
      {text(model.api_enabled ? "api.disable" : "api.enable")}
    </Button>
  ) : null;
  return (
    <Alert severity={severityOf(model, page)} action={button} sx={{ alignItems: "center" }}>
      {model.api_enabled ? text(enabledHint(page)) : text(isManager ? "api.offHint" : "api.notifyManager")}
    </Alert>
  );
}

const severityOf = ({ api_enabled }: ModelAnswer, page: ModelApiAnswer) =>
  !api_enabled ? "info" : enabledHint(page) === "api.onHint" ? "success" : "warning";

function enabledHint({ api_token, api_token_hidden, owner_refusal }: ModelApiAnswer) {
  if (owner_refusal !== null) return `api.refused.${owner_refusal}` as const;
  return api_token === null && !api_token_hidden ? "api.revokedHint" : "api.onHint";
}
