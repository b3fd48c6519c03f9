import { ApiError } from "@agatha/contracts/client";
import { Alert, Box } from "@mui/material";
import type { ReactNode } from "react";
import { FileProblem } from "../csv-dialect/file-problem.js";
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
  const { sentence, code } = useErrorMessage()(error);
  const dismissal = onDismiss ? { onClose: onDismiss, closeText: text("dismiss", { name }) } : {};
  return (
    <Alert severity="error" {...dismissal} sx={{ "& .MuiAlert-message": { minWidth: 0 } }}>
      <strong>{name}</strong>: {sentence} ({code})
      {error instanceof ApiError
        ? error.detail.map(({ path, message, fault }) => <FileProblem key={`${path} ${message}`} message={message} fault={fault} />)
        : null}
      <Box sx={{ mt: 1, display: "flex", flexWrap: "wrap", gap: 1 }}>{children}</Box>
    </Alert>
  );
}
