import type { DatasetAnswer, EditStepAnswer } from "@agatha/contracts/wire";
import { Box, Paper, Typography } from "@mui/material";
import { QUERY_KEYS } from "../../../api/query-keys.js";
import { useApi } from "../../../api/services.js";
import { useApiQuery } from "../../../api/use-api-query.js";
import { EmptyState } from "../../../feedback/empty-state.js";
import { Failure } from "../../../feedback/failure.js";
import { Loading } from "../../../feedback/loading.js";
import { useText } from "../../../i18n/use-text.js";
import { CodeExamples } from "../../../models/prediction-api/code-examples.js";
import { ColumnTable } from "../../../models/prediction-api/column-table.js";
import { CopyableValue } from "../../../models/prediction-api/copyable-value.js";
import { TokenSection } from "../../../models/prediction-api/token-section.js";
import { TryIt } from "../../../models/prediction-api/try-it.js";
import { enabledSteps, historyVersion } from "../../../step-columns/enabled-steps.js";
import { messages } from "../messages.js";
import type { DescribedStep } from "../steps/step-draft.js";
import { ApiEnablement } from "./api-enablement.js";

interface ApiViewProps {
  dataset: DatasetAnswer;
  steps: readonly EditStepAnswer[];
  /** Returns the description of a step in the current language. */
  describe(spec: DescribedStep): string;
}

/** API page of an edit history: its state, its token and the request format. */
export function ApiView({ dataset, steps, describe }: ApiViewProps) {
  const text = useText(messages);
  const api = useApi();
  // All entries share one API, so any of them identifies it.
  const [step] = steps;
  const key = [...QUERY_KEYS.editHistory(dataset.id), "api", historyVersion(steps)];
  const page = useApiQuery(key, (signal) => api.extractionApi(dataset.id, step?.id ?? "", signal), {
    enabled: step !== undefined,
    keepPreviousAnswer: true,
  });
  if (step === undefined) return <EmptyState title={text("api.none")} hint={text("api.noneHint")} />;
  if (page.error && !page.data) return <Failure error={page.error} onRetry={() => void page.refetch()} />;
  if (!page.data) return <Loading rows={6} />;
  return (
    <Box sx={{ display: "grid", gap: 2, gridTemplateColumns: "minmax(0, 1fr)" }}>
      <ApiEnablement dataset={dataset} page={page.data} />
      <Paper sx={{ p: 2, display: "grid", gap: 2 }}>
        <CopyableValue label={text("api.address")} value={page.data.url} />
        <TokenSection
          token={page.data.api_token}
          hidden={page.data.api_token_hidden}
          rotate={() => api.rotateExtractionToken(dataset.id, step.id)}
          revoke={() => api.revokeExtractionToken(dataset.id, step.id)}
          queryKeys={[QUERY_KEYS.editHistory(dataset.id)]}
        />
      </Paper>
      <Paper sx={{ p: 2 }}>
        <AppliedSteps steps={enabledSteps(steps).map(describe)} />
      </Paper>
      <Paper sx={{ p: 2 }}>
        <ColumnTable title={text("api.columns")} columns={page.data.columns} />
      </Paper>
      <Paper sx={{ p: 2 }}>
        <ColumnTable title={text("api.resultColumns")} columns={page.data.result_columns} />
      </Paper>
      <Paper sx={{ p: 2 }}>
        <CodeExamples examples={page.data.examples} token={page.data.api_token} />
      </Paper>
      {page.data.api_enabled && page.data.api_token !== null ? (
        <Paper sx={{ p: 2 }}>
          <TryIt page={page.data} tokenField="token" />
        </Paper>
      ) : null}
    </Box>
  );
}

/** Steps that the API applies to the rows of a request. */
function AppliedSteps({ steps }: { steps: readonly string[] }) {
  const text = useText(messages);
  return (
    <>
      <Typography variant="h3" component="h2">
        {text("api.steps")}
      </Typography>
      {steps.length === 0 ? <Typography color="text.secondary">{text("api.noSteps")}</Typography> : null}
      <Box component="ol" sx={{ m: 0, pl: 3 }}>
        {steps.map((step, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a step is identified by its position
          <Typography component="li" variant="body2" key={i}>
            {step}
          </Typography>
        ))}
      </Box>
    </>
  );
}
