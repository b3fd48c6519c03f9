/**
 * Carries out one task and exits: 0 with a result, 73 if a disk is full or read-only, 1 after another failure of the platform, 143
 * after SIGTERM.
 */
import { randomBytes } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { createTaskDocuments } from "@agatha/adapters/documents/task-documents";
import { awaitJobEnvironment } from "@agatha/adapters/jobs/await-job-environment";
import { exitWithParent, leaveTerminalSignalsToParent } from "@agatha/adapters/jobs/exit-with-parent";
import { createDirectoryObjectStore } from "@agatha/adapters/objects/directory-object-store";
import { readEnvironment, TASK_VARIABLES } from "@agatha/adapters/server/environment-variables";
import { errorFields, writeLogLine } from "@agatha/adapters/server/log-line";
import { startTracing } from "@agatha/adapters/server/start-tracing";
import { createSteadyClock } from "@agatha/adapters/server/steady-clock";
import { type DocumentsById, errorReason, NOT_WRITABLE_EXIT_CODE, type ObjectStore, toNotWritable } from "@agatha/contracts";
import { z } from "zod";
import { limitThreads } from "./numeric/threads/pool.js";
import { dataFolders } from "./tasks/data-folders.js";
import { runTask } from "./tasks/run-task.js";
import { preloadIngest, TASK_HANDLERS } from "./tasks/steps/index.js";

const environmentSchema = z
  .object({
    AGATHA_TASK: z.string().min(1).max(63).describe("Id of the task. A process that was started in advance learns it from its parent."),
    AGATHA_THREADS: z.coerce.number().int().min(1).default(1).describe("How many threads may work at once."),
    ...TASK_VARIABLES,
    AGATHA_DATA: z.string().min(1).optional().describe("Data folder of an installation on one machine."),
    AGATHA_S3_ENDPOINT: z.string().min(1).optional().describe("Object store of a cluster; the cluster's other variables go with it."),
  })
  .refine(({ AGATHA_DATA, AGATHA_S3_ENDPOINT }) => (AGATHA_DATA === undefined) !== (AGATHA_S3_ENDPOINT === undefined), {
    message: "set either AGATHA_DATA, for objects in a folder, or AGATHA_S3_ENDPOINT with the other variables of a cluster's object store",
  });

const SIGTERM_EXIT_CODE = 143;
/** Longest wait for an unavailable store. A training is worth the wait; the job's deadline still applies. */
const CONNECT_TIMEOUT_MS = 10 * 60_000;

/** Returns the job's variables. A process that was started in advance waits for them, and loads the modules for its task meanwhile. */
async function jobEnvironment(): Promise<NodeJS.ProcessEnv> {
  if (process.env.AGATHA_TASK !== undefined || !process.send) return process.env;
  const [env] = await Promise.all([awaitJobEnvironment(), preloadIngest()]);
  return { ...process.env, ...env };
}

interface Stores {
  documents: DocumentsById;
  objects: ObjectStore;
  /** Folder for temporary files. */
  scratch: string;
  close(): Promise<unknown>;
}

/** The server alone opens the embedded store of documents (docs/decisions/101). A job asks it for them. */
function embeddedStores(data: string, variables: { AGATHA_TASK_URL: string; AGATHA_TASK_TOKEN: string }): Stores {
  const folders = dataFolders(data);
  exitWithParent();
  const { AGATHA_TASK_URL: url, AGATHA_TASK_TOKEN: token } = variables;
  const documents = createTaskDocuments({ url, token, maxRetryMs: CONNECT_TIMEOUT_MS });
  const objects = createDirectoryObjectStore({ directory: folders.objects });
  return { documents, objects, scratch: folders.scratch, close: () => objects.close() };
}

async function clusterStores(env: NodeJS.ProcessEnv, signal: AbortSignal): Promise<Stores> {
  // Imported only in a cluster: a child process on one machine starts faster without these clients.
  const { jobVariables } = await import("@agatha/adapters/cluster/environment-variables");
  const { openJobStores } = await import("@agatha/adapters/cluster/open-job-stores");
  const variables = readEnvironment(jobVariables, env);
  const stores = await openJobStores(variables, { maxRetryMs: CONNECT_TIMEOUT_MS, signal, log });
  return { ...stores, scratch: variables.AGATHA_SCRATCH };
}

async function main(): Promise<number> {
  leaveTerminalSignalsToParent();
  const stopping = new AbortController();
  process.once("SIGTERM", () => stopping.abort(new Error("told to stop")));
  let endTracing = async (): Promise<void> => undefined;
  try {
    const env = await jobEnvironment();
    const { AGATHA_TASK: task, AGATHA_THREADS: threads, AGATHA_DATA: data, ...variables } = readEnvironment(environmentSchema, env);
    limitThreads(threads);
    stopping.signal.throwIfAborted();
    endTracing = await startTracing("agatha-trainer", env);
    const stores = data === undefined ? await clusterStores(env, stopping.signal) : embeddedStores(data, variables);
    await runTaskInScratch(task, stores, stopping.signal);
    return 0;
  } catch (error) {
    writeLogLine("error", errorReason(error), errorFields(error));
    if (stopping.signal.aborted) return SIGTERM_EXIT_CODE;
    return toNotWritable(error) ? NOT_WRITABLE_EXIT_CODE : 1;
  } finally {
    await endTracing();
  }
}

async function runTaskInScratch(task: string, { close, scratch: folder, ...stores }: Stores, signal: AbortSignal): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const scratch = mkdtempSync(join(folder, "task-"));
  try {
    const attempt = randomBytes(8).toString("hex");
    const outcome = await runTask(
      { ...stores, handlers: TASK_HANDLERS, clock: createSteadyClock(), attempt, scratch, signal, warn: log },
      task,
    );
    log(`task ${task}: ${outcome}`);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
    await close();
  }
}

function log(text: string): void {
  writeLogLine("info", text);
}

// Without the exit, worker threads and open handles of libraries would keep a finished job alive.
process.exit(await main());
