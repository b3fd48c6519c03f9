import type { TaskInput, TaskKind } from "@agatha/contracts";
import type { Action, JobLimits } from "../plan/action.js";
import type { TaskDecision } from "./decide-task.js";

/** Time until the next look at a running job, or at what it waits for, without a notification. */
export const REQUEUE_AFTER_MS = 30_000;

/**
 * Returns the actions for a decision about the task with this id, and the time until the next look. `task` is the input of a new
 * one. Pure function.
 */
export function taskActions(
  decision: TaskDecision<TaskKind>,
  id: string,
  limits: JobLimits,
  task: () => { at: string; input: TaskInput },
): { actions: Action[]; requeueAfter?: number | undefined } {
  switch (decision.do) {
    case "start":
      return { actions: [{ do: "start", id, failures: decision.failures, ...task(), limits }], requeueAfter: REQUEUE_AFTER_MS };
    case "launch":
      return { actions: [{ do: "launch", id, limits }], requeueAfter: REQUEUE_AFTER_MS };
    case "watch":
      return { actions: [], requeueAfter: REQUEUE_AFTER_MS };
    case "pause":
      return { actions: [], requeueAfter: decision.ms };
    case "finish":
    case "fail":
      return { actions: [] };
  }
}
