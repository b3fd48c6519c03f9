import type { AutoModelAnswer } from "@agatha/contracts/wire";
import { useText } from "../i18n/use-text.js";
import { messages } from "../models/messages.js";

/** An automatic training has no name: it is told by what it is to find out. */
export function useTrainingLabel(): (batch: Pick<AutoModelAnswer, "response" | "model_type">) => string {
  const text = useText(messages);
  return ({ response, model_type }) => response ?? (model_type === null ? text("automatic.title") : text(`type.${model_type}`));
}
