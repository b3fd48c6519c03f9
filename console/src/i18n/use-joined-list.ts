import { useCallback } from "react";
import { LANGUAGES } from "./languages.js";
import { useLanguage } from "./use-language.js";

/** Returns a function that joins a list outside of a sentence as the current language does: "A, B" or 「A、B」. */
export function useJoinedList(): (items: readonly string[]) => string {
  const { listSeparator } = LANGUAGES[useLanguage()];
  return useCallback((items) => items.join(listSeparator), [listSeparator]);
}
