/**
 * Trained models and their evaluations on test files, as in production: the file is ingested with the training data's types, then each
 * model predicts.
 */
import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import {
  COLLECTIONS,
  type EvaluationPredictions,
  evaluationPredictions,
  evaluationResultDocument,
  type ModelEvaluation,
  type TaskInput,
  taskOutputs,
} from "@agatha/contracts";
import type { ModelRequest } from "../../../training/plan/plan.js";
import { evaluate } from "../evaluate.js";
import { ingest } from "../ingest.js";
import { train } from "../train.js";
import { createTaskHarness } from "./task-harness.js";

type EvaluateTask = Extract<TaskInput, { kind: "evaluate" }>;
type EvaluatedTask = EvaluateTask["models"][number];

interface Outcome {
  lines: ReturnType<typeof taskOutputs.evaluate.parse>["models"];
  found: Record<string, ModelEvaluation>;
  rows(name: string): EvaluationPredictions;
}

/** Returns a function that makes a result once for each key. */
function createMemo(): <T>(key: unknown, make: () => Promise<T>) => Promise<T> {
  const results = new Map<string, Promise<unknown>>();
  return <T>(key: unknown, make: () => Promise<T>) => {
    const text = JSON.stringify(key);
    const result = results.get(text) ?? make();
    results.set(text, result);
    return result as Promise<T>;
  };
}

/** Creates a harness with the steps from a file to the evaluation of models. The caller removes the harness afterwards. */
export async function createEvaluationBench() {
  const bench = await createTaskHarness();
  /** Many tests ask for the same tables and models, which are made once. */
  const once = createMemo();

  let made = 0;
  const step = () => {
    const attempt = `a${made++}`;
    return { ...bench.context, attempt, outputPrefix: `out/${attempt}`, scratch: mkdtempSync(join(bench.context.scratch, "step-")) };
  };

  /** Ingests a file. `test` gives the text columns of the training data, as for test data. */
  const ingested = (csv: string, test?: { text: string[] }) => once([csv, test], () => ingestNow(csv, test));

  async function ingestNow(csv: string, test?: { text: string[] }) {
    const { key, sha256, size } = await bench.objects.put(`file${made++}`, Buffer.from(csv));
    const columns = (test?.text ?? []).map((name) => ({ name, type: "s" as const }));
    const source = { key, sha256, size, fileName: "file.csv", format: "csv" as const };
    const about = { timezone: "UTC", productType: "quality", sampling: "raw", columns } as const;
    return await ingest({ kind: "ingest", source, ...about, columnsMayLack: test !== undefined }, step());
  }

  async function trained(
    name: string,
    table: Awaited<ReturnType<typeof ingested>>,
    model: ModelRequest,
    actual?: string,
  ): Promise<EvaluatedTask> {
    const about = { table: table.table.key, tableDocument: table.document, sampling: "raw", timezone: "UTC" } as const;
    const { artifact, info } = await once([about, model], () => train({ kind: "train", ...about, model }, step()));
    return { name, artifact: artifact.key, info, actual: actual ?? model.response ?? model.semilabel, timeSeries: model.timeSeries };
  }

  async function evaluated(
    training: string,
    csv: string,
    models: EvaluatedTask[],
    { text = [], extraction }: { text?: string[]; extraction?: string } = {},
  ): Promise<Outcome> {
    const test = await ingested(csv, { text });
    const about = {
      table: test.table.key,
      tableDocument: test.document,
      sampling: "raw",
      timezone: "UTC",
      trainingDocument: training,
      extraction,
    } as const;
    const output = taskOutputs.evaluate.parse(await evaluate({ kind: "evaluate", ...about, models }, step()));
    const document = evaluationResultDocument.parse(await bench.documents.collection(COLLECTIONS.evaluationResults).get(output.document));
    return {
      lines: output.models,
      found: document.models,
      rows(name) {
        const { result = "" } = output.models.find((line) => line.name === name) ?? {};
        return evaluationPredictions.parse(JSON.parse(bench.objects.bytes.get(result)?.toString() ?? ""));
      },
    };
  }
  return { bench, ingested, trained, evaluated, step };
}

/** Returns the header and the lines that `keep` selects. */
export function lines(csv: string, keep: (i: number) => boolean): string {
  const [header, ...rest] = csv.trim().split(/\r?\n/);
  return [header, ...rest.filter((_, i) => keep(i))].join("\n");
}

/** One row in five is a test row, and the others are for training. */
export const isTest = (i: number) => i % 5 === 0;
export const isTraining = (i: number) => !isTest(i);
