import type { AutoModelAnswer } from "@agatha/contracts/wire";
import { useEffect, useEffectEvent, useRef } from "react";
import { type CompletionHandlers, onComplete } from "./on-complete.js";
import { isRunning } from "./training-status.js";

/** Follows a training that is watched to its end. One that was over when it was opened leads nowhere. */
export function useOnComplete(batch: AutoModelAnswer, handlers: CompletionHandlers): void {
  const running = isRunning(batch);
  const watched = useRef(running);
  const end = useEffectEvent(() => onComplete(batch, handlers));
  useEffect(() => {
    if (running) watched.current = true;
    if (running || !watched.current) return;
    return end();
  }, [running]);
}
