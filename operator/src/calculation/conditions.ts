import type { CalculationStatus, Clock, Resource } from "@agatha/contracts";
import { type ConditionState, conditionReason, inProgressCondition } from "../status/condition-messages.js";
import { setCondition } from "../status/set-condition.js";

/** Returns the status with its condition Ready, which derives from its other fields. */
export function calculationConditions({ metadata }: Resource<"Calculation">, status: CalculationStatus, clock: Clock): CalculationStatus {
  const finding = { ...readyCondition(status), observedGeneration: metadata.generation };
  return { ...status, conditions: setCondition(status.conditions, finding, clock) };
}

function readyCondition({ phase, task, reason, message }: CalculationStatus): ConditionState {
  const type = "Ready";
  if (phase === "success") return { type, status: "True", reason: "Calculated", message: "The result is there." };
  if (phase === "fail") return { type, status: "False", reason: conditionReason(reason), message: message ?? "" };
  if (task !== undefined) return inProgressCondition(type, "Calculating", "The model is being asked.", message);
  return { type, status: "False", reason: "Waiting", message: "The model and the rows have to be ready first." };
}
