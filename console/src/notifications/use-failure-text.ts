import { useCallback } from "react";
import { useErrorMessage } from "../errors/use-error-message.js";
import { useText } from "../i18n/use-text.js";
import { type FailedOperation, messages } from "./messages.js";

/** Returns a function that says which operation failed, and why. */
export function useFailureText(): (operation: FailedOperation, error: unknown) => string {
  const text = useText(messages);
  const errorText = useErrorMessage();
  return useCallback((operation, error) => text(`failed.${operation}`, { cause: errorText(error).sentence }), [text, errorText]);
}
