import { type Format, formatOf } from "./format.js";
import { LANGUAGES } from "./languages.js";
import { useLanguage } from "./use-language.js";

export type { Format } from "./format.js";

/** Returns formatters for numbers and times in the current language. */
export function useFormat(): Format {
  return formatOf(LANGUAGES[useLanguage()].tag);
}
