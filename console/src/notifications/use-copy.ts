import { useCallback } from "react";
import { useNotify } from "react-admin";
import { copyText } from "../fields/copy-text.js";
import { useText } from "../i18n/use-text.js";
import { messages } from "./messages.js";

/** Returns a function that copies a text to the clipboard and calls `onCopied`, or says that the browser refuses. */
export function useCopy(): (copied: string, onCopied: () => void) => void {
  const text = useText(messages);
  const notify = useNotify();
  return useCallback(
    (copied, onCopied) => void copyText(copied).then(onCopied, () => notify(text("notCopied"), { type: "error" })),
    [notify, text],
  );
}
