/** State of a model in one word, the same on every screen. */
import type { ModelPhase } from "@agatha/contracts";
import { type TrainingEnd, trainingEnd } from "@agatha/contracts/kinds/training-ends";
import type { ModelAnswer } from "@agatha/contracts/wire";

/** cancelled: somebody ended the training. stopped: a time limit ended it. failed: an error ended it. */
type ModelState = Exclude<ModelPhase, "fail" | "fitting_fail"> | TrainingEnd;

export function modelState({ status, reason }: Pick<ModelAnswer, "status" | "reason">): ModelState {
  return status === "fail" || status === "fitting_fail" ? trainingEnd(reason) : status;
}
