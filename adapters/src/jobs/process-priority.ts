import { readdirSync } from "node:fs";
import { constants, getPriority, setPriority } from "node:os";

/**
 * Priorities of jobs that a user waits for, and of jobs that may take an hour. Both are below the priority of the server that
 * answers users.
 */
export const JOB_PRIORITY = { urgent: constants.priority.PRIORITY_BELOW_NORMAL, normal: constants.priority.PRIORITY_LOW };

/**
 * Lowers the priority of a process that just started. It never raises it, which needs a privilege. Linux has a priority per
 * thread (sched(7), "The nice value"), which new threads inherit; so every existing thread is changed.
 */
export function lowerPriority(pid: number, priority: number): void {
  const lower = Math.max(priority, getPriority());
  for (const thread of new Set([pid, ...threadsOf(pid)])) {
    try {
      setPriority(thread, lower);
    } catch {
      // It has ended.
    }
  }
}

function threadsOf(pid: number): number[] {
  try {
    return readdirSync(`/proc/${pid}/task`).map(Number);
  } catch {
    return [];
  }
}
