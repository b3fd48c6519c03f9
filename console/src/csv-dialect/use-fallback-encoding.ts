import type { TextEncoding } from "@agatha/contracts";
import { useLanguage } from "../i18n/use-language.js";

const BY_LANGUAGE: Record<string, TextEncoding> = { tw: "big5", cn: "gb18030", ja: "shift_jis" };

/** Returns the usual encoding of a file that is not UTF-8, by the user's language. */
export function useFallbackEncoding(): TextEncoding {
  return BY_LANGUAGE[useLanguage()] ?? "latin1";
}
