/** Carries out one task and ends: 0 when it has a result, 1 when the platform failed, 143 when it was told to stop. */
import { randomBytes } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { createDirectoryObjectStore, createLmdbDocumentStore, createParentProcessEventBus, exitWithParent } from "@agatha/adapters";
import { systemClock } from "@agatha/contracts";
import { z } from "zod";
import { dataFolders } from "./program/data-folders.js";
import { runTask } from "./program/run-task.js";
import { STEPS } from "./steps/index.js";

const environment = z.object({
  AGATHA_TASK: z.string().min(1).max(63).describe("Id of the task."),
  AGATHA_DATA: z.string().min(1).describe("Data folder of the installation."),
});

const SIGTERM_CODE = 143;

async function main(): Promise<number> {
  const { AGATHA_TASK, AGATHA_DATA } = environment.parse(process.env);
  const folders = dataFolders(AGATHA_DATA);
  exitWithParent();
  const stopping = new AbortController();
  process.once("SIGTERM", () => stopping.abort(new Error("told to stop")));
  mkdirSync(folders.scratch, { recursive: true });
  const scratch = mkdtempSync(join(folders.scratch, "task-"));
  const documents = createLmdbDocumentStore({ directory: folders.documents });
  const objects = createDirectoryObjectStore({ directory: folders.objects });
  const events = createParentProcessEventBus();
  try {
    const outcome = await runTask(
      {
        documents,
        objects,
        events,
        steps: STEPS,
        clock: systemClock,
        attempt: randomBytes(8).toString("hex"),
        scratch,
        signal: stopping.signal,
        warn: say,
      },
      AGATHA_TASK,
    );
    say(`task ${AGATHA_TASK}: ${outcome}`);
    return 0;
  } catch (error) {
    say(error instanceof Error ? (error.stack ?? error.message) : String(error));
    return stopping.signal.aborted ? SIGTERM_CODE : 1;
  } finally {
    rmSync(scratch, { recursive: true, force: true });
    await Promise.all([documents.close(), objects.close(), events.close()]);
  }
}

function say(text: string): void {
  process.stderr.write(`${text}\n`);
}

// Worker threads and open handles of libraries must not keep a finished job alive.
process.exit(await main());
