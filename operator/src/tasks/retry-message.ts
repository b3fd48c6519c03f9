import type { TaskKind } from "@agatha/contracts";
import type { TaskDecision } from "./decide-task.js";

const NOT_WRITABLE_RETRY_MESSAGE =
  "Nothing can be saved: a disk of the server is full or read-only. The work goes on once the administrator has made room.";

/**
 * Returns the status message between two attempts. The start of an attempt has it too: the wait may have been over when the end of the
 * previous attempt was seen.
 */
export function retryMessage(decision: TaskDecision<TaskKind>): { message?: string } {
  if ((decision.do !== "pause" && decision.do !== "start") || decision.failure === undefined) return {};
  if (decision.failure === "NotWritable") return { message: NOT_WRITABLE_RETRY_MESSAGE };
  const number = decision.do === "start" ? decision.number - 1 : decision.number;
  return { message: `Attempt ${number} broke off (${decision.failure}). The next one starts in a moment.` };
}
