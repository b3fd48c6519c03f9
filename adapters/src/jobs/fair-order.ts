/**
 * Order of waiting jobs among accounts: start-time fair queueing (Goyal, Vin and Cheng, SIGCOMM 1996) with jobs of length 1. The job
 * with the lowest turn is next, and of several the one that came first. So accounts share the places in proportion to their
 * weights, however many jobs each has waiting.
 */
export interface FairJob {
  account: string;
  turn: number;
}

/** Returns the turn of a job that comes now. `running` and `waiting` are the jobs that are not over. */
export function nextTurn(account: string, weight: number, running: Iterable<FairJob>, waiting: Iterable<FairJob>): number {
  let latestStarted = 0;
  let firstWaiting = Number.POSITIVE_INFINITY;
  let afterOwn = 0;
  const see = (job: FairJob) => {
    if (job.account === account) afterOwn = Math.max(afterOwn, job.turn + 1 / weight);
  };
  for (const job of running) {
    latestStarted = Math.max(latestStarted, job.turn);
    see(job);
  }
  for (const job of waiting) {
    firstWaiting = Math.min(firstWaiting, job.turn);
    see(job);
  }
  // An account that had nothing to do has saved nothing: its first job comes with those that are next.
  return Math.max(afterOwn, firstWaiting === Number.POSITIVE_INFINITY ? latestStarted : firstWaiting);
}

/** Returns the waiting jobs in the order in which they are to start; `waiting` has them in the order in which they came. */
export const inTurn = <T extends FairJob>(waiting: Iterable<T>): T[] => [...waiting].sort((a, b) => a.turn - b.turn);
