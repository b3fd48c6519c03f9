import {
  type Clock,
  COLLECTIONS,
  DamagedObject,
  type DocumentsById,
  ERRORS,
  InvalidInput,
  isoTime,
  MissingObject,
  type ObjectStore,
  type Task,
  type TaskKind,
  type TaskResult,
} from "@agatha/contracts";
import { type AttemptOutputs, attemptOutputs } from "./attempt-outputs.js";
import { createProgressReporter } from "./progress-reporter.js";
import { publishResult } from "./publish-result.js";
import type { TaskContext, TaskHandler } from "./steps/task-handler.js";
import { createStepEvents, inTaskSpan } from "./task-span.js";

export type TaskHandlers = { [K in TaskKind]: TaskHandler<K> };

export interface RunTaskDeps {
  documents: DocumentsById;
  objects: ObjectStore;
  handlers: TaskHandlers;
  clock: Clock;
  /** Unique id of this run: at most 32 of [a-z0-9]. */
  attempt: string;
  /** Empty folder for temporary files; its creator removes it. */
  scratch: string;
  signal: AbortSignal;
  warn: (message: string) => void;
}

/**
 * Carries out a task and publishes its result. If the task already has a result or is gone, the outputs of this run are removed.
 * Throws when the platform is at fault or the run is aborted; the outputs are removed, too, and the task can be tried again.
 */
export async function runTask(deps: RunTaskDeps, taskId: string): Promise<"published" | "superseded"> {
  const task = await deps.documents.collection(COLLECTIONS.tasks).get(taskId);
  if (!task || task.result) return "superseded";
  return await inTaskSpan(task, () => runFoundTask(deps, task));
}

async function runFoundTask(deps: RunTaskDeps, task: Task): Promise<"published" | "superseded"> {
  const outputs = attemptOutputs(deps, task, deps.attempt);
  const result = await executeTask(deps, task, outputs);
  if (result.status === "fail") await outputs.remove();
  if (!(await publishResult(deps.documents, task, result))) {
    await outputs.remove();
    return "superseded";
  }
  return "published";
}

async function executeTask(deps: RunTaskDeps, task: Task, outputs: AttemptOutputs): Promise<TaskResult> {
  const progress = createProgressReporter(deps, task);
  const tellStep = createStepEvents();
  const context: TaskContext = {
    objects: deps.objects,
    documents: deps.documents,
    taskId: task.id,
    attempt: deps.attempt,
    resourceUid: task.resourceUid,
    outputPrefix: outputs.prefix,
    scratch: deps.scratch,
    progress(fraction, step) {
      tellStep(step);
      progress.report(fraction, step);
    },
    signal: deps.signal,
  };
  const { attempt, clock } = deps;
  try {
    const output = await runHandler(deps.handlers, task.input.kind, task, context);
    deps.signal.throwIfAborted();
    return { status: "success", attempt, finishedAt: isoTime(clock), output };
  } catch (error) {
    const failure = permanentFailure(error);
    if (failure && !deps.signal.aborted) return { status: "fail", attempt, finishedAt: isoTime(clock), ...failure };
    await outputs.remove();
    throw error;
  } finally {
    await progress.flush();
  }
}

/** Returns why the task fails each time it is tried, or undefined. */
function permanentFailure(error: unknown): Pick<Extract<TaskResult, { status: "fail" }>, "reason" | "message" | "detail"> | undefined {
  if (error instanceof InvalidInput) return { reason: error.code, message: error.message, detail: error.problems };
  if (!(error instanceof DamagedObject || error instanceof MissingObject)) return undefined;
  const message = error instanceof DamagedObject ? error.reason : MissingObject.reason;
  return { reason: ERRORS.storedDataDamaged, message: error.message, detail: [{ path: error.key, message }] };
}

async function runHandler<K extends TaskKind>(handlers: TaskHandlers, kind: K, task: Task, context: TaskContext): Promise<unknown> {
  return await handlers[kind](task.input as Parameters<TaskHandler<K>>[0], context);
}
