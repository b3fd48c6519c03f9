import { type ModelStatus, type TrainingEnd, trainingEnd } from "@agatha/contracts";
import { Counter, Histogram, type Registry } from "prom-client";
import { isTrainingFinished } from "../plan/model-actions.js";
import { conditionReason } from "../status/condition-messages.js";

/** Counts a training that ends with this change of a model's status, if one does. */
export type TrainingMetrics = (before: ModelStatus | undefined, after: ModelStatus) => void;

const OUTCOMES: Record<TrainingEnd, string> = { cancelled: "cancelled", stopped: "stopped", failed: "failure" };

/** Call it once per registry. Trainings that wait or run are objects by the reason of Ready: see object-metrics.ts. */
export function createTrainingMetrics(registry: Registry): TrainingMetrics {
  const registers = [registry];
  const ended = new Counter({
    name: "agatha_trainings_ended_total",
    help: "Trainings that have ended, by reason: Trained, Cancelled, TimeLimitReached, OutOfMemory, InvalidInput.",
    labelNames: ["reason"],
    registers,
  });
  const seconds = new Histogram({
    name: "agatha_training_duration_seconds",
    help: "Time that trainings ran, without the wait for their turn, by outcome: success, cancelled, stopped (by a time limit), failure.",
    labelNames: ["outcome"],
    buckets: [1, 5, 15, 60, 300, 900, 3600, 14400, 86400],
    registers,
  });
  return (before, after) => {
    if (!isTrainingFinished(after.phase) || before?.phase === after.phase) return;
    const succeeded = after.phase === "success";
    ended.inc({ reason: succeeded ? "Trained" : conditionReason(after.reason) });
    if (after.startedAt === undefined || after.finishedAt === undefined) return;
    const took = Math.max(0, Date.parse(after.finishedAt) - Date.parse(after.startedAt)) / 1000;
    seconds.observe({ outcome: succeeded ? "success" : OUTCOMES[trainingEnd(after.reason)] }, took);
  };
}
