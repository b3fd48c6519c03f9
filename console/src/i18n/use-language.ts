import { useLocale } from "react-admin";
import { isLanguage, type Language } from "./languages.js";

/** Returns the code of the current language. */
export function useLanguage(): Language {
  const locale = useLocale();
  return isLanguage(locale) ? locale : "en";
}
