/** Status of an automatic training. */
import type { AutoModelAnswer } from "@agatha/contracts/wire";

type TrainingStatusFields = Pick<AutoModelAnswer, "status" | "cancelled" | "started_at" | "limits">;

/** Returns true while models are being trained. */
export function isRunning({ status }: Pick<TrainingStatusFields, "status">): boolean {
  return status === "fitting_processing";
}

/** `cancelled` counts only after the training has ended. */
export function trainingStatus(
  training: Pick<TrainingStatusFields, "status" | "cancelled">,
): "running" | "cancelled" | "finished" | "failed" {
  if (isRunning(training)) return "running";
  if (training.cancelled) return "cancelled";
  return training.status === "fitting_finished" ? "finished" : "failed";
}

/** Elapsed share of the time limit, 0 to 1. The number of models is not known in advance. `now` is in milliseconds. */
export function elapsedFraction({ started_at, limits }: Pick<TrainingStatusFields, "started_at" | "limits">, now: number): number {
  if (started_at === null) return 0;
  return Math.min(1, Math.max(0, (now - Date.parse(started_at)) / 1000 / limits.seconds));
}

/** Returns what the log keeps of an ended training; null if it was cancelled. */
export function outcomeOf(training: AutoModelAnswer): { name: string; failed: boolean; endedAt: string } | null {
  const state = trainingStatus(training);
  if (state === "cancelled") return null;
  const name = training.response ?? training.dataset_title;
  return { name, failed: state === "failed", endedAt: training.finished_at ?? training.created_at };
}
