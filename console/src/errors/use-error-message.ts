import { ERRORS } from "@agatha/contracts";
import { ApiError } from "@agatha/contracts/client";
import { isErrorCode } from "@agatha/contracts/errors/error-catalogue";
import { useCallback } from "react";
import { useText } from "../i18n/use-text.js";
import { messages } from "./messages.js";

interface ErrorMessage {
  /** The catalogue's message in the current language. */
  sentence: string;
  code: string | null;
  /** The server's details of what is wrong where, in English. */
  details: string[];
}

/** Paths that the message itself mentions. */
const PATHS_NAMED_BY_MESSAGE = /^(file|name|columns\[\d+\])?$/;

/** Returns a function that describes a thrown error in words. */
export function useErrorMessage(): (error: unknown) => ErrorMessage {
  const text = useText(messages);
  return useCallback(
    (error) => {
      if (!(error instanceof ApiError)) return { sentence: text(ERRORS.unknown), code: ERRORS.unknown, details: [] };
      const details = error.detail.map(({ path, message }) => (PATHS_NAMED_BY_MESSAGE.test(path) ? message : `${path}: ${message}`));
      if (isErrorCode(error.code)) return { sentence: text(error.code), code: error.code, details };
      // A page that stays open over an upgrade asks a server that knows more codes.
      return { sentence: text(ERRORS.unknown), code: error.code, details: [error.message, ...details] };
    },
    [text],
  );
}
