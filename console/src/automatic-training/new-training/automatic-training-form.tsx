import type { DatasetAnswer } from "@agatha/contracts/wire";
import { Box, Button, Paper, Typography } from "@mui/material";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useNotify } from "react-admin";
import { flushSync } from "react-dom";
import { useDataCheck } from "../../api/queries.js";
import { QUERY_KEYS } from "../../api/query-keys.js";
import { useApi } from "../../api/services.js";
import { AfterPaint } from "../../feedback/after-paint.js";
import { Failure } from "../../feedback/failure.js";
import { focusFirstInvalid } from "../../fields/focus-first-invalid.js";
import { useLanguage } from "../../i18n/use-language.js";
import { useText } from "../../i18n/use-text.js";
import { type ColumnOption, columnLabeler } from "../../models/training-draft/column-options.js";
import type { TrainingDraft } from "../../models/training-draft/draft.js";
import { GoalFields } from "../../models/training-draft/goal-fields.js";
import { groupNames } from "../../models/training-draft/group-names.js";
import { rowFactsOf } from "../../models/training-draft/row-facts.js";
import { TargetLeakageWarning } from "../../models/training-draft/target-leakage-warning.js";
import { ValidationField } from "../../models/training-draft/validation-field.js";
import { validationOptions } from "../../models/training-draft/validation-options.js";
import { messages } from "../messages.js";
import { ClusterCountFields } from "./cluster-count-fields.js";
import { ColumnFields } from "./column-fields.js";
import { type AutomaticTrainingDraft, candidateCount, leavesOutColumns, toAutoModelRequest, validateAutomaticTraining } from "./draft.js";
import { EffortFields } from "./effort-fields.js";
import { FalseAlarmFields } from "./false-alarm-fields.js";
import { KnownAnomalyFields } from "./known-anomaly-fields.js";
import { LeakageExclusionNotice } from "./leakage-exclusion-notice.js";
import { RankingField } from "./ranking-field.js";

interface AutomaticTrainingFormProps {
  dataset: DatasetAnswer;
  /** Number of rows to learn from. */
  rows: number;
  choices: readonly ColumnOption[];
  draft: TrainingDraft;
  automaticDraft: AutomaticTrainingDraft;
  onDraft(draft: TrainingDraft): void;
  onAutomaticDraft(automaticDraft: AutomaticTrainingDraft): void;
  onStarted(id: string): void;
}

/** Form of an automatic training: the goal and the time limit. The training finds the best methods. */
export function AutomaticTrainingForm({
  dataset,
  rows,
  choices,
  draft,
  automaticDraft,
  onDraft,
  onAutomaticDraft,
  onStarted,
}: AutomaticTrainingFormProps) {
  const text = useText(messages);
  const [submitAttempted, setSubmitAttempted] = useState(false);
  const check = useDataCheck(dataset.id).data;
  const context = {
    choices,
    rows,
    ...rowFactsOf(dataset, check),
    knownAnomalies: automaticDraft.semilabel,
    leavesOutColumns: leavesOutColumns(draft, automaticDraft, choices),
  };
  const options = validationOptions(draft, choices, context);
  const problems = validateAutomaticTraining(draft, automaticDraft, context);
  const creation = useStartTraining(dataset.id, () => toAutoModelRequest(draft, automaticDraft, context), onStarted);
  const submit = (event: FormEvent<HTMLElement>) => {
    event.preventDefault();
    // The problems must be rendered before the first one can be focused.
    flushSync(() => setSubmitAttempted(true));
    if (Object.keys(problems).length === 0) creation.mutate();
    else focusFirstInvalid(event.currentTarget);
  };
  const candidates = candidateCount(draft, automaticDraft, context);
  const goesOn = automaticDraft.effort === "thorough" && draft.goal !== "clusters";
  const notice = { datasetId: dataset.id, draft, options, labelOf: columnLabeler(choices) };
  const chooseWithout = (names: string[]) => {
    onDraft({ ...draft, columns: draft.columns.filter((name) => !names.includes(name)) });
    onAutomaticDraft({ ...automaticDraft, columns: "chosen" });
  };
  return (
    <Box component="form" noValidate onSubmit={submit} sx={{ display: "grid", gap: 2, gridTemplateColumns: "minmax(0, 1fr)" }}>
      <Typography color="text.secondary">{text("about")}</Typography>
      <Paper sx={{ p: 2, display: "grid", gap: 2, gridTemplateColumns: "minmax(0, 1fr)" }}>
        <GoalFields
          datasetId={dataset.id}
          draft={draft}
          choices={choices}
          defaultLagInputs="proposed"
          problems={problems}
          submitAttempted={submitAttempted}
          onChange={onDraft}
        />
        {draft.goal === "outliers" ? (
          <OutlierFields automaticDraft={automaticDraft} choices={choices} problems={problems} onAutomaticDraft={onAutomaticDraft} />
        ) : null}
        {draft.goal === "clusters" ? (
          <ClusterCountFields automaticDraft={automaticDraft} rows={context.rows} problems={problems} onAutomaticDraft={onAutomaticDraft} />
        ) : null}
        {options ? (
          <ValidationField
            options={options}
            draft={draft}
            choices={choices}
            problem={submitAttempted ? problems.rows : undefined}
            onChange={onDraft}
          />
        ) : null}
      </Paper>
      <AfterPaint>
        {automaticDraft.columns === "usable" ? (
          <LeakageExclusionNotice {...notice} onChooseColumns={chooseWithout} />
        ) : (
          <TargetLeakageWarning {...notice} onChange={onDraft} />
        )}
        <Paper sx={{ p: 2 }}>
          <ColumnFields
            draft={draft}
            automaticDraft={automaticDraft}
            choices={choices}
            groupNames={groupNames(draft, choices, context)}
            problem={submitAttempted ? problems.columns : undefined}
            onDraft={onDraft}
            onAutomaticDraft={onAutomaticDraft}
          />
        </Paper>
        <AfterPaint>
          <Paper sx={{ p: 2, display: "grid", gap: 2, gridTemplateColumns: "minmax(0, 1fr)", justifyItems: "start" }}>
            <RankingField draft={draft} automaticDraft={automaticDraft} onAutomaticDraft={onAutomaticDraft} />
            <EffortFields automaticDraft={automaticDraft} problems={problems} onAutomaticDraft={onAutomaticDraft} />
          </Paper>
          {creation.error ? <Failure error={creation.error} title={text("refused")} /> : null}
          <BeginTraining candidates={candidates} goesOn={goesOn} pending={creation.isPending} />
        </AfterPaint>
      </AfterPaint>
    </Box>
  );
}

/** What an outlier detection knows of anomalies, and how many false alarms it may give. */
function OutlierFields({ automaticDraft, choices, problems, onAutomaticDraft }: Parameters<typeof KnownAnomalyFields>[0]) {
  return (
    <>
      <KnownAnomalyFields automaticDraft={automaticDraft} choices={choices} problems={problems} onAutomaticDraft={onAutomaticDraft} />
      <FalseAlarmFields
        budget={automaticDraft.falseAlarms}
        problem={problems.falseAlarms}
        onBudget={(falseAlarms) => onAutomaticDraft({ ...automaticDraft, falseAlarms })}
      />
    </>
  );
}

/** The button that submits the form, beside how many models are tried at first, and whether more follow. */
function BeginTraining({ candidates, goesOn, pending }: { candidates: number; goesOn: boolean; pending: boolean }) {
  const text = useText(messages);
  return (
    <Paper sx={{ p: 2, display: "flex", gap: 2, alignItems: "center", flexWrap: "wrap" }}>
      <Typography sx={{ flexGrow: 1, flexBasis: 240 }}>
        {candidates === 0 ? null : text(goesOn ? "triesMore" : "tries", { count: candidates })}
      </Typography>
      <Button type="submit" variant="contained" size="large" loading={pending}>
        {text("begin")}
      </Button>
    </Paper>
  );
}

/** Sends the request and updates every list and every tab. */
function useStartTraining(datasetId: string, requested: () => ReturnType<typeof toAutoModelRequest>, onStarted: (id: string) => void) {
  const text = useText(messages);
  const language = useLanguage();
  const notify = useNotify();
  const api = useApi();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => api.createAutoModel(datasetId, { language, ...requested() }),
    onSuccess: ({ id }) => {
      for (const queryKey of [QUERY_KEYS.automaticTrainings(datasetId), QUERY_KEYS.runningWork, QUERY_KEYS.user])
        void queryClient.invalidateQueries({ queryKey });
      notify(text("started"), { type: "info" });
      onStarted(id);
    },
  });
}
