import type { ModelInfo } from "@agatha/contracts";
import { samplingForBatch } from "@agatha/contracts/kinds/sampling";
import type { DatasetAnswer, ModelAnswer } from "@agatha/contracts/wire";
import { Alert, Autocomplete, Checkbox, FormControlLabel, TextField, Typography } from "@mui/material";
import { useEffect, useState } from "react";
import { useDataset, useEditHistoryEntries } from "../../api/queries.js";
import { renderDatasetOption } from "../../dataset-facts/dataset-option.js";
import { Failure } from "../../feedback/failure.js";
import { Loading } from "../../feedback/loading.js";
import { useFormat } from "../../i18n/use-format.js";
import { useText } from "../../i18n/use-text.js";
import { enabledSteps } from "../../step-columns/enabled-steps.js";
import { outputColumns, tableColumns } from "../../step-columns/step-columns.js";
import { messages } from "../messages.js";
import type { BatchRequest } from "./batch-request.js";
import { type SchemaMismatch, schemaMismatch, seriesOf } from "./schema-mismatch.js";
import type { ReadyDatasets } from "./use-ready-datasets.js";

interface DatasetSourceProps {
  model: ModelAnswer;
  info: ModelInfo;
  datasets: ReadyDatasets;
  onRequest(request: BatchRequest): void;
}

/** Selects the rows of a dataset, with its edit history first where the model learned from edited rows. */
export function DatasetSource({ model, info, datasets, onRequest }: DatasetSourceProps) {
  const text = useText(messages);
  const format = useFormat();
  const [id, setId] = useState(model.dataset_id);
  const [wantsHistory, setWantsHistory] = useState(model.use_extraction);
  const entries = useEditHistoryEntries(id);
  const steps = entries.data && enabledSteps(entries.data);
  const hasHistory = steps !== undefined && steps.length > 0;
  const history = wantsHistory && hasHistory;
  const dataset = useDataset(id);
  const columns = steps && dataset.data && (history ? outputColumns(tableColumns(dataset.data.columns), steps) : dataset.data.columns);
  const problems = columns ? schemaMismatch(info.inputs, columns, seriesOf(model)) : NO_MISMATCH;
  const fits = columns !== undefined && problems.missing.length + problems.typeMismatch.length === 0;
  useEffect(() => {
    onRequest(fits ? { type: "batch", dataset_id: id, ...(history ? { use_extraction: true } : {}) } : null);
  }, [onRequest, fits, id, history]);

  if (datasets.error && !datasets.data) return <Failure error={datasets.error} onRetry={() => void datasets.refetch()} />;
  if (!datasets.data) return <Loading rows={1} height={40} />;
  const rows = dataset.data ? batchRows(dataset.data, model) : null;
  return (
    <>
      <Autocomplete<DatasetAnswer, false, true>
        options={datasets.data}
        getOptionLabel={({ title }) => title}
        getOptionKey={(option) => option.id}
        isOptionEqualToValue={(option, value) => option.id === value.id}
        renderOption={renderDatasetOption}
        value={datasets.data.find((option) => option.id === id)}
        onChange={(_event, option) => setId(option.id)}
        disableClearable
        autoHighlight
        noOptionsText={text("batch.noDataset")}
        sx={{ width: 360, maxWidth: "100%" }}
        renderInput={(params) => (
          <TextField
            {...params}
            label={text("batch.dataset")}
            helperText={rows === null ? " " : text("batch.datasetRows", { count: rows, shown: format.number(rows) })}
          />
        )}
      />
      {hasHistory ? (
        <FormControlLabel
          control={<Checkbox size="small" checked={wantsHistory} onChange={(event) => setWantsHistory(event.target.checked)} />}
          label={text("batch.useHistory")}
        />
      ) : null}
      {dataset.error ? <Failure error={dataset.error} onRetry={() => void dataset.refetch()} /> : null}
      {entries.error ? <Failure error={entries.error} onRetry={() => void entries.refetch()} /> : null}
      <SchemaMismatchAlert problems={problems} />
    </>
  );
}

/** Returns the number of rows that a batch of the dataset predicts before any edits; null until it is parsed. */
function batchRows({ nrow, total_rows, sampling_chosen }: DatasetAnswer, { time_series_params }: ModelAnswer): number | null {
  const sampling = samplingForBatch({ sampling: sampling_chosen ?? undefined }, { timeSeries: time_series_params ?? undefined });
  return sampling === "raw" ? total_rows : nrow;
}

const NO_MISMATCH: SchemaMismatch = { missing: [], typeMismatch: [] };

function SchemaMismatchAlert({ problems: { missing, typeMismatch } }: { problems: SchemaMismatch }) {
  const text = useText(messages);
  if (missing.length + typeMismatch.length === 0) return null;
  return (
    <Alert severity="error">
      {missing.length > 0 ? <Typography>{text("batch.problem.missing", { columns: missing })}</Typography> : null}
      {typeMismatch.length > 0 ? <Typography>{text("batch.problem.otherKind", { columns: typeMismatch })}</Typography> : null}
    </Alert>
  );
}
