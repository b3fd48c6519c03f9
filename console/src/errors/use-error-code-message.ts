import { isErrorCode } from "@agatha/contracts/error-catalogue";
import { useCallback } from "react";
import { useText } from "../i18n/use-text.js";
import { messages } from "./messages.js";

/** The reason that a resource failed for, in the present language; null where it is none of the catalogue's. */
export function useErrorCodeMessage(): (reason: string | null) => string | null {
  const text = useText(messages);
  return useCallback((reason) => (reason !== null && isErrorCode(reason) ? text(reason) : null), [text]);
}
