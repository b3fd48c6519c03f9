import { type Condition, ERRORS, type TaskKind } from "@agatha/contracts";
import type { TaskDecision } from "../tasks/decide-task.js";

/** Returns the condition of work in progress, with a message after an interrupted attempt. */
export function inProgressCondition(type: string, reason: string, message: string, retry: string | undefined): ConditionState {
  return { type, status: "False", reason: retry === undefined ? reason : "Retrying", message: retry ?? message };
}

/** Condition before it has its times. */
export type ConditionState = Pick<Condition, "type" | "status" | "reason" | "message">;

/** Reason of a condition while a store does not answer. */
export const STORE_UNAVAILABLE = "StoreUnavailable";

export const MAX_MESSAGE_LENGTH = 1024;
export const MAX_REASON_LENGTH = 64;

/** Returns a failure for the status, truncated to the limits of its schema. */
export function statusFailure(reason: string, message: string): { reason: string; message: string } {
  return { reason: reason.slice(0, MAX_REASON_LENGTH), message: message.slice(0, MAX_MESSAGE_LENGTH) };
}

const NOT_WRITABLE_RETRY_MESSAGE =
  "Nothing can be saved: a disk of the server is full or read-only. The work goes on once the administrator has made room.";

/**
 * Returns the status message between two attempts. The start of an attempt tells it too: the wait may have been over when the end
 * of the one before was seen.
 */
export function retryMessage(decision: TaskDecision<TaskKind>): { message?: string } {
  if ((decision.do !== "pause" && decision.do !== "start") || decision.failure === undefined) return {};
  if (decision.failure === "NotWritable") return { message: NOT_WRITABLE_RETRY_MESSAGE };
  const number = decision.do === "start" ? decision.number - 1 : decision.number;
  return { message: `Attempt ${number} broke off (${decision.failure}). The next one starts in a moment.` };
}

/** Words for catalogue codes of what is not there. */
const REASON_WORDS: Readonly<Record<string, string>> = {
  [ERRORS.datasetNotFound]: "DatasetNotFound",
  [ERRORS.modelNotFound]: "ModelNotFound",
  [ERRORS.modelNotTrained]: "ModelNotReady",
  [ERRORS.sourceFileMissing]: "FileNotFound",
};

/** Returns a condition's reason, which is one CamelCase word. A status may have a catalogue code instead. */
export function conditionReason(reason = ""): string {
  return REASON_WORDS[reason] ?? (/^[A-Za-z]+$/.test(reason) ? reason : "InvalidInput");
}

/** Returns true if the object waits for one that it refers to, and goes on when that one comes. */
export function waitsForReference(reason: string | undefined): boolean {
  return reason === ERRORS.datasetNotFound || reason === ERRORS.modelNotFound;
}

/** Why an object waits, as a condition's reason and message. */
export type WaitingReason = Pick<Condition, "reason" | "message">;
