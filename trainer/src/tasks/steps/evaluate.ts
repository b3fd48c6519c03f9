import { rm } from "node:fs/promises";
import { join } from "node:path";
import {
  COLLECTIONS,
  ERRORS,
  InvalidInput,
  type ModelEvaluation,
  type TableColumn,
  type TaskInput,
  type TaskOutput,
} from "@agatha/contracts";
import { readEditedTable } from "../../data/edits/read-edited-table.js";
import { readTable } from "../../data/tables/read-table.js";
import { type Table, takeRows } from "../../data/tables/table.js";
import { wholeProgress } from "../../numeric/progress-range.js";
import { evaluateModel } from "../evaluation-input/evaluate-model.js";
import { extraColumns } from "../evaluation-input/match-columns.js";
import { loadEditSteps } from "./load-edit-steps.js";
import { loadModel } from "./load-model.js";
import { predictInBatches } from "./predict.js";
import { TASK_PROGRESS } from "./progress-shares.js";
import type { TaskContext, TaskHandler } from "./task-handler.js";

type EvaluateTask = Extract<TaskInput, { kind: "evaluate" }>;
type ModelOutcome = TaskOutput<"evaluate">["models"][number];

/** Longest message in a model's status. */
const MAX_MESSAGE_LENGTH = 256;

/**
 * Lets each model predict the test rows. Writes `{model}.json` with the rows, and a document with the evaluation of all models. A
 * model whose columns the test rows lack fails alone.
 */
export const evaluate: TaskHandler<"evaluate"> = async (input, context) => {
  context.progress(TASK_PROGRESS.evaluate.read, "read");
  const evaluationInput = await readEvaluationInput(input, context);
  const training = await describedColumns(input.trainingDocument, context);
  const given = input.extraction === undefined ? evaluationInput.columns : await describedColumns(input.tableDocument, context);
  const extra = extraColumns(given, new Set(training.map(({ name }) => name)));
  const found: Record<string, ModelEvaluation> = {};
  const lines: ModelOutcome[] = [];
  for (const [i, model] of input.models.entries()) {
    const part = {
      ...context,
      progress: (done: number, step: string) =>
        context.progress(wholeProgress(TASK_PROGRESS.evaluate.models, (i + done) / input.models.length), step),
    };
    const { line, outcome } = await evaluateStoredModel({ model, evaluationInput, timezone: input.timezone }, part);
    lines.push(line);
    if (outcome) found[model.name] = { ...outcome, warnings: [...outcome.warnings, ...extra] };
  }
  const id = `${context.taskId}.${context.attempt}`;
  await context.documents.collection(COLLECTIONS.evaluationResults).put({ id, evaluationUid: context.resourceUid, models: found });
  return { document: id, models: lines };
};

/** Reads the test rows. Throws InvalidInput (evaluationInputColumns) when the steps do not fit them. */
async function readEvaluationInput({ table, sampling, extraction, timezone }: EvaluateTask, context: TaskContext): Promise<Table> {
  const specs = await loadEditSteps(extraction, context);
  const path = join(context.scratch, "test.parquet");
  await context.objects.download(table, path);
  try {
    const asked = { sampling, signal: context.signal };
    return await (specs ? readEditedTable(path, { ...asked, specs, timezone }) : readTable(path, asked));
  } catch (error) {
    if (error instanceof InvalidInput && (error.code === ERRORS.duplicateColumnName || error.code === ERRORS.columnName)) {
      throw new InvalidInput(ERRORS.evaluationInputColumns, error.problems);
    }
    throw error;
  } finally {
    await rm(path, { force: true });
  }
}

async function describedColumns(document: string, context: TaskContext): Promise<TableColumn[]> {
  const found = await context.documents.collection(COLLECTIONS.tables).get(document);
  if (!found) throw new Error(`the description ${document} of the table is gone`);
  return found.table.columns;
}

interface StoredModelEvaluation {
  model: EvaluateTask["models"][number];
  evaluationInput: Table;
  timezone: string;
}

async function evaluateStoredModel(
  { model, evaluationInput, timezone }: StoredModelEvaluation,
  context: TaskContext,
): Promise<{ line: ModelOutcome; outcome?: ModelEvaluation }> {
  const { name, actual: actualColumn, timeSeries } = model;
  const told = await context.documents.collection(COLLECTIONS.modelInfos).get(model.info);
  if (!told) throw new Error(`the document ${model.info} of model ${name} is gone`);
  const serving = await loadModel(context.objects, model.artifact);
  try {
    const { found, rows } = await evaluateModel(
      evaluationInput,
      { model: serving, info: told.info, actualColumn, timeSeries, timezone },
      (asked) => predictInBatches(asked.nrow, context, (from, to) => serving.predictTable(takeRows(asked, rowRange(from, to)))),
    );
    const bytes = new TextEncoder().encode(JSON.stringify(rows));
    const { key } = await context.objects.put(`${context.outputPrefix}/${name}.json`, bytes);
    return { line: { name, indicators: found.indicators, result: key }, outcome: found };
  } catch (error) {
    if (!(error instanceof InvalidInput)) throw error;
    return { line: { name, reason: error.code, message: error.message.slice(0, MAX_MESSAGE_LENGTH) } };
  }
}

function rowRange(from: number, to: number): Int32Array {
  return Int32Array.from({ length: to - from }, (_, i) => from + i);
}
