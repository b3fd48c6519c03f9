import {
  COLLECTIONS,
  type DatasetPhase,
  type DatasetSpec,
  ERRORS_BY_CODE,
  effectiveSampling,
  isLabelLike,
  type Resource,
  semilabelProblem,
  sourceSize,
  type TableDescription,
  titleOf,
  type User,
} from "@agatha/contracts";
import type { DatasetAnswer } from "@agatha/contracts/wire";
import type { ApiDeps } from "../deps.js";
import { presentColumns } from "./present-columns.js";
import { canAccess, roleIn } from "./roles.js";
import { sharesOf } from "./share.js";
import { phaseOf, profilingStatusOf, readyTableForSampling } from "./status.js";

/** Annotation with the time of the API's last change to a dataset. The conditions show the operator's changes. */
export const UPDATED_ANNOTATION = "agatha.dev/updated-at";

type AnswerDeps = Pick<ApiDeps, "documents" | "storageProblem">;

/** Progress at which each phase begins, and its share of the total, for phases that report progress. */
const PHASE_PROGRESS: Record<DatasetPhase, { from: number; share: number }> = {
  init: { from: 0, share: 0 },
  prepare_upload_finish: { from: 0, share: 0 },
  uploading: { from: 0, share: 0 },
  uploading_fail: { from: 0, share: 0 },
  preprocess: { from: 0, share: 0.7 },
  preprocess_fail: { from: 0, share: 0 },
  preprocess_finish: { from: 0.7, share: 0 },
  evaluating: { from: 0.7, share: 0.3 },
  evaluating_fail: { from: 0.7, share: 0 },
  evaluating_finish: { from: 1, share: 0 },
  semilabel_check_fail: { from: 0.7, share: 0 },
};

async function progressOf(deps: AnswerDeps, dataset: Resource<"Dataset">): Promise<number> {
  const { from, share } = PHASE_PROGRESS[phaseOf(dataset)];
  const task = dataset.status?.task;
  if (share === 0 || !task) return from;
  const progress = await deps.documents.collection(COLLECTIONS.progress).get(task);
  return from + share * (progress?.fraction ?? 0);
}

const WORKING_PHASES: readonly DatasetPhase[] = ["init", "preprocess", "preprocess_finish", "evaluating"];

/** Returns why the work on a dataset does not continue if nothing can be saved. The operator cannot write this into the status then. */
function standstillMessage({ storageProblem }: AnswerDeps, phase: DatasetPhase): string | null {
  const problem = WORKING_PHASES.includes(phase) ? storageProblem() : undefined;
  return problem ? ERRORS_BY_CODE[problem].message : null;
}

function updatedAt({ metadata, status }: Resource<"Dataset">): string {
  const times = [
    metadata.creationTimestamp,
    metadata.annotations?.[UPDATED_ANNOTATION] ?? "",
    ...(status?.conditions ?? []).map((condition) => condition.lastTransitionTime),
  ];
  // Compared as numbers, not as text, because Kubernetes omits the milliseconds.
  return new Date(Math.max(...times.map((time) => Date.parse(time) || 0))).toISOString();
}

async function loadTableDescription(deps: AnswerDeps, dataset: Resource<"Dataset">): Promise<TableDescription | undefined> {
  const id = dataset.status?.table?.document;
  return id === undefined ? undefined : (await deps.documents.collection(COLLECTIONS.tables).get(id))?.table;
}

/** Returns the answer for a dataset, with its columns. */
export async function describeDataset(deps: AnswerDeps, user: User, dataset: Resource<"Dataset">): Promise<DatasetAnswer> {
  const names = await ownerNames(deps, user, [dataset.spec.owner]);
  return datasetAnswer(deps, user, dataset, { names, table: await loadTableDescription(deps, dataset) });
}

/** Returns the answers for datasets, without columns. */
export async function describeDatasets(deps: AnswerDeps, user: User, datasets: Resource<"Dataset">[]): Promise<DatasetAnswer[]> {
  const names = await ownerNames(
    deps,
    user,
    datasets.map(({ spec }) => spec.owner),
  );
  return Promise.all(datasets.map((dataset) => datasetAnswer(deps, user, dataset, { names })));
}

/** Returns the account names of these owners by id. Only those of others are looked up. */
export async function ownerNames(
  { documents }: Pick<AnswerDeps, "documents">,
  user: User,
  owners: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const names = new Map([[user.id, user.username]]);
  if (owners.every((owner) => names.has(owner))) return names;
  for (const { id, username } of await documents.collection(COLLECTIONS.users).find()) names.set(id, username);
  return names;
}

async function datasetAnswer(
  deps: AnswerDeps,
  user: User,
  dataset: Resource<"Dataset">,
  { names, table }: { names: ReadonlyMap<string, string>; table?: TableDescription | undefined },
): Promise<DatasetAnswer> {
  const { metadata, spec, status = {} } = dataset;
  const { source } = spec;
  const phase = phaseOf(dataset);
  const told = phase === status.phase ? status : {};
  return {
    id: metadata.name,
    name: spec.displayName,
    title: titleOf(dataset),
    product_type: spec.productType,
    owner: spec.owner,
    owner_name: names.get(spec.owner) ?? "",
    role: roleIn(user, dataset)!,
    shares: canAccess(user, dataset) ? sharesOf(dataset) : [],
    size: sourceSize(dataset),
    file_name: source.fileName,
    format: source.format,
    nrow: status.nrow ?? null,
    total_rows: status.totalRows ?? null,
    column_count: status.columnCount ?? null,
    columns: table ? columnAnswers(table, spec) : [],
    table_sha256: (phase === "preprocess_fail" ? undefined : readyTableForSampling(dataset, undefined)?.sha256) ?? null,
    timezone: spec.timezone,
    ...readingAnswer(source, table),
    ...samplingAnswer(spec, status.totalRows),
    status: phase,
    progress: await progressOf(deps, dataset),
    reason: told.reason ?? null,
    message: told.message ?? standstillMessage(deps, phase),
    fault: told.fault ?? null,
    profiling_status: profilingStatusOf(dataset),
    na_alert: status.check?.naAlert ?? null,
    flagged_columns: status.check?.flaggedColumns ?? null,
    created_at: new Date(metadata.creationTimestamp).toISOString(),
    updated_at: updatedAt(dataset),
  };
}

/** Returns the columns with the labels and the hiding that they have now, and with the types of the table's values. */
function columnAnswers({ columns, nrow }: TableDescription, spec: DatasetSpec): DatasetAnswer["columns"] {
  return presentColumns(columns, spec).map((present, i) => {
    const column = { ...present, type: columns[i]!.type };
    return { ...column, semilabel: semilabelProblem(column) === undefined, label_like: isLabelLike(column, nrow) };
  });
}

/** Returns how the file is read: as it was chosen, or else as it was detected. */
function readingAnswer(
  source: DatasetSpec["source"],
  table: TableDescription | undefined,
): Pick<DatasetAnswer, "encoding" | "delimiter" | "decimal" | "header" | "skip_rows" | "sheet" | "sheets"> {
  return {
    encoding: source.encoding ?? table?.encoding ?? null,
    delimiter: source.delimiter ?? table?.delimiter ?? null,
    decimal: source.decimal ?? table?.decimal ?? null,
    header: source.header ?? "first_row",
    skip_rows: source.skipRows ?? 0,
    sheet: source.sheet ?? table?.workbook?.sheet ?? null,
    sheets: table?.workbook?.sheets ?? [],
  };
}

function samplingAnswer(spec: DatasetSpec, totalRows: number | undefined): Pick<DatasetAnswer, "sampling" | "sampling_chosen"> {
  return {
    sampling: totalRows === undefined ? null : effectiveSampling(spec, totalRows),
    sampling_chosen: spec.sampling ?? null,
  };
}
