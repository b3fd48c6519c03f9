import { createInstance } from "i18next";
import { convertRaTranslationsToI18next, getI18nProvider } from "ra-i18n-i18next";
import type { I18nProvider } from "react-admin";
import { messages as calculation } from "../calculations/messages.js";
import { messages as charts } from "../charts/messages.js";
import { messages as companion } from "../companion/messages.js";
import { messages as reading } from "../csv-dialect/messages.js";
import { messages as dialogs } from "../dialogs/messages.js";
import { messages as errors } from "../errors/messages.js";
import { messages as states } from "../feedback/messages.js";
import { messages as layout } from "../layout/messages.js";
import { SCREENS } from "../screens.js";
import { initialLanguage, isLanguage, LANGUAGE_CODES, LANGUAGES, storeLanguage } from "./languages.js";
import { type AnyMessages, resourcesOf } from "./messages.js";
import { reactAdminMessages } from "./react-admin/messages.js";

/** Texts that belong to no screen. */
const SHARED: readonly AnyMessages[] = [calculation, charts, companion, dialogs, errors, layout, reading, states];

export async function createI18nProvider(storage: Storage, browserLanguages: readonly string[]): Promise<I18nProvider> {
  const resources = resourcesOf([...SHARED, ...SCREENS.map((screen) => screen.messages)]);
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
    // React escapes by itself; file names and columns may hold colons.
    interpolation: { escapeValue: false },
    nsSeparator: false as const,
  };
  return getI18nProvider(i18next, options, locales);
}
