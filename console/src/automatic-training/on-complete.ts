/** What the end of an automatic training leads to, for whoever watched it. */
import type { AutoModelAnswer } from "@agatha/contracts/wire";
import { useEffect, useEffectEvent, useRef } from "react";
import { BEST_MODEL_REDIRECT_DELAY } from "../api/timings.js";
import { isRunning } from "./training-status.js";

type CompletedTraining = Pick<AutoModelAnswer, "status" | "cancelled" | "model_id">;

interface CompletionHandlers {
  onBest(modelId: string): void;
  onFailure(): void;
}

/** A moment after a good end the best model is shown; a failure is told at once, but not to whoever asked for the end. Returns how to call it off. */
export function onComplete(training: CompletedTraining, { onBest, onFailure }: CompletionHandlers): () => void {
  const { model_id, status, cancelled } = training;
  if (status === "fitting_fail" && !cancelled) onFailure();
  if (isRunning(training) || model_id === null) return () => undefined;
  const timer = setTimeout(() => onBest(model_id), BEST_MODEL_REDIRECT_DELAY);
  return () => clearTimeout(timer);
}

/** Follows a training that is watched to its end. One that was over when it was opened leads nowhere. */
export function useOnComplete(training: AutoModelAnswer, handlers: CompletionHandlers): void {
  const running = isRunning(training);
  const watched = useRef(running);
  const end = useEffectEvent(() => onComplete(training, handlers));
  useEffect(() => {
    if (running) watched.current = true;
    if (running || !watched.current) return;
    return end();
  }, [running]);
}
