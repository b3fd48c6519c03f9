import type { Language } from "@agatha/contracts/wire";
import { PROFILE, type ProfileTexts } from "../texts.js";
import { CN } from "./cn.js";
import { JA } from "./ja.js";
import { TW } from "./tw.js";

/** Texts of the data report by language. */
export const PROFILE_TEXTS: Record<Language, ProfileTexts> = { en: PROFILE, tw: TW, cn: CN, ja: JA };
