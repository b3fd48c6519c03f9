/**
 * Carries out one task and exits: 0 with a result, 73 if a disk is full or read-only, 1 after another failure of the platform, 143
 * after SIGTERM.
 */
import { randomBytes } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import {
  awaitJobName,
  createDirectoryObjectStore,
  createLmdbDocumentStore,
  createParentProcessEventBus,
  exitWithParent,
} from "@agatha/adapters";
import { readEnvironment } from "@agatha/adapters/server/environment-variables";
import { errorFields, writeLogLine } from "@agatha/adapters/server/log-line";
import { startTracing } from "@agatha/adapters/server/start-tracing";
import { createSteadyClock } from "@agatha/adapters/server/steady-clock";
import { type DocumentsById, type EventBus, errorReason, NOT_WRITABLE_EXIT_CODE, type ObjectStore, toNotWritable } from "@agatha/contracts";
import { z } from "zod";
import { dataFolders } from "./tasks/data-folders.js";
import { runTask } from "./tasks/run-task.js";
import { preloadIngest, TASK_HANDLERS } from "./tasks/steps/index.js";

const taskIdSchema = z.string().min(1).max(63);

const environmentSchema = z
  .object({
    AGATHA_TASK: taskIdSchema.optional().describe("Id of the task; without it, a message of the parent process tells it."),
    AGATHA_DATA: z.string().min(1).optional().describe("Data folder of an installation on one machine."),
    AGATHA_S3_ENDPOINT: z.string().min(1).optional().describe("Object store of a cluster; the cluster's other variables go with it."),
  })
  .refine(({ AGATHA_DATA, AGATHA_S3_ENDPOINT }) => (AGATHA_DATA === undefined) !== (AGATHA_S3_ENDPOINT === undefined), {
    message: "set either AGATHA_DATA, for stores in a folder, or AGATHA_S3_ENDPOINT with the other variables of a cluster's stores",
  });

const SIGTERM_EXIT_CODE = 143;
/** Longest wait for an unavailable store. A training is worth the wait; the job's deadline still applies. */
const CONNECT_TIMEOUT_MS = 10 * 60_000;

/** Waits for the task of a process that was started in advance, and loads the modules for the task meanwhile. */
async function awaitTaskId(): Promise<string> {
  if (!process.send) throw new Error("AGATHA_TASK is missing: set it to the id of a task");
  const [task] = await Promise.all([awaitJobName(), preloadIngest()]);
  return task;
}

interface Stores {
  documents: DocumentsById;
  objects: ObjectStore;
  /** None in a cluster: the operator tells of what is written. */
  events?: EventBus;
  /** Folder for temporary files. */
  scratch: string;
  close(): Promise<unknown>;
}

function embeddedStores(data: string): Stores {
  const folders = dataFolders(data);
  exitWithParent();
  const documents = createLmdbDocumentStore({ directory: folders.documents });
  const objects = createDirectoryObjectStore({ directory: folders.objects });
  const events = createParentProcessEventBus();
  const close = () => Promise.all([documents.close(), objects.close(), events.close()]);
  return { documents, objects, events, scratch: folders.scratch, close };
}

async function clusterStores(signal: AbortSignal): Promise<Stores> {
  // Imported only in a cluster: a child process on one machine starts faster without these clients.
  const { jobVariables } = await import("@agatha/adapters/cluster/environment-variables");
  const { openJobStores } = await import("@agatha/adapters/cluster/open-job-stores");
  const variables = readEnvironment(jobVariables, process.env);
  const stores = await openJobStores(variables, { maxRetryMs: CONNECT_TIMEOUT_MS, signal, log });
  return { ...stores, scratch: variables.AGATHA_SCRATCH };
}

async function main(): Promise<number> {
  const stopping = new AbortController();
  process.once("SIGTERM", () => stopping.abort(new Error("told to stop")));
  let endTracing = async (): Promise<void> => undefined;
  try {
    const { AGATHA_TASK, AGATHA_DATA } = readEnvironment(environmentSchema, process.env);
    const task = AGATHA_TASK ?? (await awaitTaskId());
    stopping.signal.throwIfAborted();
    endTracing = await startTracing("agatha-trainer", process.env);
    const stores = AGATHA_DATA === undefined ? await clusterStores(stopping.signal) : embeddedStores(AGATHA_DATA);
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
