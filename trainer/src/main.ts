/** Carries out one task and ends: 0 when it has a result, 1 when the platform failed, 143 when it was told to stop. */
import { randomBytes } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import {
  awaitJob,
  createDirectoryObjectStore,
  createLmdbDocumentStore,
  createParentProcessEventBus,
  exitWithParent,
} from "@agatha/adapters";
import { readEnvironment } from "@agatha/adapters/server/environment";
import { type DocumentStore, type EventBus, type ObjectStore, systemClock } from "@agatha/contracts";
import { z } from "zod";
import { dataFolders } from "./tasks/data-folders.js";
import { runTask } from "./tasks/run-task.js";
import { loadUrgent, STEPS } from "./tasks/steps/index.js";

const taskId = z.string().min(1).max(63);

const environment = z
  .object({
    AGATHA_TASK: taskId.optional().describe("Id of the task; without it, a message of the parent process tells it."),
    AGATHA_DATA: z.string().min(1).optional().describe("Data folder of an installation on one machine."),
    AGATHA_S3_ENDPOINT: z.string().min(1).optional().describe("Object store of a cluster; the cluster's other variables go with it."),
  })
  .refine(({ AGATHA_DATA, AGATHA_S3_ENDPOINT }) => (AGATHA_DATA === undefined) !== (AGATHA_S3_ENDPOINT === undefined), {
    message: "set either AGATHA_DATA, for stores in a folder, or AGATHA_S3_ENDPOINT with the other variables of a cluster's stores",
  });

const SIGTERM_CODE = 143;
/** A training is worth waiting for a store that is away; the job's deadline holds all the same. */
const PATIENCE_MS = 10 * 60_000;

/** Of a process that was started ahead: what its task will need is loaded meanwhile. */
async function awaitTask(): Promise<string> {
  if (!process.send) throw new Error("AGATHA_TASK is missing: set it to the id of a task");
  const [task] = await Promise.all([awaitJob(), loadUrgent()]);
  return task;
}

interface Stores {
  documents: DocumentStore;
  objects: ObjectStore;
  events: EventBus;
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
  // Only here: these clients are no use to a child process on one machine, and it starts faster without them.
  const { clusterVariables } = await import("@agatha/adapters/cluster/variables");
  const { openClusterStores } = await import("@agatha/adapters/cluster/open-cluster-stores");
  const variables = readEnvironment(clusterVariables, process.env);
  const stores = await openClusterStores(variables, {
    program: "agatha-trainer",
    listens: false,
    patienceMs: PATIENCE_MS,
    signal,
    say,
    onError: (error) => say(describe(error)),
  });
  return { ...stores, scratch: variables.AGATHA_SCRATCH };
}

async function main(): Promise<number> {
  const stopping = new AbortController();
  process.once("SIGTERM", () => stopping.abort(new Error("told to stop")));
  try {
    const { AGATHA_TASK, AGATHA_DATA } = readEnvironment(environment, process.env);
    const task = AGATHA_TASK ?? (await awaitTask());
    stopping.signal.throwIfAborted();
    const stores = AGATHA_DATA === undefined ? await clusterStores(stopping.signal) : embeddedStores(AGATHA_DATA);
    await carryOut(task, stores, stopping.signal);
    return 0;
  } catch (error) {
    say(describe(error));
    return stopping.signal.aborted ? SIGTERM_CODE : 1;
  }
}

async function carryOut(task: string, { close, scratch: folder, ...stores }: Stores, signal: AbortSignal): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const scratch = mkdtempSync(join(folder, "task-"));
  try {
    const attempt = randomBytes(8).toString("hex");
    const outcome = await runTask({ ...stores, steps: STEPS, clock: systemClock, attempt, scratch, signal, warn: say }, task);
    say(`task ${task}: ${outcome}`);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
    await close();
  }
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

function say(text: string): void {
  process.stderr.write(`${text}\n`);
}

// Worker threads and open handles of libraries must not keep a finished job alive.
process.exit(await main());
