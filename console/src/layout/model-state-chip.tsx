import type { ModelPhase } from "@agatha/contracts";
import { Chip, CircularProgress } from "@mui/material";
import { useText } from "../i18n/use-text.js";
import { messages } from "./messages.js";

const MODEL_STATES = {
  init: { state: "waiting", color: "default" },
  fitting: { state: "training", color: "primary" },
  fitting_fail: { state: "failed", color: "error" },
  fail: { state: "failed", color: "error" },
  success: { state: "ready", color: "success" },
} as const satisfies Record<ModelPhase, { state: string; color: string }>;

/** Chip with the state of a model. */
export function ModelStateChip({ status }: { status: ModelPhase }) {
  const text = useText(messages);
  const { state, color } = MODEL_STATES[status];
  const icon =
    status === "fitting" ? { icon: <CircularProgress size={12} color="inherit" aria-hidden sx={{ ml: "8px !important" }} /> } : {};
  return <Chip variant="outlined" color={color} label={text(`status.${state}`)} {...icon} />;
}
