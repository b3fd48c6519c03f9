import type { DatasetAnswer, ModelAnswer } from "@agatha/contracts/wire";
import { Alert, Box, Button, FormControlLabel, Paper, Switch, TextField, Typography } from "@mui/material";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { flushSync } from "react-dom";
import { useApi } from "../api/context.js";
import { KEYS } from "../api/queries.js";
import { useAsk } from "../api/use-ask.js";
import { useText } from "../i18n/use-text.js";
import { Failure } from "../states/failure.js";
import { useUploads } from "../uploads/uploads.js";
import { type EvaluationDraft, newDraft, problemsOf, requestOf, typeOf, usesExtraction } from "./draft.js";
import { MappingList } from "./mapping-list.js";
import { messages } from "./messages.js";
import { ModelChoice } from "./model-choice.js";
import { TestRowsFields } from "./test-rows-fields.js";
import { useDatasets } from "./use-evaluations.js";
import { useMapping } from "./use-mapping.js";

interface NewEvaluationProps {
  dataset: DatasetAnswer;
  models: readonly ModelAnswer[];
  /** Ids of the models that it begins with. */
  wanted: readonly string[];
  onCreated(id: string): void;
}

/** Which models are to be compared, and on which rows. */
export function NewEvaluation({ dataset, models, wanted, onCreated }: NewEvaluationProps) {
  const text = useText(messages);
  const [draft, setDraft] = useState<EvaluationDraft>(() => newDraft(models, wanted));
  const [tried, setTried] = useState(false);
  const datasets = useDatasets().data?.filter(({ owner, status }) => owner === dataset.owner && status === "evaluating_finish");
  const enabledEntries = useEnabledEntries(dataset.id);
  const place = { models, enabledEntries };
  const extracted = usesExtraction(draft, place);
  const isDetector = typeOf(draft, models) === "OCC";
  // What the edit history makes of the columns only the server knows.
  const checked = draft.source === "dataset" && !extracted ? draft.testDatasetId : null;
  const chosen = models.filter(({ id }) => draft.models.includes(id));
  const mapping = useMapping({ testDatasetId: checked, models: chosen, label: isDetector ? draft.label.trim() : "" });
  const problems = problemsOf(draft, { mapping });
  const creation = useCreation(dataset.id, onCreated);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    // What is wrong has to be drawn before it can be found.
    flushSync(() => setTried(true));
    if (Object.keys(problems).length === 0) creation.mutate({ draft, place });
    else document.querySelector<HTMLElement>("[data-new-evaluation] [aria-invalid=true], [data-new-evaluation] [role=alert]")?.focus();
  };
  const shown = tried ? problems : {};
  return (
    <Box component="form" noValidate onSubmit={submit} data-new-evaluation sx={{ display: "grid", gap: 2, maxWidth: 960 }}>
      <Typography variant="h2" component="h1">
        {text("create.title")}
      </Typography>
      <Paper sx={{ p: 2 }}>
        <ModelChoice models={models} chosen={draft.models} problem={shown.models} onChange={(ids) => setDraft({ ...draft, models: ids })} />
      </Paper>
      <Paper sx={{ p: 2, display: "grid", gap: 1.5 }}>
        <TestRowsFields dataset={dataset} datasets={datasets} draft={draft} problem={shown.test} onChange={setDraft} />
        <Mismatches mapping={mapping} models={chosen} />
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
                disabled={enabledEntries === 0}
                onChange={(_event, on) => setDraft({ ...draft, useExtraction: on })}
                slotProps={{ input: { "aria-describedby": "extraction-hint" } }}
              />
            }
            label={text("create.extraction")}
          />
          <Typography id="extraction-hint" variant="body2" color="text.secondary">
            {enabledEntries === 0 ? text("create.extractionNone") : text("create.extractionHint", { count: enabledEntries })}
          </Typography>
        </Box>
      </Paper>
      {creation.error ? <Failure error={creation.error} title={text("create.refused")} /> : null}
      <Box>
        <Button type="submit" variant="contained" size="large" loading={creation.isPending}>
          {text("create.start")}
        </Button>
      </Box>
    </Box>
  );
}

/** Entries of the edit history that are enabled; none while that is not known. */
function useEnabledEntries(datasetId: string): number {
  const api = useApi();
  const entries = useAsk(KEYS.extractions(datasetId), (signal) => api.extractions(datasetId, signal));
  return entries.data?.filter(({ enabled }) => enabled).length ?? 0;
}

interface Creation {
  draft: EvaluationDraft;
  place: Parameters<typeof requestOf>[1];
}

function useCreation(datasetId: string, onCreated: (id: string) => void) {
  const api = useApi();
  const queryClient = useQueryClient();
  const { sendTest } = useUploads();
  return useMutation({
    mutationFn: ({ draft, place }: Creation) => api.createEvaluation(datasetId, requestOf(draft, place)),
    onSuccess: ({ id }, { draft }) => {
      if (draft.source === "file" && draft.file) sendTest(draft.file, { datasetId, evaluationId: id, fields: {} });
      for (const queryKey of [KEYS.evaluations(datasetId), KEYS.running]) void queryClient.invalidateQueries({ queryKey });
      onCreated(id);
    },
  });
}

/** Columns of the chosen dataset that do not match, told before anything is sent. */
function Mismatches({ mapping, models }: { mapping: ReturnType<typeof useMapping>; models: readonly ModelAnswer[] }) {
  const text = useText(messages);
  return models.map(({ id, name }) => {
    const problems = mapping.get(id) ?? [];
    return problems.length === 0 ? null : (
      <Alert key={id} severity="warning">
        {text("mapping.doesNotFit", { name })}
        <MappingList problems={problems} />
      </Alert>
    );
  });
}
