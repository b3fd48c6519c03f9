import type { Clock, EvaluationStatus, Resource } from "@agatha/contracts";
import { setCondition } from "../runtime/conditions.js";
import { conditionReason, type Finding, underWay } from "../work/report.js";

/** The status with its condition Ready, which follows from its other fields. */
export function evaluationConditions({ metadata }: Resource<"Evaluation">, status: EvaluationStatus, clock: Clock): EvaluationStatus {
  const finding = { ...isReady(status), observedGeneration: metadata.generation };
  return { ...status, conditions: setCondition(status.conditions, finding, clock) };
}

function isReady({ phase, task, reason, message }: EvaluationStatus): Finding {
  const type = "Ready";
  if (phase === "evaluating_finish") return { type, status: "True", reason: "Evaluated", message: "The models have been compared." };
  if (phase === "evaluating_fail" || phase === "semilabel_check_fail") {
    return { type, status: "False", reason: conditionReason(reason), message: message ?? "" };
  }
  if (task !== undefined) return underWay(type, "Evaluating", "The models are being compared.", message);
  if (phase === "evaluating")
    return { type, status: "False", reason: "Waiting", message: "The models and the test rows have to be ready first." };
  if (phase === "prepare_upload_finish")
    return { type, status: "False", reason: "Suspended", message: "The comparison has to be started." };
  return { type, status: "False", reason: "NoTestData", message: "Test rows have to be uploaded first." };
}
