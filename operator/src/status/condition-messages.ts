import type { Condition, JobFailure } from "@agatha/contracts";

/** How work that is under way is told as a condition: with a message when it broke off before. */
export function inProgressCondition(type: string, reason: string, message: string, retry: string | undefined): ConditionState {
  return { type, status: "False", reason: retry === undefined ? reason : "Retrying", message: retry ?? message };
}

/** How a condition turned out, before it has its times. */
export type ConditionState = Pick<Condition, "type" | "status" | "reason" | "message">;

export const MAX_MESSAGE_LENGTH = 1024;
export const MAX_REASON_LENGTH = 64;

/** A failure as the status tells it: within the bounds of its schema. */
export function statusFailure(reason: string, message: string): { reason: string; message: string } {
  return { reason: reason.slice(0, MAX_REASON_LENGTH), message: message.slice(0, MAX_MESSAGE_LENGTH) };
}

/** What the status says between two tries. */
export function retryMessage({ number, failure }: { number: number; failure: JobFailure }): string {
  return `Attempt ${number} broke off (${failure}). The next one starts in a moment.`;
}

/** A catalogue's code is a reason for a status; a condition's reason is one CamelCase word. */
export function conditionReason(reason: string | undefined): string {
  return reason !== undefined && /^[A-Za-z]+$/.test(reason) ? reason : "InvalidInput";
}
