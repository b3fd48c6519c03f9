/** Evaluations for tests, with their models, the results of their tasks, and their plans. */
import {
  type EvaluationModelStatus,
  type EvaluationResultDocument,
  type EvaluationStatus,
  evaluationStatus,
  type Job,
  type Resource,
  type Task,
  type TaskResult,
} from "@agatha/contracts";
import type { ResolvedReferences } from "../evaluation/evaluation-input.js";
import { pendingEvaluationWork } from "../evaluation/pending-work.js";
import { type ObservedState, planEvaluation } from "../evaluation/plan.js";
import type { Attempts } from "../tasks/attempts.js";
import { aModel, anEvaluation, aReadyDataset, aTask, clock, NOW } from "./objects.js";

type Evaluation = Resource<"Evaluation">;

export const artifact = { key: "models/m/model.bin", sha256: "a".repeat(64), size: 1, info: "i", predictions: "models/m/p.json" };
/** Returns a trained model of this name. */
export const trained = (name: string, sha256 = "a".repeat(64)) => ({
  ...aModel({ metadata: { name }, status: { phase: "success", artifact: { ...artifact, sha256 } } }),
});
/** Returns what an evaluation of the model `hardness` refers to. */
export const references = (changes: Partial<ResolvedReferences> = {}): ResolvedReferences => ({
  dataset: aReadyDataset("f"),
  inputDataset: undefined,
  models: new Map([["hardness", trained("hardness")]]),
  ...changes,
});
const NOTHING: Attempts = { obsoleteTasks: [] };

/** Returns the status of an evaluation after its file was parsed. */
function parsed(evaluation: Evaluation): EvaluationStatus {
  const { input } = pendingEvaluationWork(evaluation, references());
  if (input.is !== "unparsed") throw new Error("the file is parsed");
  return {
    table: {
      key: "evaluations/e/t/a/table.parquet",
      sha256: "b".repeat(64),
      document: "t.a",
      totalRows: 50,
      fingerprint: input.fingerprint,
    },
  };
}
/** Status of an evaluation whose file has been parsed and whose models have not answered. */
export const PARSED = parsed(anEvaluation());
/** Returns the line of a model that has answered. */
export const line = (name: string, changes: Partial<EvaluationModelStatus> = {}): EvaluationModelStatus => {
  const models = new Map([[name, trained(name)]]);
  const { lines } = pendingEvaluationWork(anEvaluation({ spec: { models: [name] }, status: PARSED }), references({ models }));
  return {
    name,
    fingerprint: lines.pending[0]!.fingerprint,
    indicators: { R2: 0.5 },
    document: "d.a",
    result: `evaluations/e/${name}.json`,
    ...changes,
  };
};

const success = (output: unknown): TaskResult => ({ status: "success", attempt: "a", finishedAt: NOW, output });
export const FAULT = { name: "extraValue", values: { line: "7", position: "3" } };
export const refused: TaskResult = {
  status: "fail",
  attempt: "a",
  finishedAt: NOW,
  reason: "010407",
  message: "Damaged.",
  detail: [{ path: "line 7", message: "Damaged.", fault: FAULT }],
};
export const INGESTED = success({
  table: { key: "evaluations/e/t/a/table.parquet", sha256: "b".repeat(64), size: 5 },
  document: "t.a",
  summary: { nrow: 50, totalRows: 50, columnCount: 2 },
});
export const EVALUATED = success({
  document: "d.a",
  models: [{ name: "hardness", indicators: { R2: 0.5 }, result: "evaluations/e/hardness.json" }],
});
export const schemaMismatch = (reason: string) =>
  success({ document: "d.a", models: [{ name: "hardness", reason, message: "x: is missing" }] });

/** Returns the attempts at the work that is due, of which the latest has this result or job. */
export function attemptsWith(
  evaluation: Evaluation,
  { result, job, number = 1 }: { result?: TaskResult; job?: Partial<Job>; number?: number },
): Attempts {
  const { due } = pendingEvaluationWork(evaluation, references());
  const name = `${due?.taskNamePrefix}${number}`;
  const input: Task["input"] = { kind: "check", table: "t", tableDocument: "d" };
  return {
    latest: { number, task: aTask(name, input, result), job: { name, phase: "running", ...job } },
    firstCreatedAt: NOW,
    obsoleteTasks: [],
  };
}

export interface EvaluationCase {
  evaluation?: Evaluation;
  around?: Partial<ResolvedReferences>;
  attempts?: (evaluation: Evaluation) => Attempts;
  results?: EvaluationResultDocument[];
}

/** Plans an evaluation in this state. It expects the status to match its schema. */
export function planOf({ evaluation = anEvaluation(), around: changes = {}, attempts = () => NOTHING, results = [] }: EvaluationCase) {
  const observed: ObservedState = {
    attempts: attempts(evaluation),
    training: { columns: [], decimal: null },
    resultDocuments: new Map(results.map((one) => [one.id, one])),
  };
  const resolved = references(changes);
  const pending = pendingEvaluationWork(evaluation, resolved);
  const plan = planEvaluation(evaluation, { references: resolved, pending, observed }, clock);
  const stored: unknown = JSON.parse(JSON.stringify(plan.status));
  expect(evaluationStatus.parse(stored)).toEqual(stored);
  return plan;
}

/** Returns the status of an evaluation whose models have these lines. */
export const statusWithLines = (lines: EvaluationModelStatus[]): EvaluationStatus => ({ ...PARSED, models: lines });
