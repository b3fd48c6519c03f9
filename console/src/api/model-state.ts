/** State of a model in one word, the same on every screen. */
import type { ModelPhase } from "@agatha/contracts";
import { isStopReason } from "@agatha/contracts/kinds/stop-reasons";
import type { ModelAnswer } from "@agatha/contracts/wire";

/** Returns true if a limit or somebody ended the training before it was done. */
export function isStopped({ status, reason }: Pick<ModelAnswer, "status" | "reason">): boolean {
  return status !== "success" && isStopReason(reason);
}

/** stopped: its training was ended by a limit or by somebody. fitting_fail and fail: an error ended it. */
export function modelState(model: Pick<ModelAnswer, "status" | "reason">): ModelPhase | "stopped" {
  return isStopped(model) ? "stopped" : model.status;
}
