import { createInstance } from "i18next";
import { convertRaTranslationsToI18next, getI18nProvider } from "ra-i18n-i18next";
import type { I18nProvider } from "react-admin";
import { initialLanguage, isLanguage, LANGUAGE_CODES, LANGUAGES, storeLanguage } from "./languages.js";
import { type AnyMessages, resourcesOf } from "./messages.js";
import { reactAdminMessages } from "./react-admin/messages.js";

export async function createI18nProvider(
  messages: readonly AnyMessages[],
  storage: Storage,
  browserLanguages: readonly string[],
): Promise<I18nProvider> {
  const resources = resourcesOf(messages);
  for (const language of LANGUAGE_CODES)
    Object.assign(resources[language].translation, convertRaTranslationsToI18next(reactAdminMessages[language]));
  const i18next = createInstance();
  i18next.on("languageChanged", (language) => {
    if (!isLanguage(language)) return;
    storeLanguage(storage, language);
    document.documentElement.lang = LANGUAGES[language].tag;
  });
  const locales = LANGUAGE_CODES.map((locale) => ({ locale, name: LANGUAGES[locale].name }));
  const options = {
    lng: initialLanguage(storage, browserLanguages),
    fallbackLng: "en",
    resources,
    // React escapes by itself. File names and columns may contain colons.
    interpolation: { escapeValue: false },
    nsSeparator: false as const,
  };
  return getI18nProvider(i18next, options, locales);
}
