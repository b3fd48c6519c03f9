import type { DatasetStatus } from "@agatha/contracts";
import { statusFailure } from "../status/condition-messages.js";
import type { TaskDecision } from "../tasks/decide-task.js";

/** Returns the status of a dataset that uses a sample while the rest of its file is read. It is ready unless the file proves damaged. */
export function statusAfterFullTable(status: DatasetStatus, decision: TaskDecision<"ingest">, task: string): DatasetStatus {
  if (decision.do === "fail") {
    return { ...status, phase: "preprocess_fail", attempts: decision.number, ...statusFailure(decision.reason, decision.message) };
  }
  const ready: DatasetStatus = { ...status, phase: "evaluating_finish" };
  if (decision.do !== "finish") return { ...ready, task, attempts: decision.number };
  const { table, document } = decision.output;
  return { ...ready, whole: { key: table.key, sha256: table.sha256, document, fingerprint: status.fingerprint! } };
}
