import en from "ra-language-english";
import type { TranslationMessages } from "react-admin";
import type { Language } from "../languages.js";
import { cn } from "./cn.js";
import { ja } from "./ja.js";
import { tw } from "./tw.js";

/** react-admin's own texts. The specification calls undoing a delete "Recovery". */
export const reactAdminMessages: Record<Language, TranslationMessages> = {
  en: { ...en, ra: { ...en.ra, action: { ...en.ra.action, undo: "Recovery" } } },
  tw,
  cn,
  ja,
};
