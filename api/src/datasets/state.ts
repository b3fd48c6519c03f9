import { InvalidInput, isErrorCode, type ProfilingStatus, type Resource } from "@agatha/contracts";

type Status = NonNullable<Resource<"Dataset">["status"]>;

/** Whether the status is about the spec as it is now. */
export function isCurrent({ metadata, status }: Resource<"Dataset">): boolean {
  return status?.observedGeneration === metadata.generation;
}

function presentStatus(dataset: Resource<"Dataset">): Status | undefined {
  return isCurrent(dataset) ? dataset.status : undefined;
}

/** The parsed table of the present spec; undefined while there is none yet. Throws InvalidInput with the reason when there never will be. */
export function parsedTable(dataset: Resource<"Dataset">): NonNullable<Status["table"]> | undefined {
  const status = presentStatus(dataset);
  if (!status) return undefined;
  if (status.phase === "preprocess_fail") throw failureOf(status);
  return status.table?.fingerprint === status.fingerprint ? status.table : undefined;
}

/** The check of the present table; undefined while there is none yet. Throws InvalidInput with the reason when there never will be. */
export function finishedCheck(dataset: Resource<"Dataset">): NonNullable<Status["check"]> | undefined {
  const status = presentStatus(dataset);
  if (status?.phase === "preprocess_fail" || status?.phase === "evaluating_fail") throw failureOf(status);
  return status?.phase === "evaluating_finish" ? status.check : undefined;
}

/** Null until a report is asked for; pending while the operator has not seen the dataset as it is. */
export function profilingStatusOf(dataset: Resource<"Dataset">): ProfilingStatus | null {
  if (!dataset.spec.profiling) return null;
  return (isCurrent(dataset) && dataset.status?.profilingStatus) || "pending";
}

function failureOf({ reason = "", message = "" }: Status): InvalidInput {
  return new InvalidInput(isErrorCode(reason) ? reason : "010414", { path: "", message });
}
