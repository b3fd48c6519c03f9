import {
  AGATHA_VERSION,
  COLLECTIONS,
  type EditStepSpec,
  hiddenColumns,
  type ModelInfo,
  namedColumns,
  pluralize,
  type TableDescription,
  type TaskInput,
  type TaskOutput,
  type TrainingRecord,
} from "@agatha/contracts";
import { MAX_CHECKED_COLUMNS } from "@agatha/contracts/kinds/limits";
import { columnsAfterEdits, type NamedColumn } from "../../data/edits/columns-after-edits.js";
import { textFormatsOf } from "../../data/ingest/cells/text-formats.js";
import { populationSize, selectionSize, selectRows } from "../../data/tables/sampling.js";
import { ARTIFACT_VERSION } from "../../model/artifact/artifact.js";
import { wholeProgress } from "../../numeric/progress-range.js";
import { createRandom } from "../../numeric/random.js";
import { type TrainingResult, trainModel } from "../../training/train-model.js";
import { withDefaultValidation } from "../../training/validation/default-validation.js";
import { loadTableDescription } from "./load-table.js";
import { TASK_PROGRESS } from "./progress-shares.js";
import { downloadAndReadRows, loadEditSteps } from "./read-rows.js";
import type { TaskContext, TaskHandler } from "./task-handler.js";

type TrainTask = Extract<TaskInput, { kind: "train" }>;

/**
 * Trains a model on the rows in use of an ingested table, or on the result of edit steps. Writes `model.bin` (the artifact),
 * `predictions.json` (the held-out predictions behind the metrics), `known-rows.bin` (digests of the rows) and the document with
 * the model's information.
 */
export const train: TaskHandler<"train"> = async (input, context) => {
  context.progress(TASK_PROGRESS.train.read, "read");
  const description = await loadTableDescription(input.tableDocument, context);
  const steps = await loadEditSteps(input.model.extraction, context);
  const edits = steps && { specs: steps, timezone: input.timezone };
  const { columns, hidden } = columnsToRead(input.model, { description, steps });
  const table = await downloadAndReadRows(input.table, { sampling: input.sampling, columns, edits }, context);
  const read = new Set(columns);
  const result = await trainModel({ ...input.model, hidden }, table, {
    random: createRandom(input.model.seed),
    signal: context.signal,
    timezone: input.timezone,
    formats: textFormatsOf({ ...description, columns: description.columns.filter(({ name }) => read.has(name)) }),
    ...(!steps && { totalRows: description.totalRows, population: populationSize(input.sampling, { ...description, nrow: table.nrow }) }),
    readColumns: description.columns,
    progress: (fraction, step) => context.progress(wholeProgress(TASK_PROGRESS.train.training, fraction), step),
  });
  context.progress(TASK_PROGRESS.train.save, "save");
  const warned = withSamplingWarning(result, input, description.totalRows);
  return storeModel(
    { ...warned, info: { ...warned.info, record: await trainingRecord(input, { rows: table.nrow, steps }, context) } },
    context,
  );
};

interface TrainingSource {
  description: TableDescription;
  steps: readonly EditStepSpec[] | undefined;
}

/**
 * Returns the columns that are not hidden or that the request names, after the edit steps. If the data decide which rows are held out
 * together, all columns that the data check looks at are read, since any may show them. `hidden` are the columns that are read for
 * this purpose alone.
 */
function columnsToRead(
  model: TrainTask["model"],
  { description: { columns }, steps = [] }: TrainingSource,
): { columns: string[]; hidden: ReadonlySet<string> } {
  const { validation } = withDefaultValidation(model);
  const named = namedColumns(model);
  const searched = isFoundInData(validation) ? columns.slice(0, MAX_CHECKED_COLUMNS).map(({ name }) => name) : [];
  const ofValidation = [validation?.timeColumn, ...(validation?.groupColumns ?? []), ...searched];
  const hidden = new Set([...hiddenColumns(columns, steps)].filter((name) => !named.has(name)));
  const available: readonly NamedColumn[] = columnsAfterEdits(columns, steps);
  const read = available
    .map(({ name }) => name)
    .filter(
      (name) => named.has(name) || ofValidation.includes(name) || (!hidden.has(name) && (!model.columns || validation !== undefined)),
    );
  return { columns: read, hidden };
}

/** Returns true if the data determine the groups or the time by which rows are held out. */
function isFoundInData(validation: TrainTask["model"]["validation"]): boolean {
  if (!validation || validation.rows === "random") return false;
  return validation.rows === "time" ? validation.timeColumn === undefined : validation.groupColumns === undefined;
}

/** Returns everything that determines a training besides the rows themselves. */
async function trainingRecord(
  input: TrainTask,
  { rows, steps }: Pick<TrainingSource, "steps"> & { rows: number },
  context: TaskContext,
): Promise<TrainingRecord> {
  const table = await context.objects.head(input.table);
  if (!table) throw new Error(`the table ${input.table} is gone`);
  return {
    table_sha256: table.sha256,
    sampling: input.sampling,
    rows,
    timezone: input.timezone,
    recipe: { ...input.model, extraction: steps && [...steps] },
    versions: { agatha: AGATHA_VERSION, artifact: ARTIFACT_VERSION, node: process.version },
  };
}

function withSamplingWarning(result: TrainingResult, { model, sampling }: TrainTask, all: number): TrainingResult {
  const used = selectionSize(selectRows(sampling, all));
  if (used >= all) return result;
  const learned = model.extraction === undefined ? "" : "what the edit history makes of ";
  const message = `the model learned from ${learned}${used} of the table's ${pluralize(all, "row")}, those in use`;
  return { ...result, info: { ...result.info, warnings: [{ code: "rows_sampled", message }, ...result.info.warnings] } };
}

/** Returns which rows were held out. The description of a time series' validation has only the method. */
function heldOutByOf({
  method,
  rows,
  groupColumns,
  groupedBy,
  timeColumn,
}: ModelInfo["validation"]): Pick<TaskOutput<"train">, "heldOutBy"> {
  if (method === "none") return {};
  return {
    heldOutBy: {
      rows: rows ?? "series",
      ...(groupColumns && { groupColumns }),
      ...(rows === "groups" && groupedBy && { groupedBy }),
      ...(timeColumn !== undefined && { timeColumn }),
    },
  };
}

async function storeModel(
  { artifact, info, graph, predictions, knownRows, resamples, forecastErrors }: TrainingResult,
  context: TaskContext,
): Promise<TaskOutput<"train">> {
  const id = `${context.taskId}.${context.attempt}`;
  const stored = await context.objects.put(`${context.outputPrefix}/model.bin`, artifact);
  const listed = await context.objects.put(
    `${context.outputPrefix}/predictions.json`,
    new TextEncoder().encode(JSON.stringify(predictions)),
  );
  const known = await context.objects.put(`${context.outputPrefix}/known-rows.bin`, knownRows);
  await context.documents
    .collection(COLLECTIONS.modelInfos)
    .put({ id, modelUid: context.resourceUid, info, graph, resamples, forecastErrors, knownRows: known.key });
  return {
    artifact: stored,
    info: id,
    predictions: listed.key,
    indicators: info.indicators,
    trainIndicators: info.train_indicators,
    baseline: info.baseline,
    heldOutRows: info.validation.heldOutRows,
    ...heldOutByOf(info.validation),
    intervals: info.intervals,
    baselineIntervals: info.baseline_intervals,
    baselineDifferences: info.baseline_differences,
  };
}
