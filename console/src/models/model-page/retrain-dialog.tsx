import type { DatasetAnswer, ModelAnswer } from "@agatha/contracts/wire";
import { Alert, Autocomplete, DialogContentText, TextField } from "@mui/material";
import { useState } from "react";
import { useDataset } from "../../api/queries.js";
import { QUERY_KEYS } from "../../api/query-keys.js";
import { useApi } from "../../api/services.js";
import { useApiQuery } from "../../api/use-api-query.js";
import { useReadyDatasets } from "../../calculations/batch-prediction/use-ready-datasets.js";
import { renderDatasetOption } from "../../dataset-facts/dataset-option.js";
import { FormDialog } from "../../dialogs/form-dialog.js";
import { Failure } from "../../feedback/failure.js";
import { useText } from "../../i18n/use-text.js";
import { messages } from "../messages.js";
import { useCloneModel } from "../use-clone-model.js";
import { retrainMismatch } from "./retrain-mismatch.js";

interface RetrainDialogProps {
  model: ModelAnswer;
  onClose(): void;
}

/** Asks for another dataset to train the model's recipe on, and names the columns that do not match. */
export default function RetrainDialog({ model, onClose }: RetrainDialogProps) {
  const text = useText(messages);
  const datasets = useReadyDatasets();
  const [chosen, setChosen] = useState<DatasetAnswer | null>(null);
  const [submitAttempted, setSubmitAttempted] = useState(false);
  const { problems, failed } = useProblems(model, chosen?.id ?? null);
  const cloning = useCloneModel(model);
  const submit = () => {
    setSubmitAttempted(true);
    if (chosen && problems?.length === 0) cloning.mutate({ dataset_id: chosen.id }, { onSuccess: onClose });
  };
  return (
    <FormDialog
      title={text("actions.retrainTitle", { name: model.title })}
      action={text("create.train")}
      pending={cloning.isPending || (chosen !== null && problems === null && !failed)}
      onSubmit={submit}
      onClose={onClose}
    >
      <DialogContentText>{text("actions.retrainHint")}</DialogContentText>
      <Autocomplete<DatasetAnswer>
        options={datasets.data?.filter(({ id, role }) => id !== model.dataset_id && role !== "viewer") ?? []}
        loading={datasets.isPending}
        getOptionLabel={({ title }) => title}
        getOptionKey={({ id }) => id}
        isOptionEqualToValue={(option, value) => option.id === value.id}
        renderOption={renderDatasetOption}
        value={chosen}
        onChange={(_event, option) => setChosen(option)}
        autoHighlight
        noOptionsText={text("actions.noDataset")}
        renderInput={(params) => (
          <TextField
            {...params}
            autoFocus
            label={text("actions.dataset")}
            error={submitAttempted && chosen === null}
            helperText={submitAttempted && chosen === null ? text("actions.datasetNeeded") : " "}
          />
        )}
      />
      {datasets.error && !datasets.data ? <Failure error={datasets.error} onRetry={() => void datasets.refetch()} /> : null}
      {failed ? <Failure error={failed.error} onRetry={() => void failed.refetch()} /> : null}
      {problems?.map((problem) => (
        <Alert key={problem} severity="error">
          {problem}
        </Alert>
      ))}
    </FormDialog>
  );
}

/** Returns what the chosen dataset lacks, null until it is known, and the query that failed to find out. */
function useProblems(model: ModelAnswer, chosen: string | null) {
  const text = useText(messages);
  const api = useApi();
  const info = useApiQuery([...QUERY_KEYS.model(model.id), "info"], (signal) => api.modelInfo(model.dataset_id, model.id, signal));
  const own = useDataset(model.dataset_id);
  const other = useDataset(chosen);
  const failed = [info, own, other].find(({ data, error }) => error && !data);
  if (!info.data || !own.data || !other.data) return { problems: null, failed };
  const { missing, typeMismatch } = retrainMismatch(model, info.data, { own: own.data, other: other.data });
  const problems = [
    ...(missing.length > 0 ? [text("actions.missing", { columns: missing })] : []),
    ...(typeMismatch.length > 0 ? [text("actions.typeMismatch", { columns: typeMismatch })] : []),
  ];
  return { problems, failed: undefined };
}
