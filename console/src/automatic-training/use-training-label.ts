import type { AutoModelAnswer } from "@agatha/contracts/wire";
import { useText } from "../i18n/use-text.js";
import { messages as modelMessages } from "../models/messages.js";
import { messages } from "./messages.js";

/** Label of an automatic training: it has no name, so the label states its goal. */
export function useTrainingLabel(): (training: Pick<AutoModelAnswer, "response" | "model_type">) => string {
  const text = useText(messages);
  const modelText = useText(modelMessages);
  return ({ response, model_type }) => response ?? (model_type === null ? text("title") : modelText(`type.${model_type}`));
}
