import { useMemo } from "react";
import type { I18nProvider } from "react-admin";
import type { AnyMessages } from "../messages.js";
import { useTranslator } from "../translator-context.js";
import { useMessages } from "../use-text.js";
import { messages } from "./messages.js";

const MESSAGES: readonly AnyMessages[] = [messages];

/** Returns the translator as react-admin's own components know it. */
export function useI18nProvider(): I18nProvider {
  useMessages(MESSAGES);
  const translator = useTranslator();
  return useMemo(
    () => ({
      translate: (key, { _: defaultValue, ...values } = {}) => translator.translate(key, { defaultValue, ...values }),
      getLocale: translator.language,
      // The console's language menu changes the language.
      changeLocale: async () => undefined,
    }),
    [translator],
  );
}
