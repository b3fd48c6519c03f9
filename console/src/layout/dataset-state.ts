import type { DatasetPhase } from "@agatha/contracts";

export type DatasetState = "waiting" | "uploading" | "reading" | "checking" | "ready" | "failed";

/** Maps the specification's upload states to the six words shown. */
export const DATASET_STATES = {
  init: "waiting",
  prepare_upload_finish: "waiting",
  uploading: "uploading",
  uploading_fail: "failed",
  preprocess: "reading",
  preprocess_fail: "failed",
  preprocess_finish: "checking",
  evaluating: "checking",
  evaluating_fail: "failed",
  evaluating_finish: "ready",
  semilabel_check_fail: "failed",
} as const satisfies Record<DatasetPhase, DatasetState>;
