import type { DatasetStatus, Resource, TaskInput } from "@agatha/contracts";
import { effectiveSampling } from "@agatha/contracts";
import { fingerprintOf } from "@agatha/contracts/tasks/fingerprint";
import { statusFailure } from "../status/condition-messages.js";
import type { Attempts } from "../tasks/attempts.js";
import type { TaskDecision } from "../tasks/decide-task.js";

type ProfileTask = Extract<TaskInput, { kind: "profile" }>;

/** Returns the requested report of the current table; undefined if none is requested, or there is no table. Pure function. */
export function requestedProfile({ spec, status }: Resource<"Dataset">): { input: ProfileTask; fingerprint: string } | undefined {
  const table = status?.table;
  if (!spec.profiling || !table) return undefined;
  const { request, extraction } = spec.profiling;
  const { totalRows = 0 } = status;
  const sampling = effectiveSampling(spec, totalRows);
  const { key, document: tableDocument } = table;
  const { timezone } = spec;
  const input: ProfileTask = { kind: "profile", table: key, tableDocument, totalRows, sampling, timezone, extraction, request };
  return { input, fingerprint: profileFingerprint(input) };
}

/** The description belongs to the table, whose key the fingerprint has. */
export function profileFingerprint({ tableDocument: _, ...input }: ProfileTask): string {
  return fingerprintOf(input);
}

/** Returns the status after the task of a report ends; before that, it does not change. */
export function statusAfterProfile(status: DatasetStatus, fingerprint: string, decision: TaskDecision<"profile">): DatasetStatus {
  if (decision.do === "fail") return { ...status, profile: { fingerprint, ...statusFailure(decision.reason, decision.message) } };
  if (decision.do === "finish") return { ...status, profile: { fingerprint, report: decision.output.report.key } };
  return status;
}

/** Returns the status with the report's state, which derives from the rest. It leaves out a report that is no longer requested. */
export function withProfilingStatus(dataset: Resource<"Dataset">, status: DatasetStatus, { latest }: Attempts): DatasetStatus {
  const { profilingStatus: _, profile, ...rest } = status;
  if (!dataset.spec.profiling) return rest;
  const broken = status.phase === "preprocess_fail" || status.phase === "evaluating_fail";
  const fingerprint = broken ? undefined : requestedProfile({ ...dataset, status })?.fingerprint;
  if (broken) return { ...rest, profilingStatus: "fail" };
  if (profile && profile.fingerprint === fingerprint) {
    return { ...rest, profile, profilingStatus: profile.report === undefined ? "fail" : "success" };
  }
  const running = latest?.task.input.kind === "profile" && latest.job?.phase === "running";
  return { ...rest, profilingStatus: running ? "init" : "pending" };
}
