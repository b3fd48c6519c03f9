import type { AutoModelStatus, Clock, Resource } from "@agatha/contracts";
import type { EnabledCondition } from "../enabling/plan.js";
import { type ConditionState, conditionReason } from "../status/condition-messages.js";
import { setCondition } from "../status/set-condition.js";

/** Returns the status with its conditions Ready and Enabled. Without `enabling`, Enabled does not change. */
export function autoModelConditions(
  { metadata }: Resource<"AutoModel">,
  status: AutoModelStatus,
  clock: Clock,
  enabling?: EnabledCondition,
): AutoModelStatus {
  const findings: ConditionState[] = [readyCondition(status), ...(enabling ? [{ type: "Enabled", ...enabling }] : [])];
  let { conditions } = status;
  for (const finding of findings) conditions = setCondition(conditions, { ...finding, observedGeneration: metadata.generation }, clock);
  return { ...status, conditions: conditions! };
}

function readyCondition({ phase, reason, message, models = [] }: AutoModelStatus): ConditionState {
  const type = "Ready";
  if (phase === "fitting_finished") return { type, status: "True", reason: "Ranked", message: "The models are trained and ranked." };
  if (phase === "fitting_fail") return { type, status: "False", reason: conditionReason(reason), message: message ?? "" };
  if (models.length === 0) return { type, status: "False", reason: "Waiting", message: "The dataset has to be ready first." };
  return { type, status: "False", reason: "Training", message: "Models are being trained." };
}
