import { useCallback } from "react";
import { useI18nProvider, useTranslate } from "react-admin";
import type { AnyMessages, MessageKey, Messages } from "./messages.js";
import type { ConsoleI18nProvider } from "./provider.js";

type MessageValues = Record<string, string | number>;
export type TextFunction<T> = (key: MessageKey<T>, values?: MessageValues) => string;

/**
 * Returns the texts of one folder in the current language: `const text = useText(messages); text("title")`. Texts that were not
 * loaded at the start, because they came with a screen, are known from then on.
 */
export function useText<T>(messages: Messages<T>): TextFunction<T> {
  const translate = useTranslate();
  useMessages([messages as AnyMessages]);
  const { namespace } = messages;
  return useCallback((key, values) => translate(`${namespace}.${key}`, values), [translate, namespace]);
}

/** Makes the texts known, for components that name them by their whole key. */
export function useMessages(all: readonly AnyMessages[]): void {
  const provider = useI18nProvider() as Partial<ConsoleI18nProvider>;
  for (const messages of all) provider.addMessages?.(messages);
}
