import { type AutoModelStatus, type Clock, isCancelled, type Resource } from "@agatha/contracts";
import type { EnabledCondition } from "../enabling/plan.js";
import { type ConditionState, conditionReason, type WaitingReason } from "../status/condition-messages.js";
import { withConditions } from "../status/conditions.js";

/** Returns the status with its conditions. Without `enabling`, Enabled does not change. */
export function autoModelConditions(
  autoModel: Resource<"AutoModel">,
  status: AutoModelStatus,
  clock: Clock,
  { enabling, waiting }: { enabling?: EnabledCondition; waiting?: WaitingReason | undefined } = {},
): AutoModelStatus {
  const findings: ConditionState[] = [readyCondition(autoModel, status, waiting), ...(enabling ? [{ type: "Enabled", ...enabling }] : [])];
  const failed = status.phase === "fitting_fail";
  return { ...status, conditions: withConditions(status.conditions, { metadata: autoModel.metadata, findings, failed }, clock) };
}

/** Returns which models are ranked, in words: all, or those that were trained before the end. */
function rankedCondition(autoModel: Resource<"AutoModel">, status: AutoModelStatus): Pick<ConditionState, "reason" | "message"> {
  if (isCancelled(autoModel))
    return { reason: "Cancelled", message: "The automatic training was cancelled. The models that were trained by then are ranked." };
  if (wasLimitedByTime(autoModel, status))
    return { reason: "TimeLimitReached", message: "The time limit was reached. The models that were trained by then are ranked." };
  return { reason: "Ranked", message: "The models are trained and ranked." };
}

/** Returns true if the time limit stopped a model, cut its tuning short, or left a method untried. */
function wasLimitedByTime({ spec }: Resource<"AutoModel">, { models = [], notTried = [] }: AutoModelStatus): boolean {
  const ended = models.some(({ endedEarly }) => endedEarly === "stopped" || endedEarly === "cut_short");
  return ended || (notTried.length > 0 && models.length < spec.limits.models);
}

function readyCondition(autoModel: Resource<"AutoModel">, status: AutoModelStatus, waiting: WaitingReason | undefined): ConditionState {
  const { phase, reason, message, models = [] } = status;
  const type = "Ready";
  if (phase === "fitting_finished") return { type, status: "True", ...rankedCondition(autoModel, status) };
  if (phase === "fitting_fail") return { type, status: "False", reason: conditionReason(reason), message: message ?? "" };
  if (waiting) return { type, status: "False", reason: waiting.reason, message: waiting.message };
  if (models.length === 0) return { type, status: "False", reason: "DatasetNotReady", message: "The dataset has to be ready first." };
  return { type, status: "False", reason: "Training", message: "Models are being trained." };
}
