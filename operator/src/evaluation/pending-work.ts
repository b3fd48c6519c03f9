/** The next step of an evaluation, before any observation of tasks. */
import { isMarkedDeleted, type Resource } from "@agatha/contracts";
import { fingerprintOf } from "@agatha/contracts/tasks/fingerprint";
import { taskNamePrefix } from "../runtime/fingerprint.js";
import { isRetryRequested } from "../tasks/retries.js";
import { type EvaluationInput, evaluationInput, type ResolvedReferences } from "./evaluation-input.js";
import { type EvaluationLines, evaluationLines, withoutEvaluationInput } from "./evaluation-lines.js";

type Evaluation = Resource<"Evaluation">;
export type EvaluationTaskKind = "ingest" | "evaluate";

export interface PendingEvaluationWork {
  input: EvaluationInput;
  lines: EvaluationLines;
  due: { kind: EvaluationTaskKind; taskNamePrefix: string } | undefined;
}

/** Returns the next step before any observation of tasks. Pure function. */
export function pendingEvaluationWork(evaluation: Evaluation, references: ResolvedReferences): PendingEvaluationWork {
  if (isDatasetDeleted(references)) return { input: { is: "waiting" }, lines: NO_LINES, due: undefined };
  const input = evaluationInput(evaluation, references);
  const all = input.is === "ready" ? evaluationLines(evaluation, references.models, input.fingerprint) : NO_LINES;
  const lines = references.inputDataset && isMarkedDeleted(references.inputDataset) ? withoutEvaluationInput(all) : all;
  const due = (kind: EvaluationTaskKind, fingerprint: string): PendingEvaluationWork => ({
    input,
    lines,
    due: { kind, taskNamePrefix: taskNamePrefix(evaluation, kind, fingerprint) },
  });
  if (evaluation.spec.suspend) return { input, lines, due: undefined };
  const unparsable = input.is === "unparsed" && evaluation.status?.failed === input.fingerprint && !isRetryRequested(evaluation);
  if (input.is === "unparsed" && !unparsable) return due("ingest", input.fingerprint);
  if (lines.pending.length > 0)
    return due("evaluate", fingerprintOf(lines.pending.map(({ fingerprint, task }) => [task.name, fingerprint])));
  return { input, lines, due: undefined };
}

const NO_LINES: EvaluationLines = { completed: [], pending: [], waitingForTraining: false };

/**
 * Returns true if the dataset is marked deleted. Its evaluations are then hidden until it is restored: they do not change, and no
 * work is done.
 */
export function isDatasetDeleted({ dataset }: ResolvedReferences): boolean {
  return dataset !== undefined && isMarkedDeleted(dataset) && dataset.metadata.deletionTimestamp === undefined;
}
