import { rm } from "node:fs/promises";
import { join } from "node:path";
import {
  AGATHA_VERSION,
  COLLECTIONS,
  type EditStepSpec,
  type TableDescription,
  type TaskInput,
  type TaskOutput,
  type TrainingRecord,
} from "@agatha/contracts";
import { columnsAfterEdits, type NamedColumn } from "../../data/edits/columns-after-edits.js";
import { readEditedTable } from "../../data/edits/read-edited-table.js";
import { readTable } from "../../data/tables/read-table.js";
import { selectionSize, selectRows } from "../../data/tables/sampling.js";
import type { Table } from "../../data/tables/table.js";
import { ARTIFACT_VERSION } from "../../model/artifact/artifact.js";
import { wholeProgress } from "../../numeric/progress-range.js";
import { createRandom } from "../../numeric/random.js";
import { type TrainingResult, trainModel } from "../../training/train-model.js";
import { loadEditSteps } from "./load-edit-steps.js";
import { TASK_PROGRESS } from "./progress-shares.js";
import type { TaskContext, TaskHandler } from "./task-handler.js";

type TrainTask = Extract<TaskInput, { kind: "train" }>;

/**
 * Trains a model on the rows in use of an ingested table, or on the result of edit steps. Writes `model.bin` (the artifact),
 * `predictions.json` (the held-out predictions behind the metrics) and the document with the model's information.
 */
export const train: TaskHandler<"train"> = async (input, context) => {
  context.progress(TASK_PROGRESS.train.read, "read");
  const description = await loadTableDescription(input, context);
  const steps = await loadEditSteps(input.model.extraction, context);
  const table = await readTrainingTable(input, { description, steps }, context);
  const result = await trainModel(input.model, table, {
    random: createRandom(input.model.seed),
    signal: context.signal,
    threads: input.threads,
    timezone: input.timezone,
    totalRows: steps ? undefined : description.totalRows,
    progress: (fraction, step) => context.progress(wholeProgress(TASK_PROGRESS.train.training, fraction), step),
  });
  context.progress(TASK_PROGRESS.train.save, "save");
  const told = withSamplingWarning(result, input, description.totalRows);
  return storeModel(
    { ...told, info: { ...told.info, record: await trainingRecord(input, { rows: table.nrow, steps }, context) } },
    context,
  );
};

async function loadTableDescription(input: TrainTask, context: TaskContext): Promise<TableDescription> {
  const document = await context.documents.collection(COLLECTIONS.tables).get(input.tableDocument);
  if (!document) throw new Error(`the description ${input.tableDocument} of the table is gone`);
  return document.table;
}

interface TrainingSource {
  description: TableDescription;
  steps: readonly EditStepSpec[] | undefined;
}

/** Reads the training rows, with the columns that are not hidden or that the request names. */
async function readTrainingTable(
  { model, table, sampling, timezone }: TrainTask,
  wanted: TrainingSource,
  context: TaskContext,
): Promise<Table> {
  const columns = namesToRead(model, wanted);
  const { steps: specs } = wanted;
  const path = join(context.scratch, "train.parquet");
  await context.objects.download(table, path);
  try {
    const asked = { sampling, columns, signal: context.signal };
    return await (specs ? readEditedTable(path, { ...asked, specs, timezone }) : readTable(path, asked));
  } finally {
    await rm(path, { force: true });
  }
}

/** Returns the names of the columns to read after the edit steps; a derived column is not hidden. */
function namesToRead(model: TrainTask["model"], { description: { columns }, steps = [] }: TrainingSource): string[] {
  const named = [
    model.response,
    model.timeSeries?.time,
    model.semilabel,
    ...(model.columns ?? []),
    ...model.layers.flatMap(({ nodes }) => nodes.flatMap((node) => node.columns ?? [])),
  ];
  const hidden = new Set(columns.filter((column) => column.hidden).map(({ name }) => name));
  const there: readonly NamedColumn[] = columnsAfterEdits(columns, steps);
  return there.map(({ name }) => name).filter((name) => named.includes(name) || (!hidden.has(name) && !model.columns));
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
  const message = `the model learned from ${learned}${used} of the table's ${all} rows, those in use`;
  return { ...result, info: { ...result.info, warnings: [{ code: "rows_sampled", message }, ...result.info.warnings] } };
}

async function storeModel({ artifact, info, graph, predictions }: TrainingResult, context: TaskContext): Promise<TaskOutput<"train">> {
  const id = `${context.taskId}.${context.attempt}`;
  const stored = await context.objects.put(`${context.outputPrefix}/model.bin`, artifact);
  const listed = await context.objects.put(
    `${context.outputPrefix}/predictions.json`,
    new TextEncoder().encode(JSON.stringify(predictions)),
  );
  await context.documents.collection(COLLECTIONS.modelInfos).put({ id, modelUid: context.resourceUid, info, graph });
  return {
    artifact: stored,
    info: id,
    predictions: listed.key,
    indicators: info.indicators,
    trainIndicators: info.train_indicators,
    baseline: info.baseline,
    heldOutRows: info.validation.heldOutRows,
  };
}
