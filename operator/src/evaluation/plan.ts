import {
  type Clock,
  ERRORS,
  type EvaluationModelStatus,
  type EvaluationResultDocument,
  type EvaluationStatus,
  isMarkedDeleted,
  isoTime,
  type Resource,
  type TableColumn,
  type TaskInput,
} from "@agatha/contracts";
import { fingerprintOf } from "@agatha/contracts/fingerprint";
import { DATASET_LIMITS } from "../dataset/plan.js";
import type { Action, JobLimits, Plan } from "../plan/action.js";
import { metadataActions } from "../plan/metadata-actions.js";
import { taskNamePrefix } from "../runtime/fingerprint.js";
import { retryMessage, statusFailure } from "../status/condition-messages.js";
import type { Attempts } from "../tasks/attempts.js";
import { decideTask, type TaskDecision } from "../tasks/decide-task.js";
import { isRetryRequested, seenRetry } from "../tasks/retries.js";
import { REQUEUE_AFTER_MS, taskActions } from "../tasks/task-actions.js";
import { evaluationConditions } from "./conditions.js";
import { columnTypeOverrides, type EvaluationInput, evaluationInput, type ResolvedReferences } from "./evaluation-input.js";
import { type EvaluationLines, evaluationLines, withMaxFpr, withoutEvaluationInput } from "./evaluation-lines.js";

type Evaluation = Resource<"Evaluation">;
type EvaluationTaskKind = "ingest" | "evaluate";

/** Resource limits of an evaluation; its models predict one after the other. */
export const EVALUATION_LIMITS: JobLimits = { memoryMiB: 1024, cpus: 1, deadlineSeconds: 3600 };

/** Longest message of an entry, in characters. */
const MAX_LINE_MESSAGE_LENGTH = 256;

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
function isDatasetDeleted({ dataset }: ResolvedReferences): boolean {
  return dataset !== undefined && isMarkedDeleted(dataset) && dataset.metadata.deletionTimestamp === undefined;
}

/** State observed for a plan. */
export interface ObservedState {
  attempts: Attempts;
  /** Columns of the training data; undefined if they are currently unknown. */
  trainingColumns: readonly TableColumn[] | undefined;
  /** Documents of entries whose figures may be for another limit. */
  resultDocuments: ReadonlyMap<string, EvaluationResultDocument>;
}

export interface EvaluationPlanInput {
  references: ResolvedReferences;
  pending: PendingEvaluationWork;
  observed: ObservedState;
}

/** Returns the actions to take and the new status. Pure function. */
export function planEvaluation(
  evaluation: Evaluation,
  { references, pending, observed }: EvaluationPlanInput,
  clock: Clock,
): Plan<"Evaluation"> {
  const upkeep = [...metadataActions(evaluation, references.dataset), ...garbageCollectionActions(evaluation, observed.attempts)];
  if (isDatasetDeleted(references)) return { actions: upkeep, status: evaluation.status ?? {} };
  const next = planTask({ evaluation, pending, observed }, clock);
  const { models, ...status } = next.status;
  const limited = models && withMaxFpr(models, evaluation.spec.maxFpr, observed.resultDocuments);
  return {
    actions: [...upkeep, ...next.actions],
    status: evaluationConditions(
      evaluation,
      { ...status, models: limited, maxFpr: evaluation.spec.maxFpr },
      clock,
      observed.attempts.latest?.job,
    ),
    requeueAfter: next.requeueAfter,
  };
}

interface TaskPlanInput {
  evaluation: Evaluation;
  pending: PendingEvaluationWork;
  observed: ObservedState;
}

function planTask({ evaluation, pending, observed }: TaskPlanInput, clock: Clock): Plan<"Evaluation"> {
  const { input: test, lines, due } = pending;
  const base = statusWithoutTask(evaluation, pending);
  if (!due) return { actions: [], ...idleStatus(evaluation, pending, base) };
  const decision = decideTask(due.kind, observed.attempts.latest, clock.now());
  const input = taskInput(evaluation, pending, observed.trainingColumns);
  if (decision.do === "start" && !input) return { actions: [], status: { ...base, phase: "evaluating" }, requeueAfter: REQUEUE_AFTER_MS };
  const id = `${due.taskNamePrefix}${decision.number}`;
  const work = taskActions(decision, id, due.kind === "ingest" ? DATASET_LIMITS : EVALUATION_LIMITS, () => {
    if (!input) throw new Error("a task is started only when its input is ready");
    return { at: isoTime(clock), input };
  });
  if (decision.do === "finish" && test.is === "unparsed" && "table" in decision.output) {
    const { table, document, summary } = decision.output;
    const { key, sha256 } = table;
    const parsed = { key, sha256, document, totalRows: summary.totalRows, fingerprint: test.fingerprint };
    return { ...work, status: { ...base, phase: "evaluating", table: parsed } };
  }
  if (decision.do === "finish" && "models" in decision.output) {
    const found = linesWithResults(lines, decision.output);
    return { ...work, ...completedStatus(evaluation, { ...lines, completed: found, pending: [] }, base) };
  }
  if (decision.do === "fail") return { ...work, ...failedTaskStatus({ evaluation, pending, observed }, decision, base) };
  const working: EvaluationStatus = { ...base, phase: "evaluating", task: id, attempts: decision.number };
  return { ...work, status: decision.do === "pause" ? { ...working, message: retryMessage(decision) } : working };
}

/** Returns the status without fields of an earlier step, with the known entries. */
function statusWithoutTask(evaluation: Evaluation, { input, lines }: PendingEvaluationWork): EvaluationStatus {
  const { metadata, spec, status } = evaluation;
  const { table, failed, conditions } = status ?? {};
  return {
    observedGeneration: metadata.generation,
    ...(spec.testData && table && input.is !== "unparsed" && { table }),
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
function idleStatus(evaluation: Evaluation, { input, lines }: PendingEvaluationWork, base: EvaluationStatus): StatusAndRequeue {
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
function completedStatus(
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

function linesWithResults(
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
function failedTaskStatus(
  { evaluation, pending }: TaskPlanInput,
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

function taskInput(
  { spec }: Evaluation,
  { input, lines }: PendingEvaluationWork,
  training: ObservedState["trainingColumns"],
): TaskInput | undefined {
  if (input.is === "unparsed" && spec.testData && training) {
    const { timezone, productType, columns } = input.dataset.spec;
    return {
      kind: "ingest",
      source: spec.testData,
      timezone,
      productType,
      columns: columnTypeOverrides(columns, training),
      columnsMayLack: true,
    };
  }
  if (input.is !== "ready") return undefined;
  const { key: table, document: tableDocument, sampling, trainingDocument, timezone, extraction } = input;
  const models = lines.pending.map(({ task }) => task);
  return { kind: "evaluate", table, tableDocument, sampling, timezone, trainingDocument, models, extraction };
}

/** Keeps outputs that the status refers to, and those of a running task. */
function garbageCollectionActions({ status }: Evaluation, { latest, obsoleteTasks }: Attempts): Action[] {
  if (obsoleteTasks.length === 0) return [];
  const { table, models = [] } = status ?? {};
  const objects = models.flatMap(({ result }) => (result === undefined ? [] : [result]));
  const documents = models.flatMap(({ document }) => (document === undefined ? [] : [document]));
  return [
    {
      do: "sweep",
      tasks: obsoleteTasks.map(({ id }) => id),
      keep: {
        objects: [...objects, ...(table ? [table.key] : []), ...(latest ? [latest.task.outputPrefix] : [])],
        documents: [...documents, ...(table ? [table.document] : []), ...(latest ? [latest.task.id] : [])],
      },
    },
  ];
}
