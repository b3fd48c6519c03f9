/** Why the operator ended a training before the model was trained: it was asked to, or the automatic training was over. */
const STOP_REASONS = ["Cancelled", "AutoModelCancelled", "TimeLimitReached"] as const;
export type StopReason = (typeof STOP_REASONS)[number];

/** Returns true if the training was ended on request or at the time limit of its automatic training. */
export const isStopReason = (reason: string | null | undefined): reason is StopReason => STOP_REASONS.some((each) => each === reason);

const ENDS = {
  Cancelled: "cancelled",
  AutoModelCancelled: "cancelled",
  /** Of an automatic training: somebody cancelled each of its models. */
  ModelsCancelled: "cancelled",
  TimeLimitReached: "stopped",
  /** The job took longer than its own limit. */
  DeadlineExceeded: "stopped",
} as const;

/** Reasons of a training that did not fail and still gave no model. */
export type EndReason = keyof typeof ENDS;

/**
 * How a training without a model ended, the same word everywhere. cancelled: somebody ended it. stopped: a time limit ended it.
 * failed: an error ended it.
 */
export type TrainingEnd = (typeof ENDS)[EndReason] | "failed";

/** Returns true if the reason in the status means that the training was cancelled or stopped, and did not fail. */
export const isEndReason = (reason: string | null | undefined): reason is EndReason => Object.hasOwn(ENDS, reason ?? "");

/** Returns how a training ended that has this reason in its status and no model. */
export const trainingEnd = (reason: string | null | undefined): TrainingEnd => (isEndReason(reason) ? ENDS[reason] : "failed");
