import type { Messages, Translated } from "../i18n/messages.js";
import { cn } from "./cn.js";
import { en } from "./en.js";
import { ja } from "./ja.js";
import { tw } from "./tw.js";

export type FittingTexts = typeof en;
/** What a translation of this folder must have. */
export type FittingTranslation = Translated<FittingTexts>;

export const messages: Messages<FittingTexts> = { namespace: "fitting", en, tw, cn, ja };
