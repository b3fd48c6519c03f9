/** Reactions to the end of an automatic training that the user watches. */
import type { AutoModelAnswer } from "@agatha/contracts/wire";
import { useEffect, useEffectEvent, useRef } from "react";
import { BEST_MODEL_REDIRECT_DELAY } from "../api/timings.js";
import { isRunning, trainingStatus } from "./training-status.js";

type CompletedTraining = Pick<AutoModelAnswer, "status" | "cancelled" | "reason" | "model_id">;

interface CompletionHandlers {
  onBest(modelId: string): void;
  onFailure(): void;
}

/**
 * Calls `onBest` shortly after a successful end, and `onFailure` at once if it failed or its time limit stopped it. Neither is called after
 * the user cancelled the training, whose page says what was not tried. Returns the function that cancels the call.
 */
export function onComplete(training: CompletedTraining, { onBest, onFailure }: CompletionHandlers): () => void {
  const { model_id, status, cancelled } = training;
  if (status === "fitting_fail" && trainingStatus(training) !== "cancelled") onFailure();
  if (isRunning(training) || cancelled || model_id === null) return () => undefined;
  const timer = setTimeout(() => onBest(model_id), BEST_MODEL_REDIRECT_DELAY);
  return () => clearTimeout(timer);
}

/** Watches a training until its end. A training that had already ended when it was opened triggers nothing. */
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
