import { Typography } from "@mui/material";
import { useText } from "../../../i18n/use-text.js";
import { messages } from "../../messages.js";

/** Says that a figure is without the decision that is stored on its model. */
export function BeforeDecision({ model }: { model: { before_decision: boolean } }) {
  const text = useText(messages);
  if (!model.before_decision) return null;
  return (
    <Typography variant="caption" component="div" color="text.secondary" title={text("decision.beforeWhy")}>
      {text("decision.before")}
    </Typography>
  );
}
