import type { Language } from "@agatha/contracts/wire";
import { type ReportTexts, TEXTS } from "../texts.js";
import { CN } from "./cn.js";
import { JA } from "./ja.js";
import { TW } from "./tw.js";

/** Texts of the model report by language. */
export const REPORT_TEXTS: Record<Language, ReportTexts> = { en: TEXTS, tw: TW, cn: CN, ja: JA };
