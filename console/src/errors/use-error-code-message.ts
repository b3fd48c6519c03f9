import { isErrorCode } from "@agatha/contracts/errors/error-catalogue";
import { useCallback } from "react";
import { useText } from "../i18n/use-text.js";
import { messages } from "./messages.js";

/**
 * Returns a function that looks up the message for the `reason` of a failed resource in the current language. It returns null if
 * the reason is not a code of the catalogue.
 */
export function useErrorCodeMessage(): (reason: string | null) => string | null {
  const text = useText(messages);
  return useCallback((reason) => (reason !== null && isErrorCode(reason) ? text(reason) : null), [text]);
}
