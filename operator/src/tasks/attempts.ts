import { COLLECTIONS, type DocumentStore, type Job, type JobRunner, type Task } from "@agatha/contracts";

/** One numbered try at a step. */
export interface Attempt {
  number: number;
  task: Task;
  /** None: not launched yet, or its job was removed. */
  job?: Job | undefined;
}

/** What there is of an object's tasks. */
export interface Attempts {
  /** The last try at the step that is due; none before the first. */
  latest?: Attempt | undefined;
  /** When the first try at that step was written. */
  firstCreatedAt?: string | undefined;
  /** Tasks of the object that belong to no step that is due: their work is over. */
  obsoleteTasks: Task[];
}

/** `stem` is that of the step that is due; none when none is. */
export async function observeAttempts(
  deps: { documents: DocumentStore; jobs: Pick<JobRunner, "get"> },
  resourceUid: string,
  stem: string | undefined,
): Promise<Attempts> {
  const tasks = deps.documents.collection(COLLECTIONS.tasks);
  const all = await tasks.find({ where: { resourceUid } });
  const isDue = (task: Task) => stem !== undefined && task.id.startsWith(stem);
  const due = all.filter(isDue).sort((a, b) => attemptNumber(a) - attemptNumber(b));
  const obsoleteTasks = all.filter((task) => !isDue(task));
  const last = due.at(-1);
  if (!last) return { obsoleteTasks };
  const job = await deps.jobs.get(last.id);
  // The job may have published its result and ended, or even gone, since the task was read.
  const mayBeOver = !job || job.finishedAt !== undefined;
  const task = (!last.result && mayBeOver && (await tasks.get(last.id))) || last;
  return { latest: { number: attemptNumber(task), task, job }, firstCreatedAt: due[0]!.createdAt, obsoleteTasks };
}

function attemptNumber(task: Task): number {
  return Number(task.id.slice(task.id.lastIndexOf("-") + 1));
}
