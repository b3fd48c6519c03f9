import {
  COLLECTIONS,
  type DocumentStore,
  describeDamage,
  ERRORS,
  type Job,
  type JobRunner,
  type ResourceStore,
  type Task,
} from "@agatha/contracts";

/** One numbered attempt at a step. */
export interface Attempt {
  number: number;
  task: Task;
  /** Undefined: the job is not launched yet, or was removed. */
  job?: Job | undefined;
}

/** Tasks of an object. */
export interface Attempts {
  /** The last attempt at the current step; undefined before the first. */
  latest?: Attempt | undefined;
  /** Creation time of the first attempt at that step. */
  firstCreatedAt?: string | undefined;
  /** Tasks of the object for other steps, whose work is over. */
  obsoleteTasks: Task[];
}

/**
 * Returns the attempts. `namePrefix` is the prefix of the current step's task names, or undefined without a step. `isNewTry` is
 * true for an object that has failed permanently and whose step is due again: attempts that failed are obsolete then.
 */
export async function observeAttempts(
  deps: { documents: DocumentStore; jobs: Pick<JobRunner, "get">; resources: Pick<ResourceStore, "get" | "list"> },
  resourceUid: string,
  namePrefix: string | undefined,
  isNewTry = false,
): Promise<Attempts> {
  const tasks = deps.documents.collection(COLLECTIONS.tasks);
  const all = await tasks.find({ where: { resourceUid } });
  const isDue = (task: Task) => namePrefix !== undefined && task.id.startsWith(namePrefix);
  const due = all.filter(isDue).sort((a, b) => attemptNumber(a) - attemptNumber(b));
  const obsoleteTasks = all.filter((task) => !isDue(task));
  const last = due.at(-1);
  if (!last) return { obsoleteTasks };
  const job = await deps.jobs.get(last.id);
  // The job may have published its result, ended, or been deleted since the task was read.
  const mayBeOver = !job || job.finishedAt !== undefined;
  const task = (!last.result && mayBeOver && (await tasks.get(last.id))) || last;
  if (isNewTry && (task.result?.status === "fail" || (!task.result && job?.phase === "failed"))) return { obsoleteTasks: all };
  return {
    latest: { number: attemptNumber(task), task: await nameDamage(task, deps.resources), job },
    firstCreatedAt: due[0]!.createdAt,
    obsoleteTasks,
  };
}

/** Names in a failed task what is damaged. The trainer knows only the key of the object. */
async function nameDamage(task: Task, resources: Pick<ResourceStore, "get" | "list">): Promise<Task> {
  const { result } = task;
  if (result?.status !== "fail" || result.reason !== ERRORS.storedDataDamaged) return task;
  return { ...task, result: { ...result, message: await describeDamage(result.detail[0]?.path ?? "", resources) } };
}

function attemptNumber(task: Task): number {
  return Number(task.id.slice(task.id.lastIndexOf("-") + 1));
}
