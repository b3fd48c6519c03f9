import type { AutoModelAnswer } from "@agatha/contracts/wire";
import { useText } from "../i18n/use-text.js";
import { messages as modelMessages } from "../models/messages.js";
import { messages } from "./messages.js";

/** An automatic training has no name: it is told by what it is to find out. */
export function useTrainingLabel(): (training: Pick<AutoModelAnswer, "response" | "model_type">) => string {
  const text = useText(messages);
  const modelText = useText(modelMessages);
  return ({ response, model_type }) => response ?? (model_type === null ? text("title") : modelText(`type.${model_type}`));
}
