import { TITLE_LENGTH } from "@agatha/contracts/kinds/names";
import type { DatasetAnswer } from "@agatha/contracts/wire";
import { Box, Button, Paper, TextField, Typography } from "@mui/material";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type Dispatch, type FormEvent, type SetStateAction, useState } from "react";
import { useNotify } from "react-admin";
import { flushSync } from "react-dom";
import { useDataCheck } from "../../api/queries.js";
import { QUERY_KEYS } from "../../api/query-keys.js";
import { useApi } from "../../api/services.js";
import { Failure } from "../../feedback/failure.js";
import { focusFirstInvalid } from "../../fields/focus-first-invalid.js";
import { useText } from "../../i18n/use-text.js";
import { messages } from "../messages.js";
import { type ColumnOption, columnLabeler } from "../training-draft/column-options.js";
import { ColumnPicker } from "../training-draft/column-picker.js";
import { availableFeatures, type TrainingDraft } from "../training-draft/draft.js";
import { GoalFields } from "../training-draft/goal-fields.js";
import { groupNames } from "../training-draft/group-names.js";
import { rowFactsOf } from "../training-draft/row-facts.js";
import { TargetLeakageWarning } from "../training-draft/target-leakage-warning.js";
import { ValidationField } from "../training-draft/validation-field.js";
import { validationOptions } from "../training-draft/validation-options.js";
import { learnsFromPastAlone, type ModelDraft, nextModelName, tunedModel } from "./draft.js";
import { LayerGraph } from "./layer-graph.js";
import { nodePositions, replaceNode } from "./layers.js";
import { toModelRequest } from "./model-request.js";
import { NodeFields } from "./node-fields.js";
import { TuningFields } from "./tuning-fields.js";
import { useLayerActions } from "./use-layer-actions.js";
import { isValid, type ModelDraftProblems, validateModelDraft } from "./validate-draft.js";

interface ManualModelFormProps {
  dataset: DatasetAnswer;
  /** Number of rows to learn from. */
  rows: number;
  choices: readonly ColumnOption[];
  /** Names of the dataset's models. */
  existingNames: readonly string[];
  draft: ModelDraft;
  onDraft: Dispatch<SetStateAction<ModelDraft>>;
  onCreated(id: string): void;
}

/** Form of one model with chosen methods and settings. */
export default function ManualModelForm({ dataset, rows, choices, existingNames, draft, onDraft, onCreated }: ManualModelFormProps) {
  const text = useText(messages);
  const notify = useNotify();
  const api = useApi();
  const queryClient = useQueryClient();
  const [submitAttempted, setSubmitAttempted] = useState(false);
  const check = useDataCheck(dataset.id).data;
  const context = { choices, existingNames, rows, ...rowFactsOf(dataset, check) };
  const options = validationOptions(draft, choices, context);
  const labelOf = columnLabeler(choices);
  const problems = validateModelDraft(draft, context);
  const onTraining = (changed: TrainingDraft) => onDraft({ ...draft, ...changed });
  const [chosen, setChosen] = useState<string | null>(null);
  const edits = useLayerActions(draft.layers, onDraft);
  const pastAlone = learnsFromPastAlone(draft);
  const places = nodePositions(draft.layers);
  const shown = places.find(({ node }) => node.id === chosen) ?? places[0];
  const creation = useMutation({
    mutationFn: () => api.createModel(dataset.id, toModelRequest(draft, context)),
    onSuccess: async ({ id }) => {
      await queryClient.invalidateQueries({ queryKey: QUERY_KEYS.models(dataset.id) });
      void queryClient.invalidateQueries({ queryKey: QUERY_KEYS.runningWork });
      notify(text("create.started"), { type: "info" });
      onCreated(id);
    },
  });

  const submit = (event: FormEvent<HTMLElement>) => {
    event.preventDefault();
    // The problems must be rendered before the first one can be focused.
    flushSync(() => {
      setSubmitAttempted(true);
      const wrong = places.find(({ node }) => problems.nodes[node.id] !== undefined);
      if (wrong) setChosen(wrong.node.id);
    });
    if (isValid(problems)) creation.mutate();
    else focusFirstInvalid(event.currentTarget);
  };
  return (
    <Box component="form" noValidate onSubmit={submit} sx={{ display: "grid", gap: 2, gridTemplateColumns: "minmax(0, 1fr)" }}>
      <Paper sx={{ p: 2, display: "grid", gap: 2 }}>
        <GoalFields
          datasetId={dataset.id}
          draft={draft}
          choices={choices}
          defaultLagInputs={pastAlone ? null : "recent"}
          problems={problems}
          submitAttempted={submitAttempted}
          onChange={onTraining}
        />
        {options ? (
          <ValidationField
            options={options}
            draft={draft}
            choices={choices}
            problem={submitAttempted ? problems.rows : undefined}
            onChange={onTraining}
          />
        ) : null}
      </Paper>
      <TargetLeakageWarning datasetId={dataset.id} draft={draft} options={options} labelOf={labelOf} onChange={onTraining} />
      <Paper sx={{ p: 2 }}>
        {pastAlone ? (
          <Typography>{text("create.series.pastAlone")}</Typography>
        ) : (
          <ColumnPicker
            choices={availableFeatures(draft, choices)}
            chosen={draft.columns}
            goal={draft.goal}
            groupNames={groupNames(draft, choices, context)}
            problem={submitAttempted ? problems.columns : undefined}
            onChange={(columns) => onDraft({ ...draft, columns })}
          />
        )}
      </Paper>
      <Paper sx={{ p: 2 }}>
        <LayerGraph draft={draft} choices={choices} chosen={shown?.node.id ?? ""} problems={problems} edits={edits} onChoose={setChosen} />
      </Paper>
      {shown ? (
        <Paper sx={{ p: 2 }}>
          <NodeFields
            key={shown.node.id}
            position={shown}
            draft={draft}
            choices={choices}
            rows={context.rows}
            problems={problems.nodes[shown.node.id]}
            hasOtherNodes={places.length > 1}
            onChange={(node) => edits.setLayers(replaceNode(draft.layers, node))}
          />
        </Paper>
      ) : null}
      <TuningFields
        tuning={draft.tuning}
        model={tunedModel(draft, context.rows)}
        problem={problems.tuning}
        onTuning={(tuning) => onDraft({ ...draft, tuning })}
      />
      {creation.error ? <Failure error={creation.error} title={text("create.refused")} /> : null}
      <Paper sx={{ p: 2, display: "flex", gap: 2, alignItems: "flex-start", flexWrap: "wrap" }}>
        <NameFields draft={draft} existingNames={existingNames} problem={problems.name} onDraft={onDraft} />
        <Button type="submit" variant="contained" size="large" loading={creation.isPending}>
          {text("create.train")}
        </Button>
      </Paper>
    </Box>
  );
}

interface NameFieldsProps extends Pick<ManualModelFormProps, "draft" | "existingNames" | "onDraft"> {
  problem: ModelDraftProblems["name"];
}

/** Fields for the title that people are shown, and for the name in addresses and programs. */
function NameFields({ draft, existingNames, problem, onDraft }: NameFieldsProps) {
  const text = useText(messages);
  return (
    <>
      <TextField
        label={text("titleOfModel")}
        value={draft.title}
        onChange={(event) => onDraft({ ...draft, title: event.target.value })}
        helperText={text("create.titleHint")}
        slotProps={{ htmlInput: { maxLength: TITLE_LENGTH, autoComplete: "off" } }}
        sx={{ flexGrow: 1, minWidth: 220 }}
      />
      <TextField
        label={text("name")}
        value={draft.name ?? nextModelName(existingNames)}
        onChange={(event) => onDraft({ ...draft, name: event.target.value })}
        error={problem !== undefined}
        helperText={problem ? text(`create.${problem}`) : " "}
        slotProps={{ htmlInput: { maxLength: 64, autoComplete: "off" } }}
        sx={{ flexGrow: 1, minWidth: 220 }}
      />
    </>
  );
}
