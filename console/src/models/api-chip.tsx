import type { ModelAnswer } from "@agatha/contracts/wire";
import { Chip } from "@mui/material";
import { useText } from "../i18n/use-text.js";
import { messages } from "./messages.js";

/** Chip of a model whose API is enabled. It says whether a call would be answered, and if not, why. */
export function ApiChip({ model }: { model: Pick<ModelAnswer, "api_enabled" | "owner_refusal"> }) {
  const text = useText(messages);
  if (!model.api_enabled) return null;
  if (model.owner_refusal === null) return <Chip label={text("apiOn")} color="primary" variant="outlined" />;
  return <Chip label={text("apiRefused")} title={text(`api.refused.${model.owner_refusal}`)} color="warning" variant="outlined" />;
}
