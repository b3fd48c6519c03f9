import { type Condition, isStopReason, type Transition } from "@agatha/contracts";
import { JOB_REFUSED, STORE_UNAVAILABLE } from "./condition-messages.js";

interface Status {
  phase?: string | undefined;
  reason?: string | undefined;
  conditions?: Condition[] | undefined;
}

/** Reasons of conditions that report trouble, although the object continues by itself. */
const TROUBLE = ["Retrying", STORE_UNAVAILABLE, JOB_REFUSED];

/**
 * Returns the transitions to record after a change of status: each condition with a new status or reason, and a message unlike
 * the previous one. Pure function.
 */
export function conditionTransitions(before: Status | undefined, after: Status): Transition[] {
  // A training that was cancelled, or whose automatic training was over, ended as requested.
  const failed = after.phase?.includes("fail") === true && !isStopReason(after.reason);
  const changed = (after.conditions ?? []).flatMap((condition) => {
    const { type, status, reason, message } = condition;
    // These repeat what Ready says, or say that nothing waits.
    if (type === "Reconciling" || type === "Stalled" || (type === "Queued" && status !== "True")) return [];
    const known = before?.conditions?.find((one) => one.type === type);
    if (known?.status === status && known.reason === reason) return [];
    const warning = status !== "True" && (failed || TROUBLE.includes(reason));
    return [{ condition: type, warning, reason, message }];
  });
  const isFirst = ({ reason, message }: Transition) => changed.find((one) => one.reason === reason && one.message === message);
  return changed.filter((transition) => isFirst(transition) === transition);
}
