import en from "ra-language-english";
import type { TranslationMessages } from "react-admin";
import type { Language } from "../languages.js";
import { cn } from "./cn.js";
import { ja } from "./ja.js";
import { tw } from "./tw.js";

/** Written with the dash of ranges, as all of the console's texts are. */
const navigation = { ...en.ra.navigation, page_range_info: "%{offsetBegin}–%{offsetEnd} of %{total}" };

/** react-admin's own texts. The specification calls undoing a delete "Recovery". */
export const reactAdminMessages: Record<Language, TranslationMessages> = {
  en: { ...en, ra: { ...en.ra, action: { ...en.ra.action, undo: "Recovery" }, navigation } },
  tw,
  cn,
  ja,
};
