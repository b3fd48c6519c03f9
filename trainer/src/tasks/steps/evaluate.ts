import { rm } from "node:fs/promises";
import { join } from "node:path";
import { COLLECTIONS, type EvaluatedModel, InvalidInput, type TableColumn, type TaskInput, type TaskOutput } from "@agatha/contracts";
import { readExtracted } from "../../data/edits/read-extracted.js";
import { readTable } from "../../data/tables/read-table.js";
import { type Table, takeRows } from "../../data/tables/table.js";
import { extraColumns } from "../evaluation-input/check-columns.js";
import { evaluateModel } from "../evaluation-input/evaluate-model.js";
import { inParts } from "./predict.js";
import type { Step, StepContext } from "./step.js";
import { storedModel } from "./stored-model.js";
import { storedSteps } from "./stored-steps.js";

type EvaluateTask = Extract<TaskInput, { kind: "evaluate" }>;
type Line = TaskOutput<"evaluate">["models"][number];

/** The line of a model's own status has room for so much. */
const MESSAGE_LENGTH = 256;

/**
 * Has each model answer the test rows. Puts out `{model}.json` with the rows, and a document with what was found about all
 * of them. A model whose columns the test rows do not have fails alone.
 */
export const evaluate: Step<"evaluate"> = async (input, context) => {
  context.progress(0, "read");
  const test = await readTest(input, context);
  const training = await columnsOf(input.trainingDocument, context);
  const given = input.extraction === undefined ? test.columns : await columnsOf(input.tableDocument, context);
  const extra = extraColumns(given, new Set(training.map(({ name }) => name)));
  const found: Record<string, EvaluatedModel> = {};
  const lines: Line[] = [];
  for (const [i, model] of input.models.entries()) {
    const share = (done: number) => (i + done) / input.models.length;
    const part = { ...context, progress: (done: number, step: string) => context.progress(0.05 + 0.9 * share(done), step) };
    const { line, outcome } = await evaluateOne({ model, test, timezone: input.timezone }, part);
    lines.push(line);
    if (outcome) found[model.name] = { ...outcome, warnings: [...outcome.warnings, ...extra] };
  }
  const id = `${context.taskId}.${context.attempt}`;
  await context.documents.collection(COLLECTIONS.evaluationResults).put({ id, evaluationUid: context.resourceUid, models: found });
  return { document: id, models: lines };
};

/** Throws InvalidInput (010702) for rows that the steps do not fit to. */
async function readTest({ table, sampling, extraction, timezone }: EvaluateTask, context: StepContext): Promise<Table> {
  const specs = await storedSteps(extraction, context);
  const path = join(context.scratch, "test.parquet");
  await context.objects.download(table, path);
  try {
    const asked = { sampling, signal: context.signal };
    return await (specs ? readExtracted(path, { ...asked, specs, timezone }) : readTable(path, asked));
  } catch (error) {
    if (error instanceof InvalidInput && (error.code === "010404" || error.code === "010405")) {
      throw new InvalidInput("010702", error.problems);
    }
    throw error;
  } finally {
    await rm(path, { force: true });
  }
}

async function columnsOf(document: string, context: StepContext): Promise<TableColumn[]> {
  const found = await context.documents.collection(COLLECTIONS.tables).get(document);
  if (!found) throw new Error(`the description ${document} of the table is gone`);
  return found.table.columns;
}

interface Examination {
  model: EvaluateTask["models"][number];
  test: Table;
  timezone: string;
}

async function evaluateOne(
  { model, test, timezone }: Examination,
  context: StepContext,
): Promise<{ line: Line; outcome?: EvaluatedModel }> {
  const { name, actual, timeSeries } = model;
  const told = await context.documents.collection(COLLECTIONS.modelInfos).get(model.info);
  if (!told) throw new Error(`the document ${model.info} of model ${name} is gone`);
  const serving = await storedModel(context.objects, model.artifact);
  try {
    const { found, rows } = await evaluateModel(test, { model: serving, info: told.info, actual, timeSeries, timezone }, (asked) =>
      inParts(asked.nrow, context, (from, to) => serving.predictTable(takeRows(asked, rowsFrom(from, to)))),
    );
    const bytes = new TextEncoder().encode(JSON.stringify(rows));
    const { key } = await context.objects.put(`${context.outputPrefix}/${name}.json`, bytes);
    return { line: { name, indicators: found.indicators, result: key }, outcome: found };
  } catch (error) {
    if (!(error instanceof InvalidInput)) throw error;
    return { line: { name, reason: error.code, message: error.message.slice(0, MESSAGE_LENGTH) } };
  }
}

function rowsFrom(from: number, to: number): Int32Array {
  return Int32Array.from({ length: to - from }, (_, i) => from + i);
}
