import type { EvaluationPhase } from "@agatha/contracts";
import type { EvaluationAnswer } from "@agatha/contracts/wire";
import { Chip, CircularProgress } from "@mui/material";
import { useText } from "../../i18n/use-text.js";
import { messages } from "./messages.js";

const COLORS = {
  init: "default",
  prepare_upload_finish: "default",
  evaluating: "primary",
  evaluating_fail: "error",
  evaluating_finish: "success",
  semilabel_check_fail: "error",
} as const satisfies Record<EvaluationPhase, string>;

/** Chip with the state of a comparison. */
export function EvaluationStateChip({ evaluation: { status } }: { evaluation: Pick<EvaluationAnswer, "status"> }) {
  const text = useText(messages);
  const icon =
    status === "evaluating" ? { icon: <CircularProgress size={12} color="inherit" aria-hidden sx={{ ml: "8px !important" }} /> } : {};
  return <Chip variant="outlined" color={COLORS[status]} label={text(`state.${status}`)} {...icon} />;
}
