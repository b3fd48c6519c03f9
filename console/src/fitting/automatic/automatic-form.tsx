import type { DatasetAnswer } from "@agatha/contracts/wire";
import { Box, Button, Paper, Typography } from "@mui/material";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useNotify } from "react-admin";
import { flushSync } from "react-dom";
import { useServices } from "../../api/context.js";
import { KEYS } from "../../api/queries.js";
import { useText } from "../../i18n/use-text.js";
import { useSessionUser } from "../../routing/session.js";
import { Failure } from "../../states/failure.js";
import { messages } from "../messages.js";
import { type Choice, labelIn } from "../new-model/choices.js";
import type { Draft } from "../new-model/draft.js";
import { focusFirstProblem } from "../new-model/focus-first-problem.js";
import { GoalFields } from "../new-model/goal-fields.js";
import { LeakNotice } from "../new-model/leak-notice.js";
import { AnomalyFields } from "./anomaly-fields.js";
import { type AutomaticDraft, automaticProblems, automaticRequest, candidateCount } from "./automatic-draft.js";
import { ColumnFields } from "./column-fields.js";
import { EffortFields } from "./effort-fields.js";
import { GroupFields } from "./group-fields.js";
import { LeavesOut } from "./leaves-out.js";

interface AutomaticFormProps {
  dataset: DatasetAnswer;
  choices: readonly Choice[];
  draft: Draft;
  wanted: AutomaticDraft;
  onDraft(draft: Draft): void;
  onWanted(wanted: AutomaticDraft): void;
  onBegun(id: string): void;
}

/** What is to be known and how long it may take; which methods answer it best is found out. */
export function AutomaticForm({ dataset, choices, draft, wanted, onDraft, onWanted, onBegun }: AutomaticFormProps) {
  const text = useText(messages);
  const [tried, setTried] = useState(false);
  const place = { choices, rows: dataset.nrow ?? 0 };
  const problems = automaticProblems(draft, wanted, place);
  const beginning = useBeginning(dataset.id, () => automaticRequest(draft, wanted, place), onBegun);
  const submit = (event: FormEvent<HTMLElement>) => {
    event.preventDefault();
    // What is wrong has to be drawn before it can be found.
    flushSync(() => setTried(true));
    if (Object.keys(problems).length === 0) beginning.mutate();
    else focusFirstProblem(event.currentTarget);
  };
  const candidates = candidateCount(draft, wanted, place.rows);
  const goesOn = wanted.effort === "thorough" && draft.goal !== "groups";
  const notice = { datasetId: dataset.id, draft, labelOf: labelIn(choices) };
  const chooseWithout = (names: string[]) => {
    onDraft({ ...draft, columns: draft.columns.filter((name) => !names.includes(name)) });
    onWanted({ ...wanted, columns: "chosen" });
  };
  return (
    <Box component="form" noValidate onSubmit={submit} sx={{ display: "grid", gap: 2, gridTemplateColumns: "minmax(0, 1fr)" }}>
      <Typography color="text.secondary">{text("automatic.about")}</Typography>
      <Paper sx={{ p: 2, display: "grid", gap: 2 }}>
        <GoalFields draft={draft} choices={choices} problems={problems} tried={tried} onChange={onDraft} />
        {draft.goal === "outliers" ? <AnomalyFields wanted={wanted} choices={choices} problems={problems} onWanted={onWanted} /> : null}
        {draft.goal === "groups" ? <GroupFields wanted={wanted} rows={place.rows} problems={problems} onWanted={onWanted} /> : null}
      </Paper>
      {wanted.columns === "usable" ? <LeavesOut {...notice} onChoose={chooseWithout} /> : <LeakNotice {...notice} onChange={onDraft} />}
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
      {beginning.error ? <Failure error={beginning.error} title={text("automatic.refused")} /> : null}
      <Paper sx={{ p: 2, display: "flex", gap: 2, alignItems: "center", flexWrap: "wrap" }}>
        <Typography sx={{ flexGrow: 1, flexBasis: 240 }}>
          {candidates === 0 ? null : text(`automatic.${goesOn ? "triesMore" : "tries"}`, { count: candidates })}
        </Typography>
        <Button type="submit" variant="contained" size="large" loading={beginning.isPending}>
          {text("automatic.begin")}
        </Button>
      </Paper>
    </Box>
  );
}

/** Sends it, and lets every list and every tab know. */
function useBeginning(datasetId: string, requested: () => ReturnType<typeof automaticRequest>, onBegun: (id: string) => void) {
  const text = useText(messages);
  const notify = useNotify();
  const { api, begunBatches } = useServices();
  const user = useSessionUser();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => api.createAutoModel(datasetId, requested()),
    onSuccess: ({ id }) => {
      begunBatches.add({ id, datasetId, userId: user.id });
      for (const queryKey of [KEYS.autoModels(datasetId), KEYS.running]) void queryClient.invalidateQueries({ queryKey });
      notify(text("automatic.begun"), { type: "info" });
      onBegun(id);
    },
  });
}
