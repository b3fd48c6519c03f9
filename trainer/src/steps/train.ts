import { rm } from "node:fs/promises";
import { join } from "node:path";
import {
  AGATHA_VERSION,
  COLLECTIONS,
  type SamplingMethod,
  type TableDescription,
  type TaskInput,
  type TaskOutput,
  type TrainingRecord,
} from "@agatha/contracts";
import { ARTIFACT_VERSION } from "../artifact/artifact.js";
import { createRandom } from "../random.js";
import { readTable } from "../tables/read-table.js";
import type { Table } from "../tables/table.js";
import { type TrainedResult, trainModel } from "../training/train-model.js";
import type { Step, StepContext } from "./step.js";

type TrainTask = Extract<TaskInput, { kind: "train" }>;

/**
 * Trains a model on the rows in use of an ingested table. Puts out `model.bin` (the artifact), `predictions.json` (what
 * the held-out figures come from) and the document with everything that the model tells.
 */
export const train: Step<"train"> = async (input, context) => {
  context.progress(0, "read");
  const description = await describedTable(input, context);
  const table = await readColumns(input, description, context);
  const result = await trainModel(input.model, table, {
    random: createRandom(input.model.seed),
    signal: context.signal,
    threads: input.threads,
    timezone: input.timezone,
    totalRows: description.totalRows,
    progress: (fraction, step) => context.progress(0.05 + 0.9 * fraction, step),
  });
  context.progress(0.95, "save");
  const told = withSampling(result, table.nrow, description.totalRows);
  return save({ ...told, info: { ...told.info, record: await recordOf(input, table.nrow, context) } }, context);
};

async function describedTable(input: TrainTask, context: StepContext): Promise<TableDescription> {
  const document = await context.documents.collection(COLLECTIONS.tables).get(input.tableDocument);
  if (!document) throw new Error(`the description ${input.tableDocument} of the table is gone`);
  return document.table;
}

/** The rows in use of the columns that are not hidden, or that the request names. */
async function readColumns({ model, table, sampling }: TrainTask, { columns }: TableDescription, context: StepContext): Promise<Table> {
  const named = [
    model.response,
    model.timeSeries?.time,
    model.semilabel,
    ...(model.columns ?? []),
    ...model.layers.flatMap(({ nodes }) => nodes.flatMap((node) => node.columns ?? [])),
  ];
  const wanted = columns.filter(({ name, hidden }) => named.includes(name) || (!hidden && !model.columns)).map(({ name }) => name);
  const path = join(context.scratch, "train.parquet");
  await context.objects.download(table, path);
  try {
    return await readTable(path, { sampling: rowsOf(model, sampling), columns: wanted, signal: context.signal });
  } finally {
    await rm(path, { force: true });
  }
}

/** A random sample of a time series has no rhythm. */
function rowsOf(model: TrainTask["model"], sampling: SamplingMethod): SamplingMethod {
  return model.timeSeries && sampling === "random" ? "raw" : sampling;
}

/** Everything that a training depends on besides the rows themselves. */
async function recordOf(input: TrainTask, rows: number, context: StepContext): Promise<TrainingRecord> {
  const table = await context.objects.head(input.table);
  if (!table) throw new Error(`the table ${input.table} is gone`);
  return {
    table_sha256: table.sha256,
    sampling: rowsOf(input.model, input.sampling),
    rows,
    timezone: input.timezone,
    recipe: input.model,
    versions: { agatha: AGATHA_VERSION, artifact: ARTIFACT_VERSION, node: process.version },
  };
}

function withSampling(result: TrainedResult, used: number, all: number): TrainedResult {
  if (used >= all) return result;
  const message = `the model learned from ${used} of the table's ${all} rows, those in use`;
  return { ...result, info: { ...result.info, warnings: [{ code: "rows_sampled", message }, ...result.info.warnings] } };
}

async function save({ artifact, info, graph, predictions }: TrainedResult, context: StepContext): Promise<TaskOutput<"train">> {
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
  };
}
