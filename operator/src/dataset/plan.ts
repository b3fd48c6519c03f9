import {
  type Clock,
  type DatasetStatus,
  effectiveSampling,
  FINALIZER,
  isoTime,
  joinsFolder,
  type Resource,
  type SourceFile,
  type TaskInput,
} from "@agatha/contracts";
import { fingerprintOf, ingestTask, rowsFingerprintOf } from "@agatha/contracts/tasks/fingerprint";
import type { RetainedOutputs } from "../lifecycle/garbage-collection.js";
import type { Action, JobLimits, Plan } from "../plan/action.js";
import { taskNamePrefix } from "../runtime/fingerprint.js";
import { statusFailure } from "../status/condition-messages.js";
import type { Attempts } from "../tasks/attempts.js";
import { decideTask, type TaskDecision } from "../tasks/decide-task.js";
import { isRetryRequested, seenRetry } from "../tasks/retries.js";
import { retryMessage } from "../tasks/retry-message.js";
import { taskActions } from "../tasks/task-actions.js";
import { datasetConditions } from "./conditions.js";
import { type InlineSource, inlineSourceToStore, sourceFileOf } from "./inline-source.js";
import { profileFingerprint, requestedProfile, statusAfterProfile, withProfilingStatus } from "./profiling.js";

/** Resource limits of ingest, check and profile tasks, all of which process the table column by column. */
export const DATASET_LIMITS: JobLimits = { memoryMiB: 2048, cpus: 2, deadlineSeconds: 3600 };

type IngestTask = TaskInput & { kind: "ingest" };
type IngestOutput = Extract<TaskDecision<"ingest">, { do: "finish" }>["output"];

/** The next step for a dataset, with its input. */
interface DueStep {
  kind: "ingest" | "check" | "profile";
  input: TaskInput;
  taskNamePrefix: string;
}

export interface PendingDatasetWork {
  /** Digest of everything that determines the table. */
  fingerprint: string;
  due: DueStep | undefined;
  /** Text in the spec that is to be stored as an object. */
  inline: InlineSource | undefined;
  source: SourceFile;
}

/** Returns true if ingestion or the data check has failed. */
export function hasFailed({ status }: Resource<"Dataset">): boolean {
  return status?.phase === "preprocess_fail" || status?.phase === "evaluating_fail";
}

/** Returns true if the step has failed permanently; only a change of spec or a request retries it. */
function hasFailedPermanently(dataset: Resource<"Dataset">, wanted: string): boolean {
  return hasFailed(dataset) && dataset.status?.fingerprint === wanted && !isRetryRequested(dataset);
}

/** Returns the next step before any observation of tasks. Pure function. */
export function pendingDatasetWork(dataset: Resource<"Dataset">): PendingDatasetWork {
  const { spec, status = {} } = dataset;
  const inline = inlineSourceToStore(dataset);
  const source = sourceFileOf(dataset, inline);
  const ingest = ingestTask(dataset, source);
  const fingerprint = fingerprintOf(ingest);
  const known = { fingerprint, inline, source };
  // With another sheet, delimiter or header, the file has other columns than those that its owner changed.
  const mayLack = status.table && spec.columns.length > 0 ? { columnsMayLack: true as const } : {};
  const due = (
    input: TaskInput & { kind: DueStep["kind"] },
    more: { check?: true; rows?: "sample"; columnsMayLack?: true } = {},
  ): PendingDatasetWork => ({
    ...known,
    due: { kind: input.kind, input: { ...input, ...more }, taskNamePrefix: taskNamePrefix(dataset, input.kind, fingerprintOf(input)) },
  });
  if (hasFailedPermanently(dataset, fingerprint)) return { ...known, due: undefined };
  if (status.table?.fingerprint !== fingerprint) return due(ingest, { check: true, rows: "sample", ...mayLack });
  if (!status.check) {
    const { key: table, document: tableDocument } = status.table;
    return due({ kind: "check", table, tableDocument, sampling: effectiveSampling(spec, status.totalRows ?? 0) });
  }
  const profile = requestedProfile(dataset);
  if (profile && status.profile?.fingerprint !== profile.fingerprint) return due(profile.input);
  if (status.table.sampled && status.whole?.fingerprint !== fingerprint)
    return due({ ...ingest, rows: "all", sampleDocument: status.table.document });
  return { ...known, due: undefined };
}

/** Returns the actions to take and the new status. Pure function. */
export function planDataset(dataset: Resource<"Dataset">, need: PendingDatasetWork, attempts: Attempts, clock: Clock): Plan<"Dataset"> {
  const actions: Action[] = [];
  if (!dataset.metadata.finalizers?.includes(FINALIZER)) actions.push({ do: "keep-metadata" });
  if (attempts.obsoleteTasks.length > 0) {
    actions.push({ do: "sweep", tasks: attempts.obsoleteTasks.map(({ id }) => id), keep: retainedOutputs(dataset, need, attempts) });
  }
  if (need.inline) actions.push({ do: "store-text", key: need.inline.source.key, text: need.inline.text });
  const before: DatasetStatus = {
    ...dataset.status,
    observedGeneration: dataset.metadata.generation,
    ...(need.inline && { source: need.inline.source }),
    ...seenRetry(dataset),
  };
  const { due, fingerprint } = need;
  if (!due) {
    const status = hasFailedPermanently(dataset, fingerprint)
      ? before
      : { ...withoutTaskFields(before), fingerprint, phase: "evaluating_finish" as const };
    return { actions, status: datasetConditions(dataset, withProfilingStatus(dataset, status, attempts), clock) };
  }
  const decision = decideTask(due.kind, attempts.latest, clock.now());
  const id = `${due.taskNamePrefix}${decision.number}`;
  const work = taskActions(decision, id, DATASET_LIMITS, () => ({ at: isoTime(clock), input: due.input }));
  const status = withProfilingStatus(
    dataset,
    statusAfterDecision({ ...withoutTaskFields(before), fingerprint }, due, decision, id),
    attempts,
  );
  return {
    actions: [...actions, ...work.actions],
    status: datasetConditions(dataset, status, clock, attempts.latest?.job),
    requeueAfter: work.requeueAfter,
  };
}

function withoutTaskFields({
  task: _task,
  attempts: _attempts,
  reason: _reason,
  message: _message,
  fault: _fault,
  ...rest
}: DatasetStatus): DatasetStatus {
  return rest;
}

function statusAfterDecision(
  status: DatasetStatus,
  { kind, input }: DueStep,
  decision: TaskDecision<DueStep["kind"]>,
  id: string,
): DatasetStatus {
  if (input.kind === "profile") {
    const working = decision.do === "finish" || decision.do === "fail" ? {} : { task: id, attempts: decision.number };
    return statusAfterProfile(
      { ...status, ...working, phase: "evaluating_finish" },
      profileFingerprint(input),
      decision as TaskDecision<"profile">,
    );
  }
  if (input.kind === "ingest" && input.rows === "all") return statusAfterFullTable(status, input, decision as TaskDecision<"ingest">, id);
  const [working, failed] = kind === "ingest" ? (["preprocess", "preprocess_fail"] as const) : (["evaluating", "evaluating_fail"] as const);
  if (decision.do === "fail") return { ...status, phase: failed, ...readFailure(decision) };
  if (decision.do !== "finish") return { ...status, phase: working, task: id, attempts: decision.number, ...retryMessage(decision) };
  if ("flaggedColumns" in decision.output) return { ...status, phase: "evaluating_finish", check: decision.output };
  if (input.kind !== "ingest" || !("table" in decision.output)) throw new Error(`a step ${kind} put out what another one does`);
  const { summary, check, sampled } = decision.output;
  const { check: _outdated, whole: _stale, ...rest } = status;
  return {
    ...rest,
    ...(check ? { phase: "evaluating_finish", check } : { phase: "preprocess_finish" }),
    ...summary,
    table: { ...storedTable(decision.output, input, status), ...(sampled && { sampled }) },
  };
}

function storedTable(
  { table: { key, sha256 }, document }: IngestOutput,
  input: IngestTask,
  { fingerprint }: DatasetStatus,
): NonNullable<DatasetStatus["whole"]> {
  return { key, sha256, document, fingerprint: fingerprint!, rowsFingerprint: rowsFingerprintOf(input) };
}

const readFailure = ({ number, reason, message, fault }: Extract<TaskDecision<never>, { do: "fail" }>): Partial<DatasetStatus> => ({
  attempts: number,
  ...statusFailure(reason, message),
  ...(fault && { fault }),
});

/** Returns the outputs that the status refers to, and those of a running task. */
function retainedOutputs(dataset: Resource<"Dataset">, { source }: PendingDatasetWork, { latest }: Attempts): RetainedOutputs {
  const { table, whole, check, profile } = dataset.status ?? {};
  const folders = [table?.key, whole?.key, profile?.report].flatMap((key) =>
    key === undefined ? [] : [key.slice(0, key.lastIndexOf("/"))],
  );
  return {
    objects: [source.key, joinsFolder(dataset.metadata.uid), ...folders, ...(latest ? [latest.task.outputPrefix] : [])],
    documents: [
      ...[table, whole].flatMap((each) => each?.document ?? []),
      ...(check ? [check.document] : []),
      ...(latest ? [latest.task.id] : []),
    ],
  };
}

/** Returns the status of a dataset that uses a sample while the rest of its file is read. It is ready unless the file proves damaged. */
function statusAfterFullTable(status: DatasetStatus, input: IngestTask, decision: TaskDecision<"ingest">, task: string): DatasetStatus {
  if (decision.do === "fail") {
    return { ...status, phase: "preprocess_fail", ...readFailure(decision) };
  }
  const ready: DatasetStatus = { ...status, phase: "evaluating_finish" };
  if (decision.do !== "finish") return { ...ready, task, attempts: decision.number };
  return { ...ready, whole: storedTable(decision.output, input, status) };
}
