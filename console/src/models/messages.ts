import type { Messages } from "../i18n/messages.js";
import { cn } from "./cn.js";
import { en, type ModelsTexts } from "./en.js";
import { ja } from "./ja.js";
import { tw } from "./tw.js";

export const messages: Messages<ModelsTexts> = { namespace: "models", en, tw, cn, ja };
