/** Status of an evaluation at each step. Pure functions. */
import { ERRORS, type EvaluationModelStatus, type EvaluationStatus, type Resource } from "@agatha/contracts";
import type { Plan } from "../plan/action.js";
import { statusFailure } from "../status/condition-messages.js";
import type { TaskDecision } from "../tasks/decide-task.js";
import { isRetryRequested, seenRetry } from "../tasks/retries.js";
import { REQUEUE_AFTER_MS } from "../tasks/task-actions.js";
import type { EvaluationLines } from "./evaluation-lines.js";
import type { EvaluationTaskKind, PendingEvaluationWork } from "./pending-work.js";

type Evaluation = Resource<"Evaluation">;

/** Longest message of an entry, in characters. */
const MAX_LINE_MESSAGE_LENGTH = 256;

/** Returns the status without fields of an earlier step, with the known entries. */
export function statusWithoutTask(evaluation: Evaluation, { input, lines }: PendingEvaluationWork): EvaluationStatus {
  const { metadata, spec, status } = evaluation;
  const { table, failed, conditions } = status ?? {};
  return {
    observedGeneration: metadata.generation,
    ...(spec.testData && table && input.is !== "unparsed" && { table }),
    ...(input.is === "ready" && { sampling: input.sampling }),
    ...seenRetry(evaluation),
    ...(failed !== undefined && !isRetryRequested(evaluation) && input.is === "unparsed" && input.fingerprint === failed && { failed }),
    models: inSpecOrder(spec.models, lines.completed),
    ...(conditions && { conditions }),
  };
}

function inSpecOrder(names: readonly string[], lines: readonly EvaluationModelStatus[]): EvaluationModelStatus[] {
  return [...lines].sort((a, b) => names.indexOf(a.name) - names.indexOf(b.name));
}

type StatusAndRequeue = Pick<Plan<"Evaluation">, "status" | "requeueAfter">;

/** Returns the status if there is no work. */
export function idleStatus(evaluation: Evaluation, { input, lines }: PendingEvaluationWork, base: EvaluationStatus): StatusAndRequeue {
  if (input.is === "none") return { status: { ...base, phase: "init" } };
  if (evaluation.spec.suspend) return { status: { ...base, phase: "prepare_upload_finish" } };
  if (input.is === "failed") return { status: { ...base, phase: "evaluating_fail", ...statusFailure(input.reason, input.message) } };
  if (input.is === "unparsed") {
    const { reason = ERRORS.evaluationFailed, message = "", fault } = evaluation.status ?? {};
    return { status: { ...base, phase: "evaluating_fail", reason, message, ...(fault && { fault }) } };
  }
  if (input.is === "waiting") return { status: { ...base, phase: "evaluating" }, requeueAfter: REQUEUE_AFTER_MS };
  return completedStatus(evaluation, lines, base);
}

/** Returns the status once all results are in: finished if any model has figures, otherwise failed for the reason of the first model. */
export function completedStatus(
  { spec }: Evaluation,
  { completed, waitingForTraining }: EvaluationLines,
  base: EvaluationStatus,
): StatusAndRequeue {
  const models = inSpecOrder(spec.models, completed);
  if (waitingForTraining) return { status: { ...base, models, phase: "evaluating" }, requeueAfter: REQUEUE_AFTER_MS };
  if (models.some(({ reason }) => reason === undefined)) return { status: { ...base, models, phase: "evaluating_finish" } };
  const { reason = ERRORS.evaluationFailed, message = "" } = models[0] ?? {};
  const phase = reason === ERRORS.evaluationInputSemilabel ? "semilabel_check_fail" : "evaluating_fail";
  return { status: { ...base, models, phase, ...statusFailure(reason, message) } };
}

/** Returns the known entries and those of the task's output. */
export function linesWithResults(
  { completed, pending }: EvaluationLines,
  output: Extract<Extract<TaskDecision<EvaluationTaskKind>, { do: "finish" }>["output"], { models: unknown }>,
): EvaluationModelStatus[] {
  const fresh = output.models.flatMap((line): EvaluationModelStatus[] => {
    const asked = pending.find(({ task }) => task.name === line.name);
    if (!asked) return [];
    return [{ ...line, fingerprint: asked.fingerprint, ...(line.reason === undefined && { document: output.document }) }];
  });
  return [...completed, ...fresh];
}

/** Returns the status after a failed task. A file that cannot be parsed is not retried, nor are models that could not be evaluated. */
export function failedTaskStatus(
  { evaluation, pending }: { evaluation: Evaluation; pending: PendingEvaluationWork },
  decision: Extract<TaskDecision<EvaluationTaskKind>, { do: "fail" }>,
  base: EvaluationStatus,
): StatusAndRequeue {
  const why = statusFailure(decision.reason, decision.message);
  if (pending.input.is === "unparsed") {
    const { fault } = decision;
    return { status: { ...base, phase: "evaluating_fail", failed: pending.input.fingerprint, ...why, ...(fault && { fault }) } };
  }
  const message = why.message.slice(0, MAX_LINE_MESSAGE_LENGTH);
  const broken = pending.lines.pending.map(({ fingerprint, task }) => ({ name: task.name, fingerprint, reason: why.reason, message }));
  return completedStatus(evaluation, { ...pending.lines, completed: [...pending.lines.completed, ...broken], pending: [] }, base);
}
