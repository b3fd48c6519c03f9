/** Texts of the warnings of a training in each language, as the console and the reports write them. */
import type { ModelWarning } from "../results/model-warning.js";
import type { Language } from "../wire/shared.js";
import { WARNINGS_CN } from "./cn.js";
import { WARNINGS_EN } from "./en.js";
import { WARNINGS_JA } from "./ja.js";
import { WARNINGS_TW } from "./tw.js";

export const WARNING_TEXTS: Record<Language, Record<ModelWarning["code"], string>> = {
  en: WARNINGS_EN,
  tw: WARNINGS_TW,
  cn: WARNINGS_CN,
  ja: WARNINGS_JA,
};
