import type { AutoModelAnswer } from "@agatha/contracts/wire";
import { useDialog } from "../dialogs/dialogs.js";
import { useErrorCodeMessage } from "../errors/use-error-code-message.js";
import { useText } from "../i18n/use-text.js";
import { messages as modelMessages } from "../models/messages.js";
import { messages } from "./messages.js";
import { trainingStatus } from "./training-status.js";
import { useEndReasonText } from "./use-end-reason-text.js";
import { useTrainingLabel } from "./use-training-label.js";

/** Opens a dialog that says that an automatic training failed or was stopped by its time limit, and why. */
export function useFailureDialog(): (training: AutoModelAnswer) => void {
  const text = useText(messages);
  const messageOf = useErrorCodeMessage();
  const labelOf = useTrainingLabel();
  const showDialog = useDialog();
  const modelText = useText(modelMessages);
  const endReasonOf = useEndReasonText();
  return (training) => {
    const name = labelOf(training);
    if (trainingStatus(training) === "stopped") {
      const title = modelText("endedTitle", { state: text("state.stopped"), name });
      return showDialog({ status: "error", title, text: endReasonOf(training) });
    }
    const sentence = messageOf(training.reason) ?? text("failedHint");
    const details = training.message === null ? [] : [training.message];
    showDialog({ status: "error", title: text("failedTitle", { name }), text: sentence, details });
  };
}
