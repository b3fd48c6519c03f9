import { useCallback } from "react";
import { useTranslate } from "react-admin";
import type { MessageKey, Messages } from "./messages.js";

type MessageValues = Record<string, string | number>;
export type TextFunction<T> = (key: MessageKey<T>, values?: MessageValues) => string;

/** Returns the texts of one folder in the current language: `const text = useText(messages); text("title")`. */
export function useText<T>(messages: Messages<T>): TextFunction<T> {
  const translate = useTranslate();
  const { namespace } = messages;
  return useCallback((key, values) => translate(`${namespace}.${key}`, values), [translate, namespace]);
}
