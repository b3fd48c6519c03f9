import type { Language } from "./languages.js";

/** Texts by key, in folders of any depth. */
export interface MessageTree {
  [key: string]: string | MessageTree;
}

/**
 * Plural keys in English are `rows_one` and `rows_other`, requested as `rows`. The other three languages have one form under the
 * plain key. i18next uses it for every count, so it needs no plural rules for the codes tw and cn.
 */
type PluralStem<K extends string> = K extends `${string}_one` ? never : K extends `${infer Stem}_other` ? Stem : K;

/** Shape of a translation of T: exactly the same keys. */
export type Translation<T> = { [K in keyof T & string as PluralStem<K>]: T[K] extends string ? string : Translation<T[K]> };

/** Key paths of the texts of T, such as `columns.rows`. */
export type MessageKey<T> = { [K in keyof T & string]: T[K] extends string ? PluralStem<K> : `${K}.${MessageKey<T[K]>}` }[keyof T & string];

/** Texts of one folder in all four languages. */
export interface Messages<T = MessageTree> {
  /** Prefix of the keys in i18next, unique to the folder. */
  namespace: string;
  en: T;
  tw: Translation<T>;
  cn: Translation<T>;
  ja: Translation<T>;
}

/** Texts whose keys do not matter to the caller. */
export interface AnyMessages<T extends MessageTree = MessageTree> {
  namespace: string;
  en: T;
  tw: T;
  cn: T;
  ja: T;
}

/** Resources for i18next: every namespace in every language. */
export function resourcesOf(all: readonly AnyMessages[]): Record<Language, { translation: MessageTree }> {
  const inLanguage = (language: Language): { translation: MessageTree } => ({
    translation: Object.fromEntries(all.map((messages) => [messages.namespace, messages[language]])),
  });
  return { en: inLanguage("en"), tw: inLanguage("tw"), cn: inLanguage("cn"), ja: inLanguage("ja") };
}
