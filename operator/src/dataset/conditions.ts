import type { Clock, DatasetStatus, Resource } from "@agatha/contracts";
import { type ConditionState, conditionReason, inProgressCondition } from "../status/condition-messages.js";
import { setCondition } from "../status/set-condition.js";

/** Returns the status with its conditions Ingested, Checked and Ready, which derive from its other fields. */
export function datasetConditions({ metadata }: Resource<"Dataset">, status: DatasetStatus, clock: Clock): DatasetStatus {
  const ingested = ingestedCondition(status);
  const checked = checkedCondition(status);
  const ready: ConditionState =
    ingested.status === "True" && checked.status === "True"
      ? { type: "Ready", status: "True", reason: "Checked", message: "Models can be made of the dataset." }
      : { ...(ingested.status === "True" ? checked : ingested), type: "Ready" };
  let { conditions } = status;
  for (const finding of [ingested, checked, ready]) {
    conditions = setCondition(conditions, { ...finding, observedGeneration: metadata.generation }, clock);
  }
  return { ...status, conditions: conditions! };
}

function ingestedCondition({ phase, table, fingerprint, reason, message }: DatasetStatus): ConditionState {
  const type = "Ingested";
  if (phase === "preprocess_fail") return { type, status: "False", reason: conditionReason(reason), message: message ?? "" };
  if (table !== undefined && table.fingerprint === fingerprint)
    return { type, status: "True", reason: "Parsed", message: "The file was parsed." };
  return inProgressCondition(type, "Parsing", "The file is being parsed.", message);
}

function checkedCondition({ phase, check, reason, message }: DatasetStatus): ConditionState {
  const type = "Checked";
  if (phase === "evaluating_fail") return { type, status: "False", reason: conditionReason(reason), message: message ?? "" };
  if (phase === "evaluating_finish" && check) return { type, status: "True", reason: "Checked", message: "The columns were checked." };
  if (phase === "evaluating") return inProgressCondition(type, "Checking", "The columns are being checked.", message);
  return { type, status: "False", reason: "Waiting", message: "The file has to be parsed first." };
}
