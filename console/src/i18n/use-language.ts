import type { Language } from "./languages.js";
import { useTranslator } from "./translator-context.js";

/** Returns the code of the current language. */
export function useLanguage(): Language {
  return useTranslator().language();
}
