import type { ModelAnswer } from "@agatha/contracts/wire";
import { Chip, CircularProgress } from "@mui/material";
import { modelState } from "../api/model-state.js";
import { useText } from "../i18n/use-text.js";
import { messages } from "./messages.js";

const MODEL_STATES = {
  init: { state: "waiting", color: "default" },
  fitting: { state: "training", color: "primary" },
  failed: { state: "failed", color: "error" },
  stopped: { state: "stopped", color: "warning" },
  cancelled: { state: "cancelled", color: "default" },
  success: { state: "ready", color: "success" },
} as const satisfies Record<ReturnType<typeof modelState>, { state: string; color: string }>;

/** Chip with the state of a model. */
export function ModelStateChip({ model }: { model: Pick<ModelAnswer, "status" | "reason"> }) {
  const text = useText(messages);
  const { state, color } = MODEL_STATES[modelState(model)];
  const icon =
    model.status === "fitting" ? { icon: <CircularProgress size={12} color="inherit" aria-hidden sx={{ ml: "8px !important" }} /> } : {};
  return <Chip variant="outlined" color={color} label={text(`status.${state}`)} {...icon} />;
}
