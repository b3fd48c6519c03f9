import type { ModelAnswer } from "@agatha/contracts/wire";
import { useText } from "../i18n/use-text.js";
import { messages } from "./messages.js";

/** Returns the text of what a model answers, with its target if it has one: "Predicts a number: Weight". */
export function useQuestionText(): (type: ModelAnswer["model_type"], target: string | null) => string {
  const text = useText(messages);
  return (type, target) => (target === null ? text(`type.${type}`) : text("typeOf", { type: text(`type.${type}`), target }));
}
