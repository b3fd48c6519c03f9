import type { Clock, EvaluationStatus, Resource } from "@agatha/contracts";
import { type ConditionState, conditionReason, inProgressCondition } from "../status/condition-messages.js";
import { setCondition } from "../status/set-condition.js";

/** Returns the status with its condition Ready, which derives from its other fields. */
export function evaluationConditions({ metadata }: Resource<"Evaluation">, status: EvaluationStatus, clock: Clock): EvaluationStatus {
  const finding = { ...readyCondition(status), observedGeneration: metadata.generation };
  return { ...status, conditions: setCondition(status.conditions, finding, clock) };
}

function readyCondition({ phase, task, reason, message }: EvaluationStatus): ConditionState {
  const type = "Ready";
  if (phase === "evaluating_finish") return { type, status: "True", reason: "Evaluated", message: "The models have been compared." };
  if (phase === "evaluating_fail" || phase === "semilabel_check_fail") {
    return { type, status: "False", reason: conditionReason(reason), message: message ?? "" };
  }
  if (task !== undefined) return inProgressCondition(type, "Evaluating", "The models are being compared.", message);
  if (phase === "evaluating")
    return { type, status: "False", reason: "Waiting", message: "The models and the test rows have to be ready first." };
  if (phase === "prepare_upload_finish")
    return { type, status: "False", reason: "Suspended", message: "The comparison has to be started." };
  return { type, status: "False", reason: "NoTestData", message: "Test rows have to be uploaded first." };
}
