import type { CalculationStatus, Clock, Job, Resource } from "@agatha/contracts";
import { type ConditionState, conditionReason, inProgressCondition, type WaitingReason } from "../status/condition-messages.js";
import { withConditions } from "../status/conditions.js";

/** Returns the status with its conditions, which derive from its other fields, what it waits for, and its job. */
export function calculationConditions(
  { metadata }: Resource<"Calculation">,
  status: CalculationStatus,
  clock: Clock,
  { waiting, job }: { waiting?: WaitingReason | undefined; job?: Job | undefined } = {},
): CalculationStatus {
  const findings = [readyCondition(status, waiting)];
  return { ...status, conditions: withConditions(status.conditions, { metadata, findings, failed: status.phase === "fail", job }, clock) };
}

function readyCondition({ phase, task, reason, message }: CalculationStatus, waiting: WaitingReason | undefined): ConditionState {
  const type = "Ready";
  if (phase === "success") return { type, status: "True", reason: "Calculated", message: "The result is there." };
  if (phase === "fail") return { type, status: "False", reason: conditionReason(reason), message: message ?? "" };
  if (task !== undefined) return inProgressCondition(type, "Calculating", "The model is being asked.", message);
  const { reason: lack, message: told } = waiting ?? { reason: "ModelNotReady", message: "The model and the rows have to be ready first." };
  return { type, status: "False", reason: lack, message: told };
}
