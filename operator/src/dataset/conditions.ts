import { type Clock, type DatasetStatus, isMarkedDeleted, type Job, type Resource } from "@agatha/contracts";
import { type ConditionState, conditionReason, inProgressCondition } from "../status/condition-messages.js";
import { withConditions } from "../status/conditions.js";

/** Returns the status with its conditions, which derive from its other fields and from the job of the current step. */
export function datasetConditions({ metadata }: Resource<"Dataset">, status: DatasetStatus, clock: Clock, job?: Job): DatasetStatus {
  const ingested = ingestedCondition(status);
  const checked = checkedCondition(status);
  const isDone = ingested.status === "True" && checked.status === "True";
  const isInTrash = isDone && isMarkedDeleted({ metadata });
  const done: ConditionState = isInTrash
    ? { type: "Ready", status: "False", reason: "Deleted", message: "The dataset is in the trash: restore it to make models of it." }
    : { type: "Ready", status: "True", reason: "Checked", message: "Models can be made of the dataset." };
  const ready: ConditionState = isDone ? done : { ...(ingested.status === "True" ? checked : ingested), type: "Ready" };
  const failed = isInTrash || status.phase === "preprocess_fail" || status.phase === "evaluating_fail";
  const conditions = withConditions(status.conditions, { metadata, findings: [ingested, checked, ready], failed, job }, clock);
  return { ...status, conditions };
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
