import type { Messages } from "../i18n/messages.js";
import { cn } from "./cn.js";
import { type AutomaticTrainingTexts, en } from "./en.js";
import { ja } from "./ja.js";
import { tw } from "./tw.js";

export const messages: Messages<AutomaticTrainingTexts> = { namespace: "automaticTraining", en, tw, cn, ja };
