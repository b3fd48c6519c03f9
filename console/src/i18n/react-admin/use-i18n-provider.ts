import { convertRaTranslationsToI18next } from "ra-i18n-i18next";
import { useMemo } from "react";
import type { I18nProvider } from "react-admin";
import type { Language } from "../languages.js";
import type { AnyMessages, MessageTree } from "../messages.js";
import { useTranslator } from "../translator-context.js";
import { useMessages } from "../use-text.js";
import { reactAdminMessages } from "./messages.js";

const converted = (language: Language): MessageTree => ({ ...convertRaTranslationsToI18next(reactAdminMessages[language].ra) });
const MESSAGES: readonly AnyMessages[] = [
  { namespace: "ra", en: converted("en"), tw: converted("tw"), cn: converted("cn"), ja: converted("ja") },
];

/** Returns the translator as react-admin's own components know it. */
export function useI18nProvider(): I18nProvider {
  useMessages(MESSAGES);
  const translator = useTranslator();
  return useMemo(
    () => ({
      translate: (key, { _: defaultValue, ...values } = {}) =>
        translator.translate(key, { defaultValue, count: values.smart_count, ...values }),
      getLocale: translator.language,
      // The console's language menu changes the language.
      changeLocale: async () => undefined,
    }),
    [translator],
  );
}
