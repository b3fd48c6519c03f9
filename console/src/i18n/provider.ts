import { createInstance } from "i18next";
import { convertRaTranslationsToI18next, getI18nProvider } from "ra-i18n-i18next";
import type { I18nProvider } from "react-admin";
import { initialLanguage, isLanguage, LANGUAGE_CODES, LANGUAGES, type Language, storeLanguage } from "./languages.js";
import { type AnyMessages, resourcesOf } from "./messages.js";
import { reactAdminMessages } from "./react-admin/messages.js";

export interface ConsoleI18nProvider extends I18nProvider {
  /** Adds the texts of a folder to those that are known. Adding the same again does nothing. */
  addMessages(messages: AnyMessages): void;
}

/** Texts in place of the console's own, by language and key. */
export type TextOverrides = Partial<Record<Language, Record<string, string>>>;

export async function createI18nProvider(
  messages: readonly AnyMessages[],
  storage: Storage,
  browserLanguages: readonly string[],
  overrides: TextOverrides = {},
): Promise<ConsoleI18nProvider> {
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
    // A copy: overrides are written into it, and the folders keep their own texts.
    resources: structuredClone(resources),
    // React escapes by itself. File names and columns may contain colons.
    interpolation: { escapeValue: false },
    nsSeparator: false as const,
  };
  const provider = await getI18nProvider(i18next, options, locales);
  const override = (folder = ""): void => {
    for (const language of LANGUAGE_CODES) {
      for (const [key, text] of Object.entries(overrides[language] ?? {})) {
        if (key.startsWith(folder)) i18next.addResource(language, "translation", key, text);
      }
    }
  };
  override();
  const known = new Set(messages);
  return {
    ...provider,
    addMessages(added) {
      if (known.has(added)) return;
      known.add(added);
      for (const language of LANGUAGE_CODES) {
        i18next.addResourceBundle(language, "translation", resourcesOf([added])[language].translation, true, true);
      }
      override(`${added.namespace}.`);
    },
  };
}
