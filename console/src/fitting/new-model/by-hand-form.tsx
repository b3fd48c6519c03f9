import type { DatasetAnswer } from "@agatha/contracts/wire";
import { Box, Button, Paper, TextField } from "@mui/material";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type Dispatch, type FormEvent, type SetStateAction, useState } from "react";
import { useNotify } from "react-admin";
import { flushSync } from "react-dom";
import { useApi } from "../../api/context.js";
import { KEYS } from "../../api/queries.js";
import { useText } from "../../i18n/use-text.js";
import { Failure } from "../../states/failure.js";
import { messages } from "../messages.js";
import { type Choice, labelIn } from "./choices.js";
import { ColumnPicker } from "./column-picker.js";
import { type Draft, freeName, isComplete, offeredColumns, problemsOf, requestOf } from "./draft.js";
import { focusFirstProblem } from "./focus-first-problem.js";
import { GoalFields } from "./goal-fields.js";
import { LayerGraph } from "./layer-graph.js";
import { placesOf, withChange } from "./layers.js";
import { LeakNotice } from "./leak-notice.js";
import { NodeFields } from "./node-fields.js";
import { useLayerEdits } from "./use-layer-edits.js";

interface ByHandFormProps {
  dataset: DatasetAnswer;
  choices: readonly Choice[];
  /** Names of the dataset's models. */
  taken: readonly string[];
  draft: Draft;
  onDraft: Dispatch<SetStateAction<Draft>>;
  onCreated(id: string): void;
}

/** One model with methods and settings of one's own choice. */
export function ByHandForm({ dataset, choices, taken, draft, onDraft, onCreated }: ByHandFormProps) {
  const text = useText(messages);
  const notify = useNotify();
  const api = useApi();
  const queryClient = useQueryClient();
  const [tried, setTried] = useState(false);
  const place = { choices, taken, rows: dataset.nrow ?? 0 };
  const problems = problemsOf(draft, place);
  const [chosen, setChosen] = useState<string | null>(null);
  const edits = useLayerEdits(draft.layers, onDraft);
  const places = placesOf(draft.layers);
  const shown = places.find(({ node }) => node.id === chosen) ?? places[0];
  const creation = useMutation({
    mutationFn: () => api.createModel(dataset.id, requestOf(draft, place)),
    onSuccess: async ({ id }) => {
      await queryClient.invalidateQueries({ queryKey: KEYS.models(dataset.id) });
      void queryClient.invalidateQueries({ queryKey: KEYS.running });
      notify(text("create.started"), { type: "info" });
      onCreated(id);
    },
  });

  const submit = (event: FormEvent<HTMLElement>) => {
    event.preventDefault();
    // What is wrong has to be drawn before it can be found.
    flushSync(() => {
      setTried(true);
      const wrong = places.find(({ node }) => problems.nodes[node.id] !== undefined);
      if (wrong) setChosen(wrong.node.id);
    });
    if (isComplete(problems)) creation.mutate();
    else focusFirstProblem(event.currentTarget);
  };
  return (
    <Box component="form" noValidate onSubmit={submit} sx={{ display: "grid", gap: 2, gridTemplateColumns: "minmax(0, 1fr)" }}>
      <Paper sx={{ p: 2, display: "grid", gap: 2 }}>
        <GoalFields draft={draft} choices={choices} problems={problems} tried={tried} onChange={onDraft} />
      </Paper>
      <LeakNotice datasetId={dataset.id} draft={draft} labelOf={labelIn(choices)} onChange={onDraft} />
      <Paper sx={{ p: 2 }}>
        <ColumnPicker
          choices={offeredColumns(draft, choices)}
          chosen={draft.columns}
          problem={tried ? problems.columns : undefined}
          onChange={(columns) => onDraft({ ...draft, columns })}
        />
      </Paper>
      <Paper sx={{ p: 2 }}>
        <LayerGraph draft={draft} choices={choices} chosen={shown?.node.id ?? ""} problems={problems} edits={edits} onChoose={setChosen} />
      </Paper>
      {shown ? (
        <Paper sx={{ p: 2 }}>
          <NodeFields
            key={shown.node.id}
            at={shown}
            draft={draft}
            choices={choices}
            rows={place.rows}
            problems={problems.nodes[shown.node.id]}
            oneOfMany={places.length > 1}
            onChange={(node) => edits.change(withChange(draft.layers, node))}
          />
        </Paper>
      ) : null}
      {creation.error ? <Failure error={creation.error} title={text("create.refused")} /> : null}
      <Paper sx={{ p: 2, display: "flex", gap: 2, alignItems: "flex-start", flexWrap: "wrap" }}>
        <TextField
          label={text("name")}
          value={draft.name ?? freeName(taken)}
          onChange={(event) => onDraft({ ...draft, name: event.target.value })}
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
