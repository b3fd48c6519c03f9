/** Profiling reports: requested here, made by a trainer, shown as one page. */
import { randomBytes } from "node:crypto";
import { COLLECTIONS, ERRORS, NotFound, type Resource, type TableProfile, tableProfile, type User } from "@agatha/contracts";
import type { ProfilingAnswer } from "@agatha/contracts/wire";
import { recordAudit } from "../audit/record-audit.js";
import { parsedTable, profilingStatusOf } from "../datasets/status.js";
import type { ApiDeps } from "../deps.js";
import { snapshotEnabledSteps } from "../edit-history/step-snapshots.js";
import { loadEnabledEdits } from "../edit-history/store.js";
import { turn } from "../event-loop/turns.js";
import { parseJsonStream } from "../json/parse-json-stream.js";
import { updateResource } from "../resources/update-resource.js";

type Dataset = Resource<"Dataset">;

/**
 * Requests a report of the rows, or of the rows after the enabled entries of the edit history. A running report of the same rows
 * continues. Throws InvalidInput with the reason for a dataset that could not be parsed.
 */
export async function requestProfile(deps: ApiDeps, user: User, dataset: Dataset, useExtraction: boolean): Promise<Dataset> {
  parsedTable(dataset);
  const enabled = useExtraction && (await loadEnabledEdits(deps, dataset)) !== undefined;
  const extraction = enabled ? await snapshotEnabledSteps(deps, dataset) : undefined;
  const { name, uid } = dataset.metadata;
  await recordAudit(deps, user, { action: "dataset.profile", target: name });
  const profiling = { request: randomBytes(8).toString("hex"), extraction };
  return await updateResource(deps, { kind: "Dataset", name, uid, notFoundCode: ERRORS.datasetNotFound }, (present) => {
    const status = profilingStatusOf(present);
    const underWay = status === "pending" || status === "init";
    if (underWay && present.spec.profiling?.extraction === extraction) return undefined;
    return { ...present, spec: { ...present.spec, profiling } };
  });
}

/** Returns the report's status. `report` is the address of the finished report. */
export async function describeProfiling(deps: Pick<ApiDeps, "documents">, dataset: Dataset, report: string): Promise<ProfilingAnswer> {
  const status = profilingStatusOf(dataset);
  const { profile, task, reason, message } = dataset.status ?? {};
  const failed = status === "fail" ? (profile ?? { reason, message }) : undefined;
  const running = status === "init" && task ? await deps.documents.collection(COLLECTIONS.progress).get(task) : undefined;
  return {
    status,
    report: status === "success" ? report : null,
    use_ext_data: dataset.spec.profiling ? dataset.spec.profiling.extraction !== undefined : null,
    progress: status === "success" ? 1 : (running?.fraction ?? 0),
    reason: failed?.reason ?? null,
    message: failed?.message ?? null,
  };
}

/** Returns the report's content. Throws NotFound (profilingReportNotFound) if there is none. */
export async function loadProfile({ objects }: Pick<ApiDeps, "objects">, dataset: Dataset): Promise<TableProfile> {
  const key = profilingStatusOf(dataset) === "success" ? dataset.status?.profile?.report : undefined;
  if (key === undefined)
    throw new NotFound("there is no report yet: ask for one, and wait until its status is success", ERRORS.profilingReportNotFound);
  const profile = await parseJsonStream(await objects.get(key));
  await turn();
  return tableProfile.parse(profile);
}
