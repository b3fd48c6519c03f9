import { enablingModeFor } from "@agatha/contracts/api-access/api-enabling";
import type { DatasetAnswer, EditStepAnswer, ModelAnswer } from "@agatha/contracts/wire";
import { Alert, Box, Typography } from "@mui/material";
import type { SetStateAction } from "react";
import { useSearchParams } from "react-router-dom";
import { useEditHistoryEntries } from "../../api/queries.js";
import { QUERY_KEYS } from "../../api/query-keys.js";
import { useApi } from "../../api/services.js";
import { useApiQuery } from "../../api/use-api-query.js";
import { messages as trainingMessages } from "../../automatic-training/messages.js";
import { AutomaticTrainingForm } from "../../automatic-training/new-training/automatic-training-form.js";
import { newAutomaticTrainingDraft } from "../../automatic-training/new-training/draft.js";
import { AfterPaint } from "../../feedback/after-paint.js";
import { Deferred } from "../../feedback/deferred.js";
import { Failure } from "../../feedback/failure.js";
import { Loading } from "../../feedback/loading.js";
import { useStateOverReload } from "../../fields/use-state-over-reload.js";
import { useText } from "../../i18n/use-text.js";
import { TabList } from "../../lists/tab-list.js";
import { type ModelDraft, newModelDraft } from "../../models/manual-model/draft.js";
import { messages } from "../../models/messages.js";
import { type ColumnOption, columnOptions } from "../../models/training-draft/column-options.js";
import { withGroupNames, withRows } from "../../models/training-draft/group-names.js";
import { type RowFacts, rowFactsOf } from "../../models/training-draft/row-facts.js";
import { Allowed } from "../../restrictions/allowed.js";
import { Chunk } from "../../routing/chunk.js";
import { lazyChunk } from "../../routing/load-chunk.js";
import { useSessionUser } from "../../routing/session.js";
import { historyVersion } from "../../step-columns/enabled-steps.js";
import { CREATION_MODES, creationModeOf } from "./creation-mode.js";
import { editedColumnOptions } from "./edited-columns.js";
import { NoTrainingRows, TrainingRows, useEditedRows } from "./training-rows.js";

const ManualModelForm = lazyChunk(() => import("../../models/manual-model/manual-model-form.js"));

interface NewModelProps {
  dataset: DatasetAnswer;
  models: readonly ModelAnswer[];
  onCreated(modelId: string): void;
  onTrainingStarted(autoModelId: string): void;
}

/** Waits for the data check, which says which columns are usable. */
export default function NewModel({ dataset, models, ...after }: NewModelProps) {
  const api = useApi();
  const check = useApiQuery(QUERY_KEYS.dataCheck(dataset.id), (signal) => api.dataCheck(dataset.id, signal));
  const history = useEditHistoryEntries(dataset.id);
  if (check.error && !check.data) return <Failure error={check.error} onRetry={() => void check.refetch()} />;
  if (history.error && !history.data) return <Failure error={history.error} onRetry={() => void history.refetch()} />;
  const loading = <Loading rows={6} height={48} />;
  if (!check.data || !history.data) return loading;
  return (
    <Allowed what="model" product={dataset.product_type} owner={dataset.owner}>
      <Deferred fallback={loading}>
        <CreationTabs
          dataset={dataset}
          fileColumns={columnOptions(dataset.columns, check.data)}
          facts={rowFactsOf(dataset, check.data)}
          steps={history.data}
          existingNames={models.map((model) => model.name)}
          {...after}
        />
      </Deferred>
    </Allowed>
  );
}

interface CreationTabsProps extends Omit<NewModelProps, "models"> {
  /** Columns of the file. */
  fileColumns: ColumnOption[];
  facts: RowFacts;
  steps: readonly EditStepAnswer[];
  existingNames: string[];
}

/** Tabs for automatic training, which needs no knowledge of methods, and for a manual model. The common fields are entered once. */
function CreationTabs({ dataset, fileColumns, facts, steps, existingNames: taken, onCreated, onTrainingStarted }: CreationTabsProps) {
  const text = useText(messages);
  const trainingText = useText(trainingMessages);
  const user = useSessionUser();
  const [query] = useSearchParams();
  const columnsOf = (edited: boolean) => (edited ? editedColumnOptions(dataset.columns, fileColumns, steps) : fileColumns);
  // A draft is that of these columns and of this version of the form, whose script has its digest as address.
  const form = `new model ${user.id} ${dataset.id} ${dataset.updated_at} ${historyVersion(steps)} ${import.meta.url}`;
  const [draft, setDraft] = useStateOverReload(form, () => {
    const edited = steps.some(({ enabled }) => enabled);
    const goal = dataset.product_type === "occ" ? "outliers" : "predict";
    const columns = columnsOf(edited);
    return withRows(newModelDraft(columns, goal, dataset.product_type === "timeseries"), columns, edited, facts);
  });
  const choices = columnsOf(draft.useExtraction);
  const edited = useEditedRows(dataset.id, steps);
  const inFile = new Set(fileColumns.map(({ column }) => column.name));
  const addedColumns = columnsOf(true).flatMap(({ column: { name, label } }) => (inFile.has(name) ? [] : [label]));
  const [automaticDraft, setAutomaticDraft] = useStateOverReload(`${form} automatic`, () =>
    newAutomaticTrainingDraft(enablingModeFor(user.api_enable_mode)),
  );
  const way = creationModeOf(query.get("way"), user.auto_model_enable);
  const onDraft = (change: SetStateAction<ModelDraft>) =>
    setDraft((before) => withGroupNames(before, typeof change === "function" ? change(before) : change, choices, facts));
  const rows = (draft.useExtraction ? edited.left : null) ?? dataset.nrow ?? 0;
  const common = { dataset, rows, choices, draft, onDraft };
  return (
    <Box sx={{ display: "grid", gap: 2, maxWidth: 960, gridTemplateColumns: "minmax(0, 1fr)" }}>
      <Typography variant="h2" component="h1">
        {text("create.title")}
      </Typography>
      <TrainingRows
        dataset={dataset}
        steps={steps}
        edited={draft.useExtraction}
        left={edited.left}
        addedColumns={addedColumns}
        onChange={(edited) => setDraft(withRows(draft, columnsOf(edited), edited, facts))}
      />
      <TabList
        label={trainingText("ways")}
        tabs={CREATION_MODES.map((mode) => ({
          value: mode,
          id: `way-${mode}`,
          panel: `form-${mode}`,
          label: trainingText(`${mode}`),
          to: { search: searchWithMode(query, mode) },
        }))}
        value={way}
      />
      <Box role="tabpanel" id={`form-${way}`} aria-labelledby={`way-${way}`}>
        {draft.useExtraction && edited.failure ? (
          <NoTrainingRows failure={edited.failure} retry={edited.retry} />
        ) : way === "hand" ? (
          <Chunk fallback={<Loading rows={6} height={48} />}>
            <ManualModelForm {...common} existingNames={taken} onCreated={onCreated} />
          </Chunk>
        ) : user.auto_model_enable ? (
          <AfterPaint>
            <AutomaticTrainingForm
              {...common}
              onDraft={(changed) => onDraft((before) => ({ ...before, ...changed }))}
              automaticDraft={automaticDraft}
              onAutomaticDraft={setAutomaticDraft}
              onStarted={onTrainingStarted}
            />
          </AfterPaint>
        ) : (
          <Alert severity="info">{trainingText("off")}</Alert>
        )}
      </Box>
    </Box>
  );
}

function searchWithMode(query: URLSearchParams, way: string): string {
  const next = new URLSearchParams(query);
  next.set("way", way);
  return next.toString();
}
