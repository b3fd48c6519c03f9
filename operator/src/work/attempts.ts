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
  firstAt?: string | undefined;
  /** Tasks of the object that belong to no step that is due: their work is over. */
  leftovers: Task[];
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
  const due = all.filter(isDue).sort((a, b) => numberOf(a) - numberOf(b));
  const leftovers = all.filter((task) => !isDue(task));
  const last = due.at(-1);
  if (!last) return { leftovers };
  const job = await deps.jobs.get(last.id);
  // The job may have published its result and ended, or even gone, since the task was read.
  const mayBeOver = !job || job.finishedAt !== undefined;
  const task = (!last.result && mayBeOver && (await tasks.get(last.id))) || last;
  return { latest: { number: numberOf(task), task, job }, firstAt: due[0]!.createdAt, leftovers };
}

function numberOf(task: Task): number {
  return Number(task.id.slice(task.id.lastIndexOf("-") + 1));
}
