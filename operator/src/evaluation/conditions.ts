import type { Clock, EvaluationStatus, Job, Resource } from "@agatha/contracts";
import { type ConditionState, conditionReason, inProgressCondition, waitsForReference } from "../status/condition-messages.js";
import { withConditions } from "../status/conditions.js";

/** Returns the status with its conditions, which derive from its other fields and its job. */
export function evaluationConditions(
  { metadata }: Resource<"Evaluation">,
  status: EvaluationStatus,
  clock: Clock,
  job?: Job,
): EvaluationStatus {
  const over = status.phase === "evaluating_fail" || status.phase === "semilabel_check_fail";
  const failed = over && !waitsForReference(status.reason);
  return { ...status, conditions: withConditions(status.conditions, { metadata, findings: [readyCondition(status)], failed, job }, clock) };
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
