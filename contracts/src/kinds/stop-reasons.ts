/**
 * Reasons of models that were stopped before they were trained: somebody cancelled the training, the time limit of the automatic
 * training was reached, or somebody cancelled the automatic training.
 */
export const STOP_REASONS = ["Cancelled", "TimeLimitReached", "AutoModelCancelled"] as const;
export type StopReason = (typeof STOP_REASONS)[number];

/** Returns true if the reason tells that the training was stopped, and did not fail. */
export const isStopReason = (reason: string | null | undefined): reason is StopReason => STOP_REASONS.some((each) => each === reason);
