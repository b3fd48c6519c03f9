import { COLLECTIONS, type DocumentStore, type JobSpec, objectsReadBy } from "@agatha/contracts";

/** Makes credentials that read some objects, do anything below a prefix, and end by themselves. */
type OpenSession = (access: {
  reads: string[];
  prefix: string;
  seconds: number;
}) => Promise<{ accessKey: string; secretKey: string; sessionToken: string }>;

/** Longest time that a job may wait for a node or in a queue before its credentials end. */
const WAITING_SECONDS = 86_400;

/**
 * Returns a function that gives each job credentials for what its task names: the objects that it reads, and the prefix that it
 * writes below. A job whose credentials ended while it waited fails, and its next attempt gets new ones.
 */
export function createJobCredentials(documents: DocumentStore, session: OpenSession) {
  return async ({ name, deadlineSeconds }: Pick<JobSpec, "name" | "deadlineSeconds">): Promise<Record<string, string>> => {
    const task = await documents.collection(COLLECTIONS.tasks).get(name);
    if (!task) throw new Error(`There is no task ${name}`);
    const { accessKey, secretKey, sessionToken } = await session({
      reads: objectsReadBy(task.input),
      prefix: task.outputPrefix,
      seconds: deadlineSeconds + WAITING_SECONDS,
    });
    return { AGATHA_S3_ACCESS_KEY: accessKey, AGATHA_S3_SECRET_KEY: secretKey, AGATHA_S3_SESSION_TOKEN: sessionToken };
  };
}
