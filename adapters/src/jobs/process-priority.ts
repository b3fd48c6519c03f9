import { readdirSync } from "node:fs";
import { constants, getPriority, setPriority } from "node:os";

/** Of jobs that somebody waits for, and of those that may take an hour: both give way to the server that answers people. */
export const JOB_PRIORITY = { urgent: constants.priority.PRIORITY_BELOW_NORMAL, normal: constants.priority.PRIORITY_LOW };

/**
 * Lowers the priority of a process that was just started; never raises it, which takes a privilege. Linux has a priority for
 * each thread (sched(7), "The nice value"), given on to those that it starts: all that are there already are told.
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
