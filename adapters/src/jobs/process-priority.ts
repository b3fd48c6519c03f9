import { readdirSync } from "node:fs";
import { getPriority, setPriority } from "node:os";

/**
 * Nice values of jobs that a user waits for, and of jobs that may take an hour. Both are above that of the server, which answers
 * users. They stay moderate because the weight of a nice value also counts against other programs of the machine: beside one that
 * is always busy, a thread gets 25 % of a core at 5, 10 % at 10, and 1.4 % at 19 (sched(7); kernel/sched/core.c, sched_prio_to_weight).
 */
export const JOB_PRIORITY = { urgent: 5, normal: 10 };

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
