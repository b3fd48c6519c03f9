import { enablingModeFor } from "@agatha/contracts/api-enabling";
import type { DatasetAnswer, ModelAnswer } from "@agatha/contracts/wire";
import { Alert, Box, Tab, Tabs, Typography } from "@mui/material";
import { useState } from "react";
import { Link, useSearchParams } from "react-router-dom";
import { QUERY_KEYS } from "../api/query-keys.js";
import { useApi } from "../api/services.js";
import { useApiQuery } from "../api/use-api-query.js";
import { newAutomaticTrainingDraft } from "../automatic-training/draft.js";
import { messages as trainingMessages } from "../automatic-training/messages.js";
import { AutomaticTrainingForm } from "../automatic-training/training-form.js";
import { Failure } from "../feedback/failure.js";
import { Loading } from "../feedback/loading.js";
import { useText } from "../i18n/use-text.js";
import { messages } from "../models/messages.js";
import { type ColumnOption, columnOptions } from "../models/new-model/column-options.js";
import { newModelDraft } from "../models/new-model/draft.js";
import { ManualModelForm } from "../models/new-model/manual-model-form.js";
import { Allowed } from "../restrictions/allowed.js";
import { useSessionUser } from "../routing/session.js";
import { CREATION_MODES, creationModeOf } from "./creation-mode.js";

interface NewModelProps {
  dataset: DatasetAnswer;
  models: readonly ModelAnswer[];
  onCreated(modelId: string): void;
  onTrainingStarted(autoModelId: string): void;
}

/** Waits for the data check, which says which columns are usable. */
export function NewModel({ dataset, models, ...after }: NewModelProps) {
  const api = useApi();
  const check = useApiQuery(QUERY_KEYS.dataCheck(dataset.id), (signal) => api.dataCheck(dataset.id, signal));
  if (check.error && !check.data) return <Failure error={check.error} onRetry={() => void check.refetch()} />;
  if (!check.data) return <Loading rows={6} height={48} />;
  return (
    <Allowed what="model" product={dataset.product_type} owner={dataset.owner}>
      <CreationTabs
        dataset={dataset}
        choices={columnOptions(dataset.columns, check.data)}
        existingNames={models.map((model) => model.name)}
        {...after}
      />
    </Allowed>
  );
}

interface CreationTabsProps extends Omit<NewModelProps, "models"> {
  choices: ColumnOption[];
  existingNames: string[];
}

/** Tabs for automatic training, which needs no knowledge of methods, and for a manual model. The common fields are entered once. */
function CreationTabs({ dataset, choices, existingNames: taken, onCreated, onTrainingStarted }: CreationTabsProps) {
  const text = useText(messages);
  const trainingText = useText(trainingMessages);
  const user = useSessionUser();
  const [query] = useSearchParams();
  const [draft, setDraft] = useState(() =>
    newModelDraft(choices, dataset.product_type === "occ" ? "outliers" : "predict", dataset.product_type === "timeseries"),
  );
  const [automaticDraft, setAutomaticDraft] = useState(() =>
    newAutomaticTrainingDraft(enablingModeFor(user.api_enable_mode), dataset.nrow ?? 0),
  );
  const way = creationModeOf(query.get("way"), user.auto_model_enable);
  const common = { dataset, choices, draft, onDraft: setDraft };
  return (
    <Box sx={{ display: "grid", gap: 2, maxWidth: 960, gridTemplateColumns: "minmax(0, 1fr)" }}>
      <Typography variant="h2" component="h1">
        {text("create.title")}
      </Typography>
      <Tabs value={way} aria-label={trainingText("ways")} sx={{ borderBottom: 1, borderColor: "divider" }}>
        {CREATION_MODES.map((mode) => (
          <Tab
            key={mode}
            value={mode}
            id={`way-${mode}`}
            aria-controls={`form-${mode}`}
            label={trainingText(`${mode}`)}
            component={Link}
            to={{ search: searchWithMode(query, mode) }}
            replace
          />
        ))}
      </Tabs>
      <Box role="tabpanel" id={`form-${way}`} aria-labelledby={`way-${way}`}>
        {way === "hand" ? (
          <ManualModelForm {...common} existingNames={taken} onCreated={onCreated} />
        ) : user.auto_model_enable ? (
          <AutomaticTrainingForm
            {...common}
            automaticDraft={automaticDraft}
            onAutomaticDraft={setAutomaticDraft}
            onStarted={onTrainingStarted}
          />
        ) : (
          <Alert severity="info">{trainingText("off")}</Alert>
        )}
      </Box>
    </Box>
  );
}

function searchWithMode(query: URLSearchParams, way: string): string {
  const next = new URLSearchParams(query);
  next.set("way", way);
  return next.toString();
}
