import type { TaskKind } from "@agatha/contracts";
import { loadDuckDb } from "../../data/tables/database.js";
import type { TaskHandler } from "./task-handler.js";

/** Loads a step's code when the step begins: a job runs one step, and a user waits for it. */
const lazyHandler =
  <K extends TaskKind>(load: () => Promise<TaskHandler<K>>): TaskHandler<K> =>
  async (input, context) =>
    await (await load())(input, context);

/** Loads the modules of the ingest step in advance, since users wait for it. */
export async function preloadIngest(): Promise<void> {
  await Promise.all([loadDuckDb(), import("./ingest.js")]);
}

/** Handler of each kind of task. */
export const TASK_HANDLERS = {
  ingest: lazyHandler(async () => (await import("./ingest.js")).ingest),
  check: lazyHandler(async () => (await import("./check.js")).check),
  profile: lazyHandler(async () => (await import("./profile.js")).profile),
  train: lazyHandler(async () => (await import("./train.js")).train),
  evaluate: lazyHandler(async () => (await import("./evaluate.js")).evaluate),
  predict: lazyHandler(async () => (await import("./predict.js")).predict),
  optimize: lazyHandler(async () => (await import("./optimize.js")).optimize),
} satisfies { [K in TaskKind]: TaskHandler<K> };
