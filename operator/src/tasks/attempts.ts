import {
  COLLECTIONS,
  type DocumentStore,
  describeDamage,
  describeMissing,
  ERRORS,
  type Job,
  type JobRunner,
  MissingObject,
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
    latest: await nameLoss({ number: attemptNumber(task), task, job }, deps.resources),
    firstCreatedAt: due[0]!.createdAt,
    obsoleteTasks,
  };
}

/**
 * Names in a failed task what is damaged or missing. The trainer knows only the key of the object. If no resource has a missing object,
 * it was made again since the task was written: the attempt counts as one that broke off, and the next one reads the new object.
 */
async function nameLoss(attempt: Attempt, resources: Pick<ResourceStore, "get" | "list">): Promise<Attempt> {
  const { task } = attempt;
  const { result } = task;
  if (result?.status !== "fail" || result.reason !== ERRORS.storedDataDamaged) return attempt;
  const [{ path = "", message: loss } = {}] = result.detail;
  const message = await (loss === MissingObject.reason ? describeMissing : describeDamage)(path, resources);
  if (message !== undefined) return { ...attempt, task: { ...task, result: { ...result, message } } };
  return { ...attempt, task: { ...task, result: undefined }, job: { name: task.id, phase: "failed", finishedAt: result.finishedAt } };
}

function attemptNumber(task: Task): number {
  return Number(task.id.slice(task.id.lastIndexOf("-") + 1));
}
