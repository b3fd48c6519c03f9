import { isErrorCode } from "@agatha/contracts/error-catalogue";
import { useCallback } from "react";
import { useText } from "../i18n/use-text.js";
import { messages } from "./messages.js";

/**
 * Looks up the sentence for a `reason` that a resource failed for, in the present language. Null where the reason is no
 * code of the catalogue.
 */
export function useErrorCodeMessage(): (reason: string | null) => string | null {
  const text = useText(messages);
  return useCallback((reason) => (reason !== null && isErrorCode(reason) ? text(reason) : null), [text]);
}
