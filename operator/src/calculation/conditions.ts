import type { CalculationStatus, Clock, Resource } from "@agatha/contracts";
import { setCondition } from "../runtime/conditions.js";
import { conditionReason, type Finding, underWay } from "../work/report.js";

/** The status with its condition Ready, which follows from its other fields. */
export function calculationConditions({ metadata }: Resource<"Calculation">, status: CalculationStatus, clock: Clock): CalculationStatus {
  const finding = { ...isReady(status), observedGeneration: metadata.generation };
  return { ...status, conditions: setCondition(status.conditions, finding, clock) };
}

function isReady({ phase, task, reason, message }: CalculationStatus): Finding {
  const type = "Ready";
  if (phase === "success") return { type, status: "True", reason: "Calculated", message: "The result is there." };
  if (phase === "fail") return { type, status: "False", reason: conditionReason(reason), message: message ?? "" };
  if (task !== undefined) return underWay(type, "Calculating", "The model is being asked.", message);
  return { type, status: "False", reason: "Waiting", message: "The model and the rows have to be ready first." };
}
