/**
 * Language codes of the specification. `tag` is the language tag for the browser and `<html lang>`, and `listSeparator` stands between
 * names in a list.
 */
export const LANGUAGES = {
  en: { name: "English", tag: "en", listSeparator: ", " },
  tw: { name: "繁體中文", tag: "zh-Hant-TW", listSeparator: "、" },
  cn: { name: "简体中文", tag: "zh-Hans-CN", listSeparator: "、" },
  ja: { name: "日本語", tag: "ja", listSeparator: "、" },
} as const;

export type Language = keyof typeof LANGUAGES;
export const LANGUAGE_CODES = Object.keys(LANGUAGES) as Language[];

const STORAGE_KEY = "agatha.locale";

export function isLanguage(code: string): code is Language {
  return Object.hasOwn(LANGUAGES, code);
}

/** Returns the first supported language of the browser, or English if there is none. */
export function preferredLanguage(browserLanguages: readonly string[]): Language {
  for (const tag of browserLanguages.map((language) => language.toLowerCase())) {
    if (tag.startsWith("en")) return "en";
    if (tag.startsWith("ja")) return "ja";
    if (tag.startsWith("zh")) return /hant|tw|hk|mo/.test(tag) ? "tw" : "cn";
  }
  return "en";
}

/** Returns the language chosen before, otherwise the browser's. */
export function initialLanguage(storage: Storage, browserLanguages: readonly string[]): Language {
  const stored = storage.getItem(STORAGE_KEY);
  return stored !== null && isLanguage(stored) ? stored : preferredLanguage(browserLanguages);
}

/** Keeps the language for the next visit with this browser. */
export function storeLanguage(storage: Storage, language: Language): void {
  storage.setItem(STORAGE_KEY, language);
}
