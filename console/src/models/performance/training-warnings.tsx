import type { ModelInfo } from "@agatha/contracts";
import { Alert, AlertTitle } from "@mui/material";
import { useText } from "../../i18n/use-text.js";
import { messages } from "../messages.js";

/** Warnings for the interpretation of the metrics. */
export function TrainingWarnings({ warnings }: { warnings: ModelInfo["warnings"] }) {
  const text = useText(messages);
  return (
    <Alert severity="warning" sx={{ border: 0, p: 0 }}>
      <AlertTitle>{text("warnings.title")}</AlertTitle>
      <ul style={{ margin: 0, paddingInlineStart: 18 }}>
        {warnings.map((warning) => (
          <li key={`${warning.code} ${warning.column ?? ""}`} title={warning.message}>
            {text(`warnings.${warning.code}`, { column: warning.column ?? "" })}
          </li>
        ))}
      </ul>
    </Alert>
  );
}
