import { InvalidInput, isErrorCode, type Resource } from "@agatha/contracts";

type Status = NonNullable<Resource<"Dataset">["status"]>;

/** The status, if it is about the spec as it is now. */
function presentStatus({ metadata, status }: Resource<"Dataset">): Status | undefined {
  return status?.observedGeneration === metadata.generation ? status : undefined;
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

function failureOf({ reason = "", message = "" }: Status): InvalidInput {
  return new InvalidInput(isErrorCode(reason) ? reason : "010414", { path: "", message });
}
