import { createInstance } from "i18next";
import { formatOf } from "./format.js";
import { initialLanguage, isLanguage, LANGUAGE_CODES, LANGUAGES, type Language, storeLanguage } from "./languages.js";
import { type AnyMessages, resourcesOf } from "./messages.js";

/** Values of a text's places by name. The elements of a list are joined as the language does. */
export type MessageValues = Record<string, unknown>;

/** Texts by their whole keys, such as `login.title`, in the current language. */
export interface Translator {
  translate(key: string, values?: MessageValues): string;
  language(): Language;
  changeLanguage(language: Language): void;
  /** Calls the listener when the language has changed. Returns a function that unsubscribes. */
  onLanguageChange(listener: () => void): () => void;
  /** Adds the texts of a folder to those that are known. Adding the same again does nothing. */
  addMessages(messages: AnyMessages): void;
}

/** Texts in place of the console's own, by language and key. */
type TextOverrides = Partial<Record<Language, Record<string, string>>>;

/** Returns the values with one text for each list. */
function withJoinedLists(values: MessageValues, separator: string): MessageValues {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, Array.isArray(value) ? value.join(separator) : value]));
}

/**
 * Returns a translator in the language chosen before, otherwise the browser's. A text that a language lacks is English.
 * `overrides` also replace texts that are added later.
 */
export async function createTranslator(
  messages: readonly AnyMessages[],
  storage: Storage,
  browserLanguages: readonly string[],
  overrides: TextOverrides = {},
): Promise<Translator> {
  const i18next = createInstance();
  let current = initialLanguage(storage, browserLanguages);
  i18next.on("languageChanged", (language) => {
    if (!isLanguage(language)) return;
    current = language;
    storeLanguage(storage, language);
    document.documentElement.lang = LANGUAGES[language].tag;
  });
  await i18next.init({
    lng: current,
    fallbackLng: "en",
    // A copy: overrides are written into it, and the folders keep their own texts.
    resources: structuredClone(resourcesOf(messages)),
    // React escapes by itself. File names and columns may contain colons.
    interpolation: {
      escapeValue: false,
      alwaysFormat: true,
      // A count stays a number until here, since it chooses the plural.
      format: (value, _format, _lng, options) =>
        options?.interpolationkey === "count" && typeof value === "number" ? formatOf(LANGUAGES[current].tag).number(value) : value,
    },
    nsSeparator: false,
  });
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
    translate(key, values) {
      // Most texts have no values. i18next would still look for values, plurals and contexts in them.
      const text: unknown = values ? undefined : i18next.getResource(current, "translation", key);
      if (typeof text === "string") return text;
      return i18next.t(key, values && withJoinedLists(values, LANGUAGES[current].listSeparator));
    },
    language: () => current,
    changeLanguage: (language) => void i18next.changeLanguage(language),
    onLanguageChange(listener) {
      i18next.on("languageChanged", listener);
      return () => i18next.off("languageChanged", listener);
    },
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
