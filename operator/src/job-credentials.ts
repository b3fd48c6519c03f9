import { COLLECTIONS, type DocumentStore, type JobSpec, objectsReadBy, type TaskInput } from "@agatha/contracts";
import { editStepsOf } from "./task-documents/task-references.js";
import { taskToken } from "./task-documents/task-token.js";

/** Makes credentials that read some objects, do anything below a prefix, and end by themselves. */
type OpenSession = (access: {
  reads: string[];
  prefix: string;
  seconds: number;
}) => Promise<{ accessKey: string; secretKey: string; sessionToken: string }>;

/** Longest time that a job may wait for a node or in a queue before its credentials end. */
const WAITING_SECONDS = 86_400;

interface JobCredentialsOptions {
  documents: DocumentStore;
  /** Address at which jobs reach the operator. */
  url: string;
  /** Key of the tokens. */
  key: string;
  /** Without it, jobs have no credentials of their own for the object store. */
  session?: OpenSession | undefined;
}

/**
 * Returns a function that gives each job the variables with its credentials: a token for the documents of its task, and
 * credentials for what its task names: the objects that it reads, and the prefix that it writes below. A job whose credentials
 * ended while it waited fails, and its next attempt gets new ones.
 */
export function createJobCredentials({ documents, url, key, session }: JobCredentialsOptions) {
  return async ({ name, deadlineSeconds }: Pick<JobSpec, "name" | "deadlineSeconds">): Promise<Record<string, string>> => {
    const own = { AGATHA_TASK_URL: url, AGATHA_TASK_TOKEN: taskToken(key, name) };
    if (!session) return own;
    const task = await documents.collection(COLLECTIONS.tasks).get(name);
    if (!task) throw new Error(`There is no task ${name}`);
    const { accessKey, secretKey, sessionToken } = await session({
      reads: [...objectsReadBy(task.input), ...(await copiesReadBy(task.input, documents))],
      prefix: task.outputPrefix,
      seconds: deadlineSeconds + WAITING_SECONDS,
    });
    return { ...own, AGATHA_S3_ACCESS_KEY: accessKey, AGATHA_S3_SECRET_KEY: secretKey, AGATHA_S3_SESSION_TOKEN: sessionToken };
  };
}

/** Returns the keys of the copied rows that the edit steps of a task join. */
async function copiesReadBy(input: TaskInput, documents: DocumentStore): Promise<string[]> {
  const found = await Promise.all(editStepsOf(input).map((id) => documents.collection(COLLECTIONS.editSteps).get(id)));
  return found.flatMap((steps) => steps?.specs ?? []).flatMap((spec) => (spec.type === "join" ? [spec.copy.key] : []));
}
