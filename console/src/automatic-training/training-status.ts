/** Status of an automatic training. */
import { type TrainingEnd, trainingEnd } from "@agatha/contracts/kinds/training-ends";
import type { AutoModelAnswer } from "@agatha/contracts/wire";
import type { WorkOutcome } from "../api/work-log.js";

type TrainingStatusFields = Pick<AutoModelAnswer, "status" | "cancelled" | "reason" | "started_at" | "limits">;

/** Returns true while models are being trained. */
export function isRunning({ status }: Pick<TrainingStatusFields, "status">): boolean {
  return status === "fitting_processing";
}

/** `cancelled` counts only after the training has ended. */
export function trainingStatus(
  training: Pick<TrainingStatusFields, "status" | "cancelled" | "reason">,
): "running" | "finished" | TrainingEnd {
  if (isRunning(training)) return "running";
  if (training.cancelled) return "cancelled";
  return training.status === "fitting_finished" ? "finished" : trainingEnd(training.reason);
}

/** Elapsed share of the time limit, 0 to 1. The number of models is not known in advance. `now` is in milliseconds. */
export function elapsedFraction({ started_at, limits }: Pick<TrainingStatusFields, "started_at" | "limits">, now: number): number {
  if (started_at === null) return 0;
  return Math.min(1, Math.max(0, (now - Date.parse(started_at)) / 1000 / limits.seconds));
}

/** Returns what the log keeps of an ended training; null if it was cancelled. */
export function outcomeOf(training: AutoModelAnswer): WorkOutcome | null {
  const state = trainingStatus(training);
  if (state === "cancelled") return null;
  const name = training.response ?? training.dataset_title;
  const end = state === "failed" || state === "stopped" ? state : "done";
  return { name, end, endedAt: training.finished_at ?? training.created_at };
}
