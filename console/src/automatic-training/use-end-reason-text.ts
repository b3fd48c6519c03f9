import type { AutoModelAnswer } from "@agatha/contracts/wire";
import { useText } from "../i18n/use-text.js";
import { messages as modelMessages } from "../models/messages.js";
import { messages } from "./messages.js";

/** Returns a function that says why an automatic training was cancelled or stopped before any model was trained. */
export function useEndReasonText(): (training: Pick<AutoModelAnswer, "cancelled" | "reason">) => string {
  const text = useText(messages);
  const modelText = useText(modelMessages);
  return ({ cancelled, reason }) => {
    if (cancelled) return text("cancelledEmpty");
    return reason === "DeadlineExceeded" || reason === "ModelsCancelled" ? modelText(`because.${reason}`) : text("stoppedEmpty");
  };
}
