import type { AutoModelAnswer } from "@agatha/contracts/wire";
import { useDialog } from "../dialogs/dialogs.js";
import { useErrorCodeMessage } from "../errors/use-error-code-message.js";
import { useText } from "../i18n/use-text.js";
import { messages } from "./messages.js";
import { useTrainingLabel } from "./use-training-label.js";

/** Opens a dialog that says that an automatic training failed, and why. */
export function useFailureDialog(): (training: AutoModelAnswer) => void {
  const text = useText(messages);
  const messageOf = useErrorCodeMessage();
  const labelOf = useTrainingLabel();
  const showDialog = useDialog();
  return (training) => {
    const sentence = messageOf(training.reason) ?? text("failedHint");
    const details = training.message === null ? [] : [training.message];
    showDialog({ status: "error", title: text("failedTitle", { name: labelOf(training) }), text: sentence, details });
  };
}
