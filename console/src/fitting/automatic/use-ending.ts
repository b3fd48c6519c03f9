import type { AutoModelAnswer } from "@agatha/contracts/wire";
import { useEffect, useEffectEvent, useRef } from "react";
import { isRunning } from "./course.js";
import { type EndHandlers, follow } from "./ending.js";

/** Follows a training that is watched to its end. One that was over when it was opened leads nowhere. */
export function useEnding(batch: AutoModelAnswer, handlers: EndHandlers): void {
  const running = isRunning(batch);
  const watched = useRef(running);
  const end = useEffectEvent(() => follow(batch, handlers));
  useEffect(() => {
    if (running) watched.current = true;
    if (running || !watched.current) return;
    return end();
  }, [running]);
}
