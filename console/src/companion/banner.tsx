import { Alert, Typography } from "@mui/material";
import { useErrorMessage } from "../errors/use-error-message.js";
import { useText } from "../i18n/use-text.js";
import { useCompanion } from "./companion.js";
import { messages } from "./messages.js";

/** Shows the progress of the handshake with the service that opened this window. Renders nothing if no service did. */
export function CompanionBanner() {
  const text = useText(messages);
  const errorText = useErrorMessage();
  const { handshake } = useCompanion();
  switch (handshake.state) {
    case "INIT":
    case "NORMAL":
    case "serviceDone":
      return null;
    case "error": {
      const { sentence, code, details } = errorText(handshake.error);
      return (
        <Alert severity="error" square>
          {text("error", { origin: handshake.origin })} {sentence} ({code})
          {details.map((detail) => (
            <Typography key={detail} lang="en" variant="body2">
              {detail}
            </Typography>
          ))}
        </Alert>
      );
    }
    default:
      return (
        <Alert severity={handshake.state === "TUKEY_MAIN_DONE" ? "success" : "info"} square role="status">
          {text(handshake.state === "SERVICE_INIT_DATA" && handshake.task.flow === "optimization" ? "optimization" : handshake.state, {
            origin: handshake.origin,
          })}
        </Alert>
      );
  }
}
