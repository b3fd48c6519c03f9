import { buffer } from "node:stream/consumers";
import {
  COLLECTIONS,
  DamagedObject,
  ERRORS,
  InvalidInput,
  MissingObject,
  type ModelEvaluation,
  seriesSourceColumns,
  type TaskInput,
  type TaskOutput,
} from "@agatha/contracts";
import type { Table } from "../../data/tables/table.js";
import { wholeProgress } from "../../numeric/progress-range.js";
import { unpackKnownRows } from "../../training/known-rows.js";
import { evaluateModel } from "../evaluation-input/evaluate-model.js";
import { extraColumns } from "../evaluation-input/match-columns.js";
import { loadModel } from "./load-model.js";
import { loadTableDescription } from "./load-table.js";
import { predictTableInBatches } from "./predict.js";
import { TASK_PROGRESS } from "./progress-shares.js";
import { downloadAndReadRows, loadEditSteps } from "./read-rows.js";
import type { TaskContext, TaskHandler } from "./task-handler.js";

type EvaluateTask = Extract<TaskInput, { kind: "evaluate" }>;
type ModelOutcome = TaskOutput<"evaluate">["models"][number];

/** Longest message in a model's status. */
const MAX_MESSAGE_LENGTH = 256;

const modelLost = (how: string) =>
  `The stored file of the model ${how}. Train the model again, or ask the administrator to restore it from a backup.`;

/**
 * Lets each model predict the test rows. Writes `{model}.json` with the rows, and a document with the evaluation of all models. A
 * model whose columns the test rows lack, or whose file is damaged or missing, fails alone.
 */
export const evaluate: TaskHandler<"evaluate"> = async (input, context) => {
  context.progress(TASK_PROGRESS.evaluate.read, "read");
  const evaluationInput = await readEvaluationInput(input, context);
  const training = (await loadTableDescription(input.trainingDocument, context)).columns;
  const given =
    input.extraction === undefined ? evaluationInput.columns : (await loadTableDescription(input.tableDocument, context)).columns;
  const known = new Set(training.map(({ name }) => name));
  const found: Record<string, ModelEvaluation> = {};
  const lines: ModelOutcome[] = [];
  for (const [i, model] of input.models.entries()) {
    const part = {
      ...context,
      progress: (done: number, step: string) =>
        context.progress(wholeProgress(TASK_PROGRESS.evaluate.models, (i + done) / input.models.length), step),
    };
    const { line, outcome, columns = [] } = await evaluateStoredModel(model, evaluationInput, part);
    lines.push(line);
    for (const column of columns) known.add(column);
    if (outcome) found[model.name] = outcome;
  }
  const extra = extraColumns(given, known);
  for (const outcome of Object.values(found)) outcome.warnings.push(...extra);
  const id = `${context.taskId}.${context.attempt}`;
  await context.documents.collection(COLLECTIONS.evaluationResults).put({ id, evaluationUid: context.resourceUid, models: found });
  return { document: id, models: lines };
};

/** Reads the test rows. Throws InvalidInput (evaluationInputColumns) when the steps do not fit them. */
async function readEvaluationInput({ table, sampling, extraction, timezone }: EvaluateTask, context: TaskContext): Promise<Table> {
  const specs = await loadEditSteps(extraction, context);
  try {
    return await downloadAndReadRows(table, { sampling, edits: specs && { specs, timezone } }, context);
  } catch (error) {
    if (error instanceof InvalidInput && error.code === ERRORS.dataExtraction) {
      throw new InvalidInput(ERRORS.evaluationInputColumns, error.problems);
    }
    throw error;
  }
}

/** `columns` are those of the test rows that the model reads. */
async function evaluateStoredModel(
  model: EvaluateTask["models"][number],
  evaluationInput: Table,
  context: TaskContext,
): Promise<{ line: ModelOutcome; outcome?: ModelEvaluation; columns?: string[] }> {
  const { name, actual: actualColumn, timeSeries } = model;
  const document = await context.documents.collection(COLLECTIONS.modelInfos).get(model.info);
  if (!document) throw new Error(`the document ${model.info} of model ${name} is gone`);
  try {
    const serving = await loadModel(context.objects, model.artifact, model.decision);
    const known =
      document.knownRows === undefined ? undefined : unpackKnownRows(await buffer(await context.objects.get(document.knownRows)));
    const { evaluation, predictions } = await evaluateModel(
      evaluationInput,
      { model: serving, info: document.info, known, actualColumn, timeSeries },
      (inputs) => predictTableInBatches(inputs, context, (part) => serving.predictTable(part), serving),
    );
    const bytes = new TextEncoder().encode(JSON.stringify(predictions));
    const { key } = await context.objects.put(`${context.outputPrefix}/${name}.json`, bytes);
    const { inputs, response } = serving;
    const read = timeSeries && response !== null ? seriesSourceColumns(inputs, { ...timeSeries, response }) : inputs;
    return {
      line: { name, indicators: evaluation.indicators, result: key },
      outcome: evaluation,
      columns: [...read.map((column) => column.name), ...(actualColumn === undefined ? [] : [actualColumn])],
    };
  } catch (error) {
    const lost = lostModel(error);
    if (lost) return { line: { name, ...lost } };
    if (!(error instanceof InvalidInput)) throw error;
    return { line: { name, reason: error.code, message: error.message.slice(0, MAX_MESSAGE_LENGTH) } };
  }
}

function lostModel(error: unknown): { reason: string; message: string } | undefined {
  if (error instanceof DamagedObject) return { reason: ERRORS.storedDataDamaged, message: modelLost("is damaged and was not used") };
  if (error instanceof MissingObject) return { reason: ERRORS.storedDataDamaged, message: modelLost(MissingObject.reason) };
  return undefined;
}
