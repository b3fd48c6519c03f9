/** Lets jobs start that were created suspended, as many at a time as there are places, the accounts in turns. */
import type { ObjectChange } from "@agatha/contracts/resources/informer";
import { type FairJob, inTurn, nextTurn } from "./fair-order.js";
import type { JobPhase } from "./kubernetes-job-informer.js";

interface JobTurns {
  /** Returns the turn of a job that is about to be created. */
  enter(name: string, account: string): number;
  /** For a job that was not created. */
  leave(name: string): void;
  /** Call with every change of a job. */
  observe(change: ObjectChange<JobPhase>): void;
}

interface JobTurnsOptions {
  /** Infinity if no job has to wait. */
  places: number;
  /** Weights of accounts; 1 for those that it lacks. */
  weights: Readonly<Record<string, number>>;
  /** Ends the suspension of a job. */
  resume(name: string): Promise<unknown>;
  onError: (error: unknown) => void;
}

interface KnownJob extends FairJob {
  waits: boolean;
  /** Whether the job exists, so that its suspension can end. */
  seen: boolean;
}

/** The turns are annotations of the jobs, so a new leader continues in the same order. */
export function createJobTurns({ places, weights, resume, onError }: JobTurnsOptions): JobTurns {
  const jobs = new Map<string, KnownJob>();
  const all = () => [...jobs].map(([name, job]) => ({ ...job, name }));
  const waiting = () => all().filter(({ waits }) => waits);
  const started = () => all().filter(({ waits }) => !waits);
  let filling = false;

  /** Later, since a list of jobs is observed one by one, and all of them count. */
  function fillLater(): void {
    if (filling) return;
    filling = true;
    setImmediate(() => {
      filling = false;
      const free = Math.max(places - started().length, 0);
      const startable = waiting().filter(({ seen }) => seen);
      for (const { name } of inTurn(startable).slice(0, free)) start(name);
    });
  }

  function start(name: string): void {
    const job = jobs.get(name)!;
    job.waits = false;
    resume(name).catch((error: unknown) => {
      // The next change of a job, or the next resync, tries again.
      const present = jobs.get(name);
      if (present) present.waits = true;
      onError(error);
    });
  }

  return {
    enter(name, account) {
      const turn = nextTurn(account, weights[account] ?? 1, started(), waiting());
      jobs.set(name, { account, turn, waits: true, seen: false });
      return turn;
    },
    leave: (name) => void jobs.delete(name),
    observe({ type, resource: { metadata, phase, fair } }) {
      if (!fair) return;
      const { name } = metadata;
      const known = jobs.get(name);
      if (type === "DELETED" || phase === "succeeded" || phase === "failed") jobs.delete(name);
      // The observation may be older than the start of the job.
      else jobs.set(name, { ...fair, waits: fair.waits && known?.waits !== false, seen: true });
      fillLater();
    },
  };
}
