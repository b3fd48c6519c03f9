import {
  COLLECTIONS,
  ERRORS,
  effectiveSampling,
  InvalidInput,
  isErrorCode,
  type ProfilingStatus,
  type Resource,
  type SamplingMethod,
  type TableColumn,
  tableForSampling,
} from "@agatha/contracts";
import type { ApiDeps } from "../deps.js";

type Status = NonNullable<Resource<"Dataset">["status"]>;

/** Whether the status is about the spec as it is now. */
export function isCurrent({ metadata, status }: Resource<"Dataset">): boolean {
  return status?.observedGeneration === metadata.generation;
}

function currentStatus(dataset: Resource<"Dataset">): Status | undefined {
  return isCurrent(dataset) ? dataset.status : undefined;
}

/** The parsed table of the present spec; undefined while there is none yet. Throws InvalidInput with the reason when there never will be. */
export function parsedTable(dataset: Resource<"Dataset">): NonNullable<Status["table"]> | undefined {
  const status = currentStatus(dataset);
  if (!status) return undefined;
  if (status.phase === "preprocess_fail") throw failureError(status);
  return status.table?.fingerprint === status.fingerprint ? status.table : undefined;
}

/** The table with the rows that a sampling method takes, those in use if none is named; undefined and throws as `parsedTable`. */
export function readyTableForSampling(
  dataset: Resource<"Dataset">,
  asked: SamplingMethod | undefined,
): { key: string; sampling: SamplingMethod } | undefined {
  if (!parsedTable(dataset)) return undefined;
  const sampling = asked ?? effectiveSampling(dataset.spec, dataset.status?.totalRows ?? 0);
  const table = tableForSampling(dataset, sampling);
  return table && { key: table.key, sampling };
}

/** The parsed table with the columns that it was described with. */
export async function describedTable(
  { documents }: Pick<ApiDeps, "documents">,
  dataset: Resource<"Dataset">,
): Promise<{ key: string; columns: TableColumn[] } | undefined> {
  const parsed = parsedTable(dataset);
  const described = parsed && (await documents.collection(COLLECTIONS.tables).get(parsed.document));
  return described && { key: parsed.key, columns: described.table.columns };
}

/** The check of the present table; undefined while there is none yet. Throws InvalidInput with the reason when there never will be. */
export function finishedCheck(dataset: Resource<"Dataset">): NonNullable<Status["check"]> | undefined {
  const status = currentStatus(dataset);
  if (status?.phase === "preprocess_fail" || status?.phase === "evaluating_fail") throw failureError(status);
  return status?.phase === "evaluating_finish" ? status.check : undefined;
}

/** Null until a report is asked for; pending while the operator has not seen the dataset as it is. */
export function profilingStatusOf(dataset: Resource<"Dataset">): ProfilingStatus | null {
  if (!dataset.spec.profiling) return null;
  return (isCurrent(dataset) && dataset.status?.profilingStatus) || "pending";
}

function failureError({ reason = "", message = "" }: Status): InvalidInput {
  return new InvalidInput(isErrorCode(reason) ? reason : ERRORS.datasetUploadFailed, { path: "", message });
}
