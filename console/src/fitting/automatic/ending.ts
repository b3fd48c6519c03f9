/** What the end of an automatic training leads to, for whoever watched it. */
import type { AutoModelAnswer } from "@agatha/contracts/wire";
import { JOB_REDIRECT_DELAY } from "../../api/intervals.js";
import { isRunning } from "./course.js";

type Ended = Pick<AutoModelAnswer, "status" | "cancelled" | "model_id">;

export interface EndHandlers {
  onBest(modelId: string): void;
  onFailure(): void;
}

/** A moment after a good end the best model is shown; a failure is told at once, but not to whoever asked for the end. Returns how to call it off. */
export function follow(batch: Ended, { onBest, onFailure }: EndHandlers): () => void {
  const { model_id, status, cancelled } = batch;
  if (status === "fitting_fail" && !cancelled) onFailure();
  if (isRunning(batch) || model_id === null) return () => undefined;
  const timer = setTimeout(() => onBest(model_id), JOB_REDIRECT_DELAY);
  return () => clearTimeout(timer);
}
