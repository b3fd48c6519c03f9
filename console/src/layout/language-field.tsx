import { NativeSelect } from "@mui/material";
import { LANGUAGE_CODES, LANGUAGES, type Language } from "../i18n/languages.js";
import { useTranslator } from "../i18n/translator-context.js";
import { useText } from "../i18n/use-text.js";
import { preferences } from "./preferences.js";

/** Choice of the language by the browser's own list, which is smaller to load than a menu. */
export function LanguageField() {
  const text = useText(preferences);
  const { language, changeLanguage } = useTranslator();
  return (
    <NativeSelect
      value={language()}
      onChange={(event) => changeLanguage(event.target.value as Language)}
      inputProps={{ "aria-label": text("language") }}
    >
      {LANGUAGE_CODES.map((code) => (
        <option key={code} value={code} lang={LANGUAGES[code].tag}>
          {LANGUAGES[code].name}
        </option>
      ))}
    </NativeSelect>
  );
}
