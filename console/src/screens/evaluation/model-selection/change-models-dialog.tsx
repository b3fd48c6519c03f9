import type { EvaluationAnswer, EvaluationByModelAnswer, ModelAnswer } from "@agatha/contracts/wire";
import { Alert, Button, Dialog, DialogActions, DialogContent, DialogTitle, Typography } from "@mui/material";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { QUERY_KEYS } from "../../../api/query-keys.js";
import { useApi } from "../../../api/services.js";
import { closeUnlessBeside } from "../../../dialogs/close-unless-beside.js";
import { Failure } from "../../../feedback/failure.js";
import { useText } from "../../../i18n/use-text.js";
import { messages } from "../messages.js";
import { useDatasetNames } from "../use-evaluations.js";
import { ModelSelection } from "./model-selection.js";

interface ChangeModelsDialogProps {
  evaluation: EvaluationAnswer;
  models: readonly ModelAnswer[];
  open: boolean;
  onClose(): void;
}

/** Adds models to the comparison and removes others. Models that have answered are not asked again. */
export function ChangeModelsDialog({ evaluation, models, open, onClose }: ChangeModelsDialogProps) {
  const text = useText(messages);
  return (
    <Dialog open={open} onClose={closeUnlessBeside(onClose)} maxWidth="sm" fullWidth aria-labelledby="change-models-title">
      <DialogTitle id="change-models-title">{text("change.title")}</DialogTitle>
      <ChangeModelsForm evaluation={evaluation} models={models} onClose={onClose} />
    </Dialog>
  );
}

function ChangeModelsForm({ evaluation, models, onClose }: Omit<ChangeModelsDialogProps, "open">) {
  const text = useText(messages);
  const api = useApi();
  const queryClient = useQueryClient();
  const { id, dataset_id, model_id_list } = evaluation;
  const isListed = (id: string) => models.some((model) => model.id === id);
  // Deleted models cannot be requested again.
  const [chosen, setChosen] = useState(() => model_id_list.filter(isListed));
  // The evaluation may be read again while the form is open.
  const [known] = useState(model_id_list);
  const kept = evaluation.evaluation_bymodel.filter(({ model_id, model_deleted }) => !model_deleted && !isListed(model_id));
  const problem = chosen.length + kept.length === 0 ? "modelsNeeded" : undefined;
  const changing = useMutation({
    mutationFn: () =>
      api.changeEvaluation(dataset_id, id, {
        model_id_list: [...chosen, ...kept.map(({ model_id }) => model_id)],
        known_model_id_list: known,
      }),
    onError: () => void queryClient.invalidateQueries({ queryKey: QUERY_KEYS.evaluation(id) }),
    onSuccess: async () => {
      const changed = [QUERY_KEYS.evaluation(id), QUERY_KEYS.evaluations(dataset_id), QUERY_KEYS.runningWork];
      await Promise.all(changed.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
      onClose();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (problem === undefined) changing.mutate();
  };
  return (
    <form noValidate onSubmit={submit}>
      <DialogContent sx={{ display: "grid", gap: 1.5, pt: 0 }}>
        <Typography color="text.secondary">{text("change.hint")}</Typography>
        <ModelSelection datasetId={dataset_id} models={models} chosen={chosen} problem={problem} onChange={setChosen} />
        <KeptModels kept={kept} />
        {changing.error ? <Failure error={changing.error} title={text("change.refused")} /> : null}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{text("close")}</Button>
        <Button type="submit" variant="contained" loading={changing.isPending}>
          {text("change.save")}
        </Button>
      </DialogActions>
    </form>
  );
}

/** Names the models that stay although the list does not offer them, and why. */
function KeptModels({ kept }: { kept: readonly EvaluationByModelAnswer[] }) {
  const text = useText(messages);
  const datasets = useDatasetNames().data;
  if (!datasets) return null;
  const isMine = ({ dataset_id }: EvaluationByModelAnswer) => datasets.some(({ id }) => id === dataset_id);
  const groups = [
    { key: "change.kept", lines: kept.filter((line) => !isMine(line)) },
    { key: "change.keptOther", lines: kept.filter(isMine) },
  ] as const;
  return groups
    .filter(({ lines }) => lines.length > 0)
    .map(({ key, lines }) => (
      <Alert key={key} severity="info">
        {text(key, { count: lines.length, names: lines.map(({ model_title }) => model_title) })}
      </Alert>
    ));
}
