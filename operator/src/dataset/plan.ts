import { type Clock, type DatasetStatus, FINALIZER, isoTime, type Resource, type TaskInput } from "@agatha/contracts";
import type { Action, Kept, Limits, Plan } from "../work/action.js";
import type { Attempts } from "../work/attempts.js";
import { fingerprintOf, taskStem } from "../work/fingerprint.js";
import { actionsOf } from "../work/moves.js";
import { type Move, nextMove } from "../work/next-move.js";
import { failure, retryMessage } from "../work/report.js";
import { datasetConditions } from "./conditions.js";
import { afterProfileMove, wantedProfile, withProfiling } from "./profiling.js";
import { sourceFileOf, textToStore } from "./source.js";
import { afterWholeMove } from "./whole-table.js";

/** What ingest, check and profile may use: all of them go through the table column by column. */
export const DATASET_LIMITS: Limits = { memoryMiB: 2048, cpus: 2, deadlineSeconds: 3600 };

/** The step that a dataset's spec and status ask for, and what it works from. */
export interface DueStep {
  kind: "ingest" | "check" | "profile";
  input: TaskInput;
  stem: string;
}

export interface DatasetNeed {
  /** Digest of everything that the table is made from. */
  fingerprint: string;
  due: DueStep | undefined;
}

/** For good, unless the spec is changed. */
function hasFailed({ phase, fingerprint }: DatasetStatus, wanted: string): boolean {
  return (phase === "preprocess_fail" || phase === "evaluating_fail") && fingerprint === wanted;
}

/** Pure: what is due, before anything else was looked at. */
export function datasetNeed(dataset: Resource<"Dataset">): DatasetNeed {
  const { spec, status = {} } = dataset;
  const ingest: TaskInput & { kind: "ingest" } = {
    kind: "ingest",
    source: sourceFileOf(dataset),
    timezone: spec.timezone,
    productType: spec.productType,
    sampling: spec.sampling,
    columns: spec.columns,
  };
  const fingerprint = fingerprintOf(ingest);
  const due = (input: TaskInput & { kind: DueStep["kind"] }, more: { check?: true; rows?: "sample" } = {}): DatasetNeed => ({
    fingerprint,
    due: { kind: input.kind, input: { ...input, ...more }, stem: taskStem(dataset, input.kind, fingerprintOf(input)) },
  });
  if (hasFailed(status, fingerprint)) return { fingerprint, due: undefined };
  if (status.table?.fingerprint !== fingerprint) return due(ingest, { check: true, rows: "sample" });
  if (!status.check) return due({ kind: "check", table: status.table.key, tableDocument: status.table.document });
  const profile = wantedProfile(dataset);
  if (profile && status.profile?.fingerprint !== profile.fingerprint) return due(profile.input);
  if (status.table.sampled && status.whole?.fingerprint !== fingerprint) return due({ ...ingest, rows: "all" });
  return { fingerprint, due: undefined };
}

/** Pure: what is to be done, and the status that says so. */
export function planDataset(dataset: Resource<"Dataset">, need: DatasetNeed, attempts: Attempts, clock: Clock): Plan<"Dataset"> {
  const actions: Action[] = [];
  if (!dataset.metadata.finalizers?.includes(FINALIZER)) actions.push({ do: "keep-metadata" });
  if (attempts.leftovers.length > 0) {
    actions.push({ do: "sweep", tasks: attempts.leftovers.map(({ id }) => id), keep: keptOf(dataset, attempts) });
  }
  const storing = textToStore(dataset);
  if (storing) actions.push({ do: "store-text", key: storing.source.key, text: storing.text });
  const before: DatasetStatus = {
    ...dataset.status,
    observedGeneration: dataset.metadata.generation,
    ...(storing && { source: storing.source }),
  };
  const { due, fingerprint } = need;
  if (!due) {
    const status = hasFailed(before, fingerprint) ? before : { ...clearWork(before), fingerprint, phase: "evaluating_finish" as const };
    return { actions, status: datasetConditions(dataset, withProfiling(dataset, status, attempts), clock) };
  }
  const move = nextMove(due.kind, attempts.latest, clock.now());
  const id = `${due.stem}${move.number}`;
  const work = actionsOf(move, id, DATASET_LIMITS, () => ({ at: isoTime(clock), input: due.input }));
  const status = withProfiling(dataset, statusAfter({ ...clearWork(before), fingerprint }, due, move, id), attempts);
  return {
    actions: [...actions, ...work.actions],
    status: datasetConditions(dataset, status, clock),
    requeueAfter: work.requeueAfter,
  };
}

function clearWork({ task: _task, attempts: _attempts, reason: _reason, message: _message, ...rest }: DatasetStatus): DatasetStatus {
  return rest;
}

function statusAfter(status: DatasetStatus, { kind, input }: DueStep, move: Move<DueStep["kind"]>, id: string): DatasetStatus {
  if (kind === "profile") {
    const working = move.do === "finish" || move.do === "fail" ? {} : { task: id, attempts: move.number };
    return afterProfileMove({ ...status, ...working, phase: "evaluating_finish" }, fingerprintOf(input), move as Move<"profile">);
  }
  if (input.kind === "ingest" && input.rows === "all") return afterWholeMove(status, move as Move<"ingest">, id);
  const [working, failed] = kind === "ingest" ? (["preprocess", "preprocess_fail"] as const) : (["evaluating", "evaluating_fail"] as const);
  if (move.do === "fail") return { ...status, phase: failed, attempts: move.number, ...failure(move.reason, move.message) };
  if (move.do === "pause") return { ...status, phase: working, task: id, attempts: move.number, message: retryMessage(move) };
  if (move.do !== "finish") return { ...status, phase: working, task: id, attempts: move.number };
  if ("flaggedColumns" in move.output) return { ...status, phase: "evaluating_finish", check: move.output };
  if (!("table" in move.output)) throw new Error(`a step ${kind} put out what another one does`);
  const { table, document, summary, check, sampled } = move.output;
  const { check: _outdated, whole: _stale, ...rest } = status;
  return {
    ...rest,
    ...(check ? { phase: "evaluating_finish", check } : { phase: "preprocess_finish" }),
    ...summary,
    table: { key: table.key, sha256: table.sha256, document, fingerprint: status.fingerprint!, ...(sampled && { sampled }) },
  };
}

/** What the status refers to, and what a running task is putting out. */
function keptOf(dataset: Resource<"Dataset">, { latest }: Attempts): Kept {
  const { table, whole, check, profile } = dataset.status ?? {};
  const folders = [table?.key, whole?.key, profile?.report].flatMap((key) =>
    key === undefined ? [] : [key.slice(0, key.lastIndexOf("/"))],
  );
  return {
    objects: [sourceFileOf(dataset).key, ...folders, ...(latest ? [latest.task.outputPrefix] : [])],
    documents: [
      ...[table, whole].flatMap((each) => each?.document ?? []),
      ...(check ? [check.document] : []),
      ...(latest ? [latest.task.id] : []),
    ],
  };
}
