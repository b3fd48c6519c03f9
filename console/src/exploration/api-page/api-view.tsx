import type { DatasetAnswer, ExtractionAnswer, ExtractionApiAnswer } from "@agatha/contracts/wire";
import { Box, Paper, Typography } from "@mui/material";
import { useApi } from "../../api/context.js";
import { KEYS } from "../../api/keys.js";
import { useAsk } from "../../api/use-ask.js";
import { CodeExamples } from "../../fitting/api-page/code-examples.js";
import { ColumnTable } from "../../fitting/api-page/column-table.js";
import { Shown } from "../../fitting/api-page/copyable.js";
import { TryIt } from "../../fitting/api-page/try-it.js";
import { useText } from "../../i18n/use-text.js";
import { Empty } from "../../states/empty.js";
import { Failure } from "../../states/failure.js";
import { Loading } from "../../states/loading.js";
import { messages } from "../messages.js";
import { historyVersion } from "../versions.js";
import { Enablement } from "./enablement.js";
import { Token } from "./token.js";

interface ApiViewProps {
  dataset: DatasetAnswer;
  entries: readonly ExtractionAnswer[];
}

/** How other systems send rows through the steps: whether they can, with what token, and in which words. */
export function ApiView({ dataset, entries }: ApiViewProps) {
  const text = useText(messages);
  const api = useApi();
  // There is one API for all entries: any of them names it.
  const [entry] = entries;
  const key = [...KEYS.extractions(dataset.id), "api", historyVersion(entries)];
  const page = useAsk(key, (signal) => api.extractionApi(dataset.id, entry?.id ?? "", signal), {
    enabled: entry !== undefined,
    keepPrevious: true,
  });
  if (entry === undefined) return <Empty title={text("api.none")} hint={text("api.noneHint")} />;
  if (page.error && !page.data) return <Failure error={page.error} onRetry={() => void page.refetch()} />;
  if (!page.data) return <Loading rows={6} />;
  return (
    <Box sx={{ display: "grid", gap: 2, gridTemplateColumns: "minmax(0, 1fr)" }}>
      <Enablement dataset={dataset} enabled={page.data.api_enabled} />
      <Paper sx={{ p: 2, display: "grid", gap: 2 }}>
        <Shown label={text("api.address")} value={page.data.url} />
        <Token datasetId={dataset.id} entryId={entry.id} token={page.data.api_token} />
      </Paper>
      <Paper sx={{ p: 2 }}>
        <Steps steps={page.data.cond_list} />
      </Paper>
      <Paper sx={{ p: 2 }}>
        <ColumnTable title={text("api.columns")} columns={page.data.columns} />
      </Paper>
      <Paper sx={{ p: 2 }}>
        <ColumnTable title={text("api.resultColumns")} columns={page.data.result_columns} />
      </Paper>
      <Paper sx={{ p: 2 }}>
        <CodeExamples examples={page.data.examples} />
      </Paper>
      {page.data.api_enabled && page.data.api_token !== null ? (
        <Paper sx={{ p: 2 }}>
          <TryIt page={page.data} field="token" />
        </Paper>
      ) : null}
    </Box>
  );
}

/** What the API does to the rows that it is sent. */
function Steps({ steps }: { steps: ExtractionApiAnswer["cond_list"] }) {
  const text = useText(messages);
  return (
    <>
      <Typography variant="h3" component="h2">
        {text("api.steps")}
      </Typography>
      {steps.length === 0 ? <Typography color="text.secondary">{text("api.noSteps")}</Typography> : null}
      <Box component="ol" sx={{ m: 0, pl: 3 }}>
        {steps.map((step, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: steps are what their place makes them
          <Typography component="li" variant="body2" key={i}>
            {step}
          </Typography>
        ))}
      </Box>
    </>
  );
}
