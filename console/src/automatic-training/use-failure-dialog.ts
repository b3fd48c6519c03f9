import type { AutoModelAnswer } from "@agatha/contracts/wire";
import { useDialog } from "../dialogs/dialogs.js";
import { useErrorCodeMessage } from "../errors/use-error-code-message.js";
import { useText } from "../i18n/use-text.js";
import { messages } from "./messages.js";
import { useTrainingLabel } from "./use-training-label.js";

/** Tells in a dialog that an automatic training has failed, and why. */
export function useFailureDialog(): (batch: AutoModelAnswer) => void {
  const text = useText(messages);
  const catalogue = useErrorCodeMessage();
  const nameOf = useTrainingLabel();
  const tell = useDialog();
  return (batch) => {
    const sentence = catalogue(batch.reason) ?? text("failedHint");
    const details = batch.message === null ? [] : [batch.message];
    tell({ status: "error", title: text("failedTitle", { name: nameOf(batch) }), text: sentence, details });
  };
}
