import type { AutoModelStatus, Clock, Resource } from "@agatha/contracts";
import type { EnabledCondition } from "../enabling/plan.js";
import { type ConditionState, conditionReason, type WaitingReason } from "../status/condition-messages.js";
import { withConditions } from "../status/conditions.js";

/** Returns the status with its conditions. Without `enabling`, Enabled does not change. */
export function autoModelConditions(
  { metadata }: Resource<"AutoModel">,
  status: AutoModelStatus,
  clock: Clock,
  { enabling, waiting }: { enabling?: EnabledCondition; waiting?: WaitingReason | undefined } = {},
): AutoModelStatus {
  const findings: ConditionState[] = [readyCondition(status, waiting), ...(enabling ? [{ type: "Enabled", ...enabling }] : [])];
  const failed = status.phase === "fitting_fail";
  return { ...status, conditions: withConditions(status.conditions, { metadata, findings, failed }, clock) };
}

function readyCondition({ phase, reason, message, models = [] }: AutoModelStatus, waiting: WaitingReason | undefined): ConditionState {
  const type = "Ready";
  if (phase === "fitting_finished") return { type, status: "True", reason: "Ranked", message: "The models are trained and ranked." };
  if (phase === "fitting_fail") return { type, status: "False", reason: conditionReason(reason), message: message ?? "" };
  if (waiting) return { type, status: "False", reason: waiting.reason, message: waiting.message };
  if (models.length === 0) return { type, status: "False", reason: "DatasetNotReady", message: "The dataset has to be ready first." };
  return { type, status: "False", reason: "Training", message: "Models are being trained." };
}
