import { Alert, Box, Typography } from "@mui/material";
import type { ReactNode } from "react";
import { useErrorMessage } from "../errors/use-error-message.js";
import { useText } from "../i18n/use-text.js";
import { messages } from "./messages.js";

interface UploadFailureProps {
  file: File;
  error: unknown;
  /** Removes the failure from the screen. Without it the failure stays. */
  onDismiss?: () => void;
  /** Further buttons. */
  children: ReactNode;
}

/** Explains why a file could not be sent and what to do. */
export function UploadFailure({ file: { name }, error, onDismiss, children }: UploadFailureProps) {
  const text = useText(messages);
  const { sentence, code, details } = useErrorMessage()(error);
  const dismissal = onDismiss ? { onClose: onDismiss, closeText: text("dismiss", { name }) } : {};
  return (
    <Alert severity="error" {...dismissal} sx={{ "& .MuiAlert-message": { minWidth: 0 } }}>
      <strong>{name}</strong>: {sentence} ({code})
      {details.map((detail) => (
        <Typography key={detail} lang="en" variant="body2">
          {detail}
        </Typography>
      ))}
      <Box sx={{ mt: 1, display: "flex", flexWrap: "wrap", gap: 1 }}>{children}</Box>
    </Alert>
  );
}
