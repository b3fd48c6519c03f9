import type { Messages } from "../i18n/messages.js";
import { cn } from "./cn.js";
import { type CalculationTexts, en } from "./en.js";
import { ja } from "./ja.js";
import { tw } from "./tw.js";

export const messages: Messages<CalculationTexts> = { namespace: "calculations", en, tw, cn, ja };
