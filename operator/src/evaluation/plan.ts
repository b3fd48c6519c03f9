import {
  type Clock,
  columnTypeOverrides,
  type EvaluationResultDocument,
  isoTime,
  type Resource,
  readingOf,
  type TableToReadLike,
  type TaskInput,
} from "@agatha/contracts";
import { DATASET_LIMITS } from "../dataset/plan.js";
import type { Action, JobLimits, Plan } from "../plan/action.js";
import { metadataActions } from "../plan/metadata-actions.js";
import type { Attempts } from "../tasks/attempts.js";
import { decideTask } from "../tasks/decide-task.js";
import { retryMessage } from "../tasks/retry-message.js";
import { REQUEUE_AFTER_MS, taskActions } from "../tasks/task-actions.js";
import { evaluationConditions } from "./conditions.js";
import type { ResolvedReferences } from "./evaluation-input.js";
import { withMaxFpr } from "./evaluation-lines.js";
import { isDatasetDeleted, type PendingEvaluationWork } from "./pending-work.js";
import { completedStatus, failedTaskStatus, idleStatus, linesWithResults, statusWithoutTask } from "./status.js";

type Evaluation = Resource<"Evaluation">;
/** Resource limits of an evaluation; its models predict one after the other. */
const EVALUATION_LIMITS: JobLimits = { memoryMiB: 1024, cpus: 2, deadlineSeconds: 3600 };

/** State observed for a plan. */
export interface ObservedState {
  attempts: Attempts;
  /** Table of the training data; undefined if they are currently unknown. */
  training: TableToReadLike | undefined;
  /** Documents of entries whose figures may be for another limit. */
  resultDocuments: ReadonlyMap<string, EvaluationResultDocument>;
}

interface EvaluationPlanInput {
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
  const input = taskInput(evaluation, pending, observed.training);
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
  if (decision.do === "fail") return { ...work, ...failedTaskStatus({ evaluation, pending }, decision, base) };
  return { ...work, status: { ...base, phase: "evaluating", task: id, attempts: decision.number, ...retryMessage(decision) } };
}

function taskInput(
  { spec }: Evaluation,
  { input, lines }: PendingEvaluationWork,
  training: ObservedState["training"],
): TaskInput | undefined {
  if (input.is === "unparsed" && spec.testData && training) {
    const { timezone, productType, columns } = input.dataset.spec;
    return {
      kind: "ingest",
      source: spec.testData,
      timezone,
      productType,
      columns: columnTypeOverrides(columns, training.columns),
      like: readingOf(training),
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
