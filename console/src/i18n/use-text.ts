import { useCallback } from "react";
import type { AnyMessages, MessageKey, Messages } from "./messages.js";
import type { MessageValues } from "./translator.js";
import { useTranslator } from "./translator-context.js";

export type TextFunction<T> = (key: MessageKey<T>, values?: MessageValues) => string;

/**
 * Returns the texts of one folder in the current language: `const text = useText(messages); text("title")`. Texts that were not
 * loaded at the start, because they came with a screen, are known from then on.
 */
export function useText<T>(messages: Messages<T>): TextFunction<T> {
  const translator = useTranslator();
  translator.addMessages(messages as AnyMessages);
  const { namespace } = messages;
  return useCallback((key, values) => translator.translate(`${namespace}.${key}`, values), [translator, namespace]);
}

/** Makes the texts known, for components that name them by their whole key. */
export function useMessages(all: readonly AnyMessages[]): void {
  const translator = useTranslator();
  for (const messages of all) translator.addMessages(messages);
}
