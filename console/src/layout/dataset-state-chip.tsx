import type { DatasetPhase } from "@agatha/contracts";
import { Chip, CircularProgress } from "@mui/material";
import { useText } from "../i18n/use-text.js";
import { DATASET_STATES } from "./dataset-state.js";
import { messages } from "./messages.js";

const COLORS = {
  waiting: "default",
  uploading: "primary",
  reading: "primary",
  checking: "primary",
  ready: "success",
  failed: "error",
} as const;

/** Chip with the state of a dataset. */
export function DatasetStateChip({ status }: { status: DatasetPhase }) {
  const text = useText(messages);
  const state = DATASET_STATES[status];
  const busy = state === "uploading" || state === "reading" || state === "checking";
  return (
    <Chip
      variant="outlined"
      color={COLORS[state]}
      label={text(`status.${state}`)}
      {...(busy ? { icon: <CircularProgress size={12} color="inherit" aria-hidden sx={{ ml: "8px !important" }} /> } : {})}
    />
  );
}
