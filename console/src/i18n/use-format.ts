import { useMemo } from "react";
import { useLocale } from "react-admin";
import { createFormat, type Format } from "./format.js";
import { isLanguage, LANGUAGES } from "./languages.js";

export type { Format } from "./format.js";

/** Returns formatters for numbers and times in the current language. */
export function useFormat(): Format {
  const locale = useLocale();
  return useMemo(() => createFormat(isLanguage(locale) ? LANGUAGES[locale].tag : "en"), [locale]);
}
