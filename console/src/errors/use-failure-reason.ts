import { ERRORS } from "@agatha/contracts";
import { isErrorCode } from "@agatha/contracts/error-catalogue";
import { useCallback } from "react";
import { useText } from "../i18n/use-text.js";
import { messages } from "./messages.js";

/** Puts the `reason` of a failed dataset or model into words: a code of the catalogue, or a word of the platform's. */
export function useFailureReason(): (reason: string | null) => { sentence: string; code: string } {
  const text = useText(messages);
  return useCallback(
    (reason) => {
      const code = reason !== null && isErrorCode(reason) ? reason : ERRORS.unknown;
      return { sentence: text(code), code: reason ?? code };
    },
    [text],
  );
}
