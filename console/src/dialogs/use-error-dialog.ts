import { useCallback } from "react";
import { useErrorMessage } from "../errors/use-error-message.js";
import { useDialog } from "./dialogs.js";

/** Returns a function that shows a thrown error in a dialog. The title names what failed. */
export function useErrorDialog(): (title: string, error: unknown) => void {
  const showDialog = useDialog();
  const errorText = useErrorMessage();
  return useCallback(
    (title, error) => {
      const { sentence, details } = errorText(error);
      showDialog({ status: "error", title, text: sentence, details });
    },
    [showDialog, errorText],
  );
}
