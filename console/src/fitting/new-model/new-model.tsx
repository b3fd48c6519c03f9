import type { DatasetAnswer, ModelAnswer } from "@agatha/contracts/wire";
import { Alert, Box, Button, Paper, TextField, Typography } from "@mui/material";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useNotify } from "react-admin";
import { flushSync } from "react-dom";
import { useApi } from "../../api/context.js";
import { KEYS } from "../../api/queries.js";
import { useAsk } from "../../api/use-ask.js";
import { useText } from "../../i18n/use-text.js";
import { useSessionUser } from "../../routing/session.js";
import { Failure } from "../../states/failure.js";
import { Loading } from "../../states/loading.js";
import { messages } from "../messages.js";
import { ColumnPicker } from "./column-picker.js";
import { algorithmOf, type Choice, choicesOf, type Draft, freeName, isComplete, newDraft, problemsOf, requestOf, typeOf } from "./draft.js";
import { GoalFields } from "./goal-fields.js";
import { LeakNotice } from "./leak-notice.js";
import { MethodFields } from "./method-fields.js";

interface NewModelProps {
  dataset: DatasetAnswer;
  models: readonly ModelAnswer[];
  onCreated(id: string): void;
}

/** Waits for the data check, which says what the columns are good for. */
export function NewModel({ dataset, models, onCreated }: NewModelProps) {
  const api = useApi();
  const check = useAsk(KEYS.dataCheck(dataset.id), (signal) => api.dataCheck(dataset.id, signal));
  if (check.error) return <Failure error={check.error} onRetry={() => void check.refetch()} />;
  if (!check.data) return <Loading rows={6} height={48} />;
  return (
    <NewModelForm
      dataset={dataset}
      choices={choicesOf(dataset.columns, check.data)}
      taken={models.map((model) => model.name)}
      onCreated={onCreated}
    />
  );
}

interface FormProps {
  dataset: DatasetAnswer;
  choices: Choice[];
  taken: string[];
  onCreated(id: string): void;
}

function NewModelForm({ dataset, choices, taken, onCreated }: FormProps) {
  const text = useText(messages);
  const notify = useNotify();
  const api = useApi();
  const queryClient = useQueryClient();
  const user = useSessionUser();
  const [draft, setDraft] = useState<Draft>(() => newDraft(choices, dataset.product_type === "occ" ? "outliers" : "predict"));
  const [tried, setTried] = useState(false);
  const place = { choices, taken, rows: dataset.nrow ?? 0 };
  const problems = problemsOf(draft, place);
  const creation = useMutation({
    mutationFn: () => api.createModel(dataset.id, requestOf(draft, place)),
    onSuccess: async ({ id }) => {
      await queryClient.invalidateQueries({ queryKey: KEYS.models(dataset.id) });
      void queryClient.invalidateQueries({ queryKey: KEYS.running });
      notify(text("create.started"), { type: "info" });
      onCreated(id);
    },
  });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    // What is wrong has to be drawn before it can be found.
    flushSync(() => setTried(true));
    if (isComplete(problems)) creation.mutate();
    else document.querySelector<HTMLElement>("[data-first-problem] [aria-invalid=true], [data-first-problem][aria-invalid=true]")?.focus();
  };
  if (!user.model_create_enable) return <Alert severity="info">{text("create.modelCreateOff")}</Alert>;
  return (
    <Box component="form" noValidate onSubmit={submit} data-first-problem sx={{ display: "grid", gap: 2, maxWidth: 960 }}>
      <Typography variant="h2" component="h1">
        {text("create.title")}
      </Typography>
      <Paper sx={{ p: 2, display: "grid", gap: 2 }}>
        <GoalFields draft={draft} choices={choices} problem={tried ? problems.target : undefined} onChange={setDraft} />
      </Paper>
      {draft.goal === "predict" && draft.target !== null ? (
        <LeakNotice
          datasetId={dataset.id}
          target={draft.target}
          type={draft.as === "number" ? "REGRESSION" : "CLASSIFICATION"}
          chosen={draft.columns}
          labelOf={(name) => choices.find(({ column }) => column.name === name)?.column.label ?? name}
          onLeaveOut={(names) => setDraft({ ...draft, columns: draft.columns.filter((name) => !names.includes(name)) })}
        />
      ) : null}
      <Paper sx={{ p: 2 }}>
        <ColumnPicker
          choices={choices.filter(({ column }) => draft.goal !== "predict" || column.name !== draft.target)}
          chosen={draft.columns}
          problem={tried ? problems.columns : undefined}
          onChange={(columns) => setDraft({ ...draft, columns })}
        />
      </Paper>
      <Paper sx={{ p: 2 }}>
        <MethodFields
          type={typeOf(draft)}
          algorithm={algorithmOf(draft)}
          entered={draft.parameters}
          rows={place.rows}
          onAlgorithm={(algorithm) => setDraft({ ...draft, algorithm, parameters: {} })}
          onParameters={(parameters) => setDraft({ ...draft, parameters })}
        />
      </Paper>
      {creation.error ? <Failure error={creation.error} title={text("create.refused")} /> : null}
      <Paper sx={{ p: 2, display: "flex", gap: 2, alignItems: "flex-start", flexWrap: "wrap" }}>
        <TextField
          label={text("name")}
          value={draft.name ?? freeName(taken)}
          onChange={(event) => setDraft({ ...draft, name: event.target.value })}
          error={problems.name !== undefined}
          helperText={problems.name ? text(`create.${problems.name}`) : " "}
          slotProps={{ htmlInput: { maxLength: 64, autoComplete: "off" } }}
          sx={{ flexGrow: 1, minWidth: 220 }}
        />
        <Button type="submit" variant="contained" size="large" loading={creation.isPending}>
          {text("create.train")}
        </Button>
      </Paper>
    </Box>
  );
}
