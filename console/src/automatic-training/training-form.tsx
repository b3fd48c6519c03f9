import type { DatasetAnswer } from "@agatha/contracts/wire";
import { Box, Button, Paper, Typography } from "@mui/material";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useNotify } from "react-admin";
import { flushSync } from "react-dom";
import { QUERY_KEYS } from "../api/query-keys.js";
import { useServices } from "../api/services.js";
import { Failure } from "../feedback/failure.js";
import { focusFirstInvalid } from "../fields/focus-first-invalid.js";
import { useText } from "../i18n/use-text.js";
import { type ColumnOption, columnLabeler } from "../models/new-model/column-options.js";
import type { ModelDraft } from "../models/new-model/draft.js";
import { GoalFields } from "../models/new-model/goal-fields.js";
import { TargetLeakageWarning } from "../models/new-model/target-leakage-warning.js";
import { useSessionUser } from "../routing/session.js";
import { ClusterCountFields } from "./cluster-count-fields.js";
import { ColumnFields } from "./column-fields.js";
import { type AutomaticTrainingDraft, candidateCount, toAutoModelRequest, validateAutomaticTraining } from "./draft.js";
import { EffortFields } from "./effort-fields.js";
import { KnownAnomalyFields } from "./known-anomaly-fields.js";
import { LeakageExclusionNotice } from "./leakage-exclusion-notice.js";
import { messages } from "./messages.js";

interface AutomaticTrainingFormProps {
  dataset: DatasetAnswer;
  choices: readonly ColumnOption[];
  draft: ModelDraft;
  wanted: AutomaticTrainingDraft;
  onDraft(draft: ModelDraft): void;
  onWanted(wanted: AutomaticTrainingDraft): void;
  onStarted(id: string): void;
}

/** What is to be known and how long it may take; which methods answer it best is found out. */
export function AutomaticTrainingForm({ dataset, choices, draft, wanted, onDraft, onWanted, onStarted }: AutomaticTrainingFormProps) {
  const text = useText(messages);
  const [tried, setTried] = useState(false);
  const place = { choices, rows: dataset.nrow ?? 0 };
  const problems = validateAutomaticTraining(draft, wanted, place);
  const beginning = useStartTraining(dataset.id, () => toAutoModelRequest(draft, wanted, place), onStarted);
  const submit = (event: FormEvent<HTMLElement>) => {
    event.preventDefault();
    // What is wrong has to be drawn before it can be found.
    flushSync(() => setTried(true));
    if (Object.keys(problems).length === 0) beginning.mutate();
    else focusFirstInvalid(event.currentTarget);
  };
  const candidates = candidateCount(draft, wanted, place.rows);
  const goesOn = wanted.effort === "thorough" && draft.goal !== "groups";
  const notice = { datasetId: dataset.id, draft, labelOf: columnLabeler(choices) };
  const chooseWithout = (names: string[]) => {
    onDraft({ ...draft, columns: draft.columns.filter((name) => !names.includes(name)) });
    onWanted({ ...wanted, columns: "chosen" });
  };
  return (
    <Box component="form" noValidate onSubmit={submit} sx={{ display: "grid", gap: 2, gridTemplateColumns: "minmax(0, 1fr)" }}>
      <Typography color="text.secondary">{text("about")}</Typography>
      <Paper sx={{ p: 2, display: "grid", gap: 2 }}>
        <GoalFields draft={draft} choices={choices} problems={problems} submitAttempted={tried} onChange={onDraft} />
        {draft.goal === "outliers" ? (
          <KnownAnomalyFields wanted={wanted} choices={choices} problems={problems} onWanted={onWanted} />
        ) : null}
        {draft.goal === "groups" ? <ClusterCountFields wanted={wanted} rows={place.rows} problems={problems} onWanted={onWanted} /> : null}
      </Paper>
      {wanted.columns === "usable" ? (
        <LeakageExclusionNotice {...notice} onChooseColumns={chooseWithout} />
      ) : (
        <TargetLeakageWarning {...notice} onChange={onDraft} />
      )}
      <Paper sx={{ p: 2 }}>
        <ColumnFields
          draft={draft}
          wanted={wanted}
          choices={choices}
          problem={tried ? problems.columns : undefined}
          onDraft={onDraft}
          onWanted={onWanted}
        />
      </Paper>
      <Paper sx={{ p: 2, display: "grid", gap: 2, justifyItems: "start" }}>
        <EffortFields wanted={wanted} problems={problems} onWanted={onWanted} />
      </Paper>
      {beginning.error ? <Failure error={beginning.error} title={text("refused")} /> : null}
      <Paper sx={{ p: 2, display: "flex", gap: 2, alignItems: "center", flexWrap: "wrap" }}>
        <Typography sx={{ flexGrow: 1, flexBasis: 240 }}>
          {candidates === 0 ? null : text(`${goesOn ? "triesMore" : "tries"}`, { count: candidates })}
        </Typography>
        <Button type="submit" variant="contained" size="large" loading={beginning.isPending}>
          {text("begin")}
        </Button>
      </Paper>
    </Box>
  );
}

/** Sends it, and lets every list and every tab know. */
function useStartTraining(datasetId: string, requested: () => ReturnType<typeof toAutoModelRequest>, onBegun: (id: string) => void) {
  const text = useText(messages);
  const notify = useNotify();
  const { api, startedTrainings } = useServices();
  const user = useSessionUser();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => api.createAutoModel(datasetId, requested()),
    onSuccess: ({ id }) => {
      startedTrainings.add({ id, datasetId, userId: user.id });
      for (const queryKey of [QUERY_KEYS.automaticTrainings(datasetId), QUERY_KEYS.runningWork])
        void queryClient.invalidateQueries({ queryKey });
      notify(text("begun"), { type: "info" });
      onBegun(id);
    },
  });
}
