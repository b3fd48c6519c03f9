import type { DatasetAnswer, ModelAnswer } from "@agatha/contracts/wire";
import { Alert, Box, Button, FormControlLabel, Paper, Switch, TextField, Typography } from "@mui/material";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { flushSync } from "react-dom";
import { useEditHistoryEntries } from "../../../api/queries.js";
import { QUERY_KEYS } from "../../../api/query-keys.js";
import { useApi } from "../../../api/services.js";
import { useReadyDatasets } from "../../../calculations/batch-prediction/use-ready-datasets.js";
import { Failure } from "../../../feedback/failure.js";
import { useUploads } from "../../../file-upload/uploads-context.js";
import { useText } from "../../../i18n/use-text.js";
import { MismatchList } from "../input/mismatch-list.js";
import { useColumnMismatches } from "../input/use-column-mismatches.js";
import { messages } from "../messages.js";
import { ModelSelection } from "../model-selection/model-selection.js";
import {
  appliesEdits,
  draftProblems,
  type EvaluationDraft,
  evaluationRequestOf,
  modelTypeOf,
  newEvaluationDraft,
} from "./evaluation-draft.js";
import { EvaluationInputFields } from "./evaluation-input-fields.js";

interface NewEvaluationProps {
  dataset: DatasetAnswer;
  models: readonly ModelAnswer[];
  /** Ids of the models that are selected at first. */
  initialModels: readonly string[];
  onCreated(id: string): void;
}

/** Form that selects the models and the rows to compare them on. */
export function NewEvaluation({ dataset, models, initialModels, onCreated }: NewEvaluationProps) {
  const text = useText(messages);
  const [draft, setDraft] = useState<EvaluationDraft>(() => newEvaluationDraft(models, initialModels));
  const [submitAttempted, setSubmitAttempted] = useState(false);
  const ready = useReadyDatasets();
  const datasets = ready.data?.filter(({ owner }) => owner === dataset.owner);
  const entries = useEditHistoryEntries(dataset.id);
  const enabledSteps = entries.data?.filter(({ enabled }) => enabled).length ?? 0;
  const place = { models, enabledSteps };
  const extracted = appliesEdits(draft, place);
  const isDetector = modelTypeOf(draft, models) === "OCC";
  // Only the server knows the columns after an edit history.
  const checked = draft.source === "dataset" && !extracted ? draft.inputDatasetId : null;
  const chosen = models.filter(({ id }) => draft.models.includes(id));
  const mismatches = useColumnMismatches({ inputDatasetId: checked, models: chosen, label: isDetector ? draft.label.trim() : "" });
  const problems = draftProblems(draft, { mismatches });
  const creation = useCreateEvaluation(dataset.id, onCreated);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    // The problems must be rendered before the first one can be focused.
    flushSync(() => setSubmitAttempted(true));
    if (Object.keys(problems).length === 0) creation.mutate({ draft, place });
    else document.querySelector<HTMLElement>("[data-new-evaluation] [aria-invalid=true], [data-new-evaluation] [role=alert]")?.focus();
  };
  const shown = submitAttempted ? problems : {};
  return (
    <Box component="form" noValidate onSubmit={submit} data-new-evaluation sx={{ display: "grid", gap: 2, maxWidth: 960 }}>
      <Typography variant="h2" component="h1">
        {text("create.title")}
      </Typography>
      <Paper sx={{ p: 2 }}>
        <ModelSelection
          datasetId={dataset.id}
          models={models}
          chosen={draft.models}
          problem={shown.models}
          onChange={(ids) => setDraft({ ...draft, models: ids })}
        />
      </Paper>
      <Paper sx={{ p: 2, display: "grid", gap: 1.5 }}>
        <EvaluationInputFields models={chosen} datasets={datasets} draft={draft} problem={shown.input} onChange={setDraft} />
        {ready.error && !ready.data ? <Failure error={ready.error} onRetry={() => void ready.refetch()} /> : null}
        <Mismatches datasetId={dataset.id} mapping={mismatches} models={chosen} />
      </Paper>
      <Paper sx={{ p: 2, display: "grid", gap: 2 }}>
        {isDetector ? (
          <TextField
            label={text("create.label")}
            value={draft.label}
            onChange={(event) => setDraft({ ...draft, label: event.target.value })}
            error={problems.label !== undefined}
            helperText={text(problems.label ? `problem.${problems.label}` : "create.labelHint")}
            slotProps={{ htmlInput: { autoComplete: "off" } }}
            sx={{ maxWidth: 480 }}
          />
        ) : null}
        <Box>
          <FormControlLabel
            control={
              <Switch
                checked={extracted}
                disabled={enabledSteps === 0}
                onChange={(_event, on) => setDraft({ ...draft, applyEdits: on })}
                slotProps={{ input: { "aria-describedby": "extraction-hint" } }}
              />
            }
            label={text("create.extraction")}
          />
          <Typography id="extraction-hint" variant="body2" color="text.secondary">
            {entries.data ? text(`create.${enabledSteps === 0 ? "extractionNone" : "extractionHint"}`, { count: enabledSteps }) : " "}
          </Typography>
        </Box>
      </Paper>
      {entries.error ? <Failure error={entries.error} onRetry={() => void entries.refetch()} /> : null}
      {creation.error ? <Failure error={creation.error} title={text("create.refused")} /> : null}
      <Box>
        <Button type="submit" variant="contained" size="large" loading={creation.isPending || entries.isPending} disabled={!entries.data}>
          {text("create.start")}
        </Button>
      </Box>
    </Box>
  );
}

interface NewEvaluationRequest {
  draft: EvaluationDraft;
  place: Parameters<typeof evaluationRequestOf>[1];
}

function useCreateEvaluation(datasetId: string, onCreated: (id: string) => void) {
  const api = useApi();
  const queryClient = useQueryClient();
  const { uploadEvaluationInput } = useUploads();
  return useMutation({
    mutationFn: ({ draft, place }: NewEvaluationRequest) => api.createEvaluation(datasetId, evaluationRequestOf(draft, place)),
    onSuccess: ({ id }, { draft }) => {
      if (draft.source === "file" && draft.file) uploadEvaluationInput(draft.file, { datasetId, evaluationId: id, fields: {} });
      for (const queryKey of [QUERY_KEYS.evaluations(datasetId), QUERY_KEYS.runningWork]) void queryClient.invalidateQueries({ queryKey });
      onCreated(id);
    },
  });
}

interface MismatchesProps {
  datasetId: string;
  mapping: ReturnType<typeof useColumnMismatches>;
  models: readonly ModelAnswer[];
}

/** Mismatches of the chosen dataset, shown before anything is sent. */
function Mismatches({ datasetId, mapping, models }: MismatchesProps) {
  const text = useText(messages);
  return models.map(({ id, title, dataset_id, dataset_title }) => {
    const name = dataset_id === datasetId ? title : text("modelOfDataset", { name: title, dataset: dataset_title });
    const problems = mapping.get(id) ?? [];
    return problems.length === 0 ? null : (
      <Alert key={id} severity="warning">
        {text("mapping.doesNotFit", { name })}
        <MismatchList problems={problems} />
      </Alert>
    );
  });
}
