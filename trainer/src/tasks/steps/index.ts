import type { TaskKind } from "@agatha/contracts";
import { loadDatabase } from "../../data/tables/database.js";
import type { Step } from "./step.js";

/** A step whose code is loaded when it is due: a job does one step, and someone waits for it. */
const loaded =
  <K extends TaskKind>(load: () => Promise<Step<K>>): Step<K> =>
  async (input, context) =>
    await (await load())(input, context);

/** Loads what the step that people wait for needs, before there is a task. */
export async function loadUrgent(): Promise<void> {
  await Promise.all([import("./ingest.js"), loadDatabase()]);
}

/** What each kind of task does. */
export const STEPS = {
  ingest: loaded(async () => (await import("./ingest.js")).ingest),
  check: loaded(async () => (await import("./check.js")).check),
  profile: loaded(async () => (await import("./profile.js")).profile),
  train: loaded(async () => (await import("./train.js")).train),
  evaluate: loaded(async () => (await import("./evaluate.js")).evaluate),
  predict: loaded(async () => (await import("./predict.js")).predict),
  optimize: loaded(async () => (await import("./optimize.js")).optimize),
} satisfies { [K in TaskKind]: Step<K> };
