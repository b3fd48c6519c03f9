import { type Condition, ERRORS } from "@agatha/contracts";

/** Returns the condition of work in progress, with a message after an interrupted attempt. */
export function inProgressCondition(type: string, reason: string, message: string, retry: string | undefined): ConditionState {
  return { type, status: "False", reason: retry === undefined ? reason : "Retrying", message: retry ?? message };
}

/** Condition before it has its times. */
export type ConditionState = Pick<Condition, "type" | "status" | "reason" | "message">;

/** Reason of a condition while a store does not answer. */
export const STORE_UNAVAILABLE = "StoreUnavailable";

/** Reason of a condition while the cluster refuses the object's job. */
export const JOB_REFUSED = "JobRefused";

export const MAX_MESSAGE_LENGTH = 1024;
export const MAX_REASON_LENGTH = 64;

/** Returns a failure for the status, truncated to the limits of its schema. */
export function statusFailure(reason: string, message: string): { reason: string; message: string } {
  return { reason: reason.slice(0, MAX_REASON_LENGTH), message: message.slice(0, MAX_MESSAGE_LENGTH) };
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

/** Returns true if the object waits for another object that it refers to, and continues when that object exists. */
export function waitsForReference(reason: string | undefined): boolean {
  return reason === ERRORS.datasetNotFound || reason === ERRORS.modelNotFound;
}

/** Why an object waits, as a condition's reason and message. */
export type WaitingReason = Pick<Condition, "reason" | "message">;
