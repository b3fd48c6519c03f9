import { type CalculationStatus, type Clock, isoTime, type Resource } from "@agatha/contracts";
import { fingerprintOf } from "@agatha/contracts/tasks/fingerprint";
import { DATASET_LIMITS } from "../dataset/plan.js";
import type { Action, JobLimits, Plan } from "../plan/action.js";
import { metadataActions } from "../plan/metadata-actions.js";
import { taskNamePrefix } from "../runtime/fingerprint.js";
import { statusFailure } from "../status/condition-messages.js";
import type { Attempts } from "../tasks/attempts.js";
import { decideTask, type TaskDecision } from "../tasks/decide-task.js";
import { isRetryRequested, seenRetry } from "../tasks/retries.js";
import { retryMessage } from "../tasks/retry-message.js";
import { REQUEUE_AFTER_MS, taskActions } from "../tasks/task-actions.js";
import { calculationConditions } from "./conditions.js";
import { type CalculationInput, calculationInput, type ResolvedReferences } from "./input.js";

/** Resource limits of a calculation that reads no dataset. */
const CALCULATION_LIMITS: JobLimits = { memoryMiB: 1024, cpus: 2, deadlineSeconds: 3600 };

type Calculation = Resource<"Calculation">;
type CalculationTaskKind = "predict" | "optimize";

/**
 * Returns the common prefix of the attempts' names, or undefined for a finished calculation. The input of a calculation never
 * changes. Pure function.
 */
export function calculationTaskNamePrefix(calculation: Calculation): string | undefined {
  if (isFinished(calculation)) return undefined;
  return taskNamePrefix(calculation, taskKindOf(calculation), fingerprintOf(calculation.spec.modelRef));
}

/** Returns the milliseconds until a finished calculation is deleted, or undefined for an unfinished one. Pure function. */
export function timeToLive(calculation: Calculation, now: number): number | undefined {
  const { phase, finishedAt } = calculation.status ?? {};
  if ((phase !== "success" && phase !== "fail") || finishedAt === undefined) return undefined;
  return Math.max(0, Date.parse(finishedAt) + calculation.spec.ttlSecondsAfterFinished * 1000 - now);
}

/** State that a plan of a calculation depends on. `taskNamePrefix` comes from calculationTaskNamePrefix. */
interface ObservedCalculation {
  references: ResolvedReferences;
  attempts: Attempts;
  taskNamePrefix: string | undefined;
}

/** Returns the actions to take and the new status. Pure function. */
export function planCalculation(
  calculation: Calculation,
  { references, attempts, taskNamePrefix }: ObservedCalculation,
  clock: Clock,
): Plan<"Calculation"> {
  const upkeep = [...metadataActions(calculation, references.model), ...garbageCollectionActions(calculation, attempts)];
  const before: CalculationStatus = {
    ...calculation.status,
    observedGeneration: calculation.metadata.generation,
    ...seenRetry(calculation),
  };
  const input = calculationInput(calculation, references);
  const next =
    taskNamePrefix === undefined
      ? { actions: [], status: before }
      : planTask({ calculation, input, attempts, taskNamePrefix }, before, clock);
  const progress = { waiting: input.is === "waiting" ? input : undefined, job: attempts.latest?.job };
  const status = calculationConditions(calculation, next.status, clock, taskNamePrefix === undefined ? {} : progress);
  return {
    actions: [...upkeep, ...next.actions],
    status,
    requeueAfter: next.requeueAfter ?? timeToLive({ ...calculation, status }, clock.now()),
  };
}

interface TaskPlanInput {
  calculation: Calculation;
  input: CalculationInput;
  attempts: Attempts;
  taskNamePrefix: string;
}

function planTask(
  { calculation, input, attempts, taskNamePrefix }: TaskPlanInput,
  before: CalculationStatus,
  clock: Clock,
): Plan<"Calculation"> {
  const { reason: _reason, message: _message, attempts: _attempts, finishedAt, ...status } = before;
  const decision = decideTask(taskKindOf(calculation), attempts.latest, clock.now());
  if (decision.do === "start" && input.is === "waiting") {
    return { actions: [], status: { ...status, phase: "is_processed" }, requeueAfter: REQUEUE_AFTER_MS };
  }
  if (decision.do === "start" && input.is === "failed") {
    return {
      actions: [],
      status: { ...status, phase: "fail", finishedAt: finishedAt ?? isoTime(clock), ...statusFailure(input.reason, input.message) },
    };
  }
  const id = `${taskNamePrefix}${decision.number}`;
  const limits = calculation.spec.datasetRef === undefined ? CALCULATION_LIMITS : DATASET_LIMITS;
  const work = taskActions(decision, id, limits, () => {
    if (input.is !== "ready") throw new Error("a task is started only when its input is ready");
    return { at: isoTime(clock), input: input.input };
  });
  return { ...work, status: statusAfterDecision({ ...status, attempts: decision.number }, decision, id) };
}

function statusAfterDecision(status: CalculationStatus, decision: TaskDecision<CalculationTaskKind>, id: string): CalculationStatus {
  if (decision.do === "finish") {
    const { task: _task, ...rest } = status;
    return { ...rest, phase: "success", finishedAt: decision.finishedAt, result: decision.output.result.key, rows: decision.output.rows };
  }
  if (decision.do === "fail") {
    const { task: _task, ...rest } = status;
    return { ...rest, phase: "fail", finishedAt: decision.finishedAt, ...statusFailure(decision.reason, decision.message) };
  }
  return { ...status, phase: "is_processed", task: id, ...retryMessage(decision) };
}

/** Returns true if the calculation has failed. */
export function hasFailed({ status }: Calculation): boolean {
  return status?.phase === "fail";
}

/** If a calculation failed without an attempt, the cause was its model or dataset, whose present state decides. */
function isFinished(calculation: Calculation): boolean {
  const isDueAgain = calculation.status?.attempts === undefined || isRetryRequested(calculation);
  return calculation.status?.phase === "success" || (hasFailed(calculation) && !isDueAgain);
}

function taskKindOf({ spec }: Calculation): CalculationTaskKind {
  return spec.type === "batch" ? "predict" : "optimize";
}

function garbageCollectionActions({ status }: Calculation, { latest, obsoleteTasks }: Attempts): Action[] {
  if (obsoleteTasks.length === 0) return [];
  const objects = [...(status?.result ? [status.result] : []), ...(latest ? [latest.task.outputPrefix] : [])];
  return [{ do: "sweep", tasks: obsoleteTasks.map(({ id }) => id), keep: { objects, documents: latest ? [latest.task.id] : [] } }];
}
