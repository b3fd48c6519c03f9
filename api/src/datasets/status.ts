import {
  COLLECTIONS,
  type DatasetPhase,
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
import { isTableCurrent } from "@agatha/contracts/tasks/fingerprint";
import type { ApiDeps } from "../deps.js";

type Status = NonNullable<Resource<"Dataset">["status"]>;

function currentStatus(dataset: Resource<"Dataset">): Status | undefined {
  return isTableCurrent(dataset) ? dataset.status : undefined;
}

/**
 * Returns the phase. A dataset whose table is to be made anew is not ready, although the operator, which has not seen the change
 * yet, has left the earlier phase in the status.
 */
export function phaseOf(dataset: Resource<"Dataset">): DatasetPhase {
  const phase = dataset.status?.phase ?? "init";
  return phase === "init" || isTableCurrent(dataset) ? phase : "preprocess";
}

/**
 * Returns the parsed table of the present spec, or undefined while there is none. Throws InvalidInput with the reason if there
 * never will be one.
 */
export function parsedTable(dataset: Resource<"Dataset">): NonNullable<Status["table"]> | undefined {
  const status = currentStatus(dataset);
  if (!status) return undefined;
  if (status.phase === "preprocess_fail") throw failureError(status);
  return status.table?.fingerprint === status.fingerprint ? status.table : undefined;
}

/**
 * Returns the table with the rows that a sampling method selects; without a method, the rows in use. Returns undefined and throws
 * as `parsedTable` does.
 */
export function readyTableForSampling(
  dataset: Resource<"Dataset">,
  asked: SamplingMethod | undefined,
): { key: string; sha256: string; sampling: SamplingMethod } | undefined {
  if (!parsedTable(dataset)) return undefined;
  const sampling = asked ?? effectiveSampling(dataset.spec, dataset.status?.totalRows ?? 0);
  const table = tableForSampling(dataset, sampling);
  return table && { key: table.key, sha256: table.sha256, sampling };
}

interface DescribedTable {
  key: string;
  columns: TableColumn[];
  /** Decimal mark of the file; undefined for a workbook. */
  decimal: "." | "," | undefined;
}

/** Returns the parsed table with the columns of its description. */
export async function describedTable(
  { documents }: Pick<ApiDeps, "documents">,
  dataset: Resource<"Dataset">,
): Promise<DescribedTable | undefined> {
  const parsed = parsedTable(dataset);
  const described = parsed && (await documents.collection(COLLECTIONS.tables).get(parsed.document));
  return described && { key: parsed.key, columns: described.table.columns, decimal: described.table.decimal ?? undefined };
}

/**
 * Returns the check of the present table, or undefined while there is none. Throws InvalidInput with the reason if there never
 * will be one.
 */
export function finishedCheck(dataset: Resource<"Dataset">): NonNullable<Status["check"]> | undefined {
  const status = currentStatus(dataset);
  if (status?.phase === "preprocess_fail" || status?.phase === "evaluating_fail") throw failureError(status);
  return status?.phase === "evaluating_finish" ? status.check : undefined;
}

/** Returns the columns of the file, before any edit. Throws InvalidInput while there is no table. */
export async function parsedColumns(deps: Pick<ApiDeps, "documents">, dataset: Resource<"Dataset">): Promise<TableColumn[]> {
  return (await requireDescribedTable(deps, dataset)).columns;
}

/** Does what `describedTable` does. Throws InvalidInput while there is no table. */
export async function requireDescribedTable(deps: Pick<ApiDeps, "documents">, dataset: Resource<"Dataset">): Promise<DescribedTable> {
  const table = await describedTable(deps, dataset);
  if (!table) throw new InvalidInput(ERRORS.badRequest, { path: "", message: "The dataset is not read yet: try again when it is" });
  return table;
}

/** Returns null until a report is requested, and pending while the operator has not seen the present dataset. */
export function profilingStatusOf(dataset: Resource<"Dataset">): ProfilingStatus | null {
  if (!dataset.spec.profiling) return null;
  const seen = dataset.status?.observedGeneration === dataset.metadata.generation;
  return (seen && dataset.status?.profilingStatus) || "pending";
}

function failureError({ reason = "", message = "" }: Status): InvalidInput {
  return new InvalidInput(isErrorCode(reason) ? reason : ERRORS.datasetUploadFailed, { path: "", message });
}
