import { useCallback } from "react";
import { useTranslate } from "react-admin";
import type { MessageKey, Messages } from "./messages.js";

export type Values = Record<string, string | number>;
export type Text<T> = (key: MessageKey<T>, values?: Values) => string;

/** The texts of one folder in the present language: `const text = useText(messages); text("title")`. */
export function useText<T>(messages: Messages<T>): Text<T> {
  const translate = useTranslate();
  const { namespace } = messages;
  return useCallback((key, values) => translate(`${namespace}.${key}`, values), [translate, namespace]);
}
