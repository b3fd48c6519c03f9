import type { TaskKind } from "@agatha/contracts";
import { loadDuckDb } from "../../data/tables/database.js";
import type { TaskHandler } from "./task-handler.js";

/** A step whose code is loaded when it is due: a job does one step, and someone waits for it. */
const lazyHandler =
  <K extends TaskKind>(load: () => Promise<TaskHandler<K>>): TaskHandler<K> =>
  async (input, context) =>
    await (await load())(input, context);

/** Loads what the step that people wait for needs, before there is a task. */
export async function preloadIngest(): Promise<void> {
  await Promise.all([import("./ingest.js"), loadDuckDb()]);
}

/** What each kind of task does. */
export const TASK_HANDLERS = {
  ingest: lazyHandler(async () => (await import("./ingest.js")).ingest),
  check: lazyHandler(async () => (await import("./check.js")).check),
  profile: lazyHandler(async () => (await import("./profile.js")).profile),
  train: lazyHandler(async () => (await import("./train.js")).train),
  evaluate: lazyHandler(async () => (await import("./evaluate.js")).evaluate),
  predict: lazyHandler(async () => (await import("./predict.js")).predict),
  optimize: lazyHandler(async () => (await import("./optimize.js")).optimize),
} satisfies { [K in TaskKind]: TaskHandler<K> };
