import { Alert, AlertTitle, Button, Typography } from "@mui/material";
import type { ReactNode } from "react";
import { useErrorMessage } from "../errors/use-error-message.js";
import { useText } from "../i18n/use-text.js";
import { messages } from "./messages.js";

interface FailureProps {
  /** The thrown error. An ApiError names its catalogue code. */
  error: unknown;
  /** The failed operation, such as "The datasets could not be loaded". */
  title?: string | undefined;
  onRetry?: (() => void) | undefined;
  /** Further buttons, beside the retry. */
  children?: ReactNode;
}

/** Error message in plain words with its code and a retry button. */
export function Failure({ error, title, onRetry, children }: FailureProps) {
  const text = useText(messages);
  const { sentence, code, details } = useErrorMessage()(error);
  const retry = onRetry ? (
    <Button color="inherit" size="small" onClick={onRetry}>
      {text("retry")}
    </Button>
  ) : null;
  return (
    <Alert severity="error" action={retry} sx={{ m: 2, "& .MuiAlert-message": { minWidth: 0 } }}>
      <AlertTitle>{title ?? text("failureTitle")}</AlertTitle>
      {sentence}
      {details.map((detail) => (
        <Typography key={detail} lang="en" variant="body2" sx={{ mt: 0.5 }}>
          {detail}
        </Typography>
      ))}
      {code ? (
        <Typography variant="caption" component="p" sx={{ mt: 0.5 }}>
          {text("code", { code })}
        </Typography>
      ) : null}
      {children}
    </Alert>
  );
}
