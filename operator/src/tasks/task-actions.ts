import type { TaskInput, TaskKind } from "@agatha/contracts";
import type { Action, JobLimits } from "../plan/action.js";
import type { TaskDecision } from "./decide-task.js";

/** How long to wait for word of a running job, or of what it waits for, before looking. */
export const REQUEUE_AFTER_MS = 30_000;

/** Pure: what a move asks to be done about the task of this id, and when to look again. `task` tells what a new one is about. */
export function taskActions(
  move: TaskDecision<TaskKind>,
  id: string,
  limits: JobLimits,
  task: () => { at: string; input: TaskInput },
): { actions: Action[]; requeueAfter?: number | undefined } {
  switch (move.do) {
    case "start":
      return { actions: [{ do: "start", id, ...task(), limits }], requeueAfter: REQUEUE_AFTER_MS };
    case "launch":
      return { actions: [{ do: "launch", id, limits }], requeueAfter: REQUEUE_AFTER_MS };
    case "watch":
      return { actions: [], requeueAfter: REQUEUE_AFTER_MS };
    case "pause":
      return { actions: [], requeueAfter: move.ms };
    case "finish":
    case "fail":
      return { actions: [] };
  }
}
