import type { BaselineComparison } from "@agatha/contracts/ranking/baseline-comparison";

/** How an alert shows each verdict of a comparison with the trivial guess. */
export const VERDICT_SEVERITY = {
  better: "success",
  little: "warning",
  unclear: "warning",
  ranksOnly: "warning",
  worse: "error",
} as const satisfies Record<BaselineComparison, string>;
