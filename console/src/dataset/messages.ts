import type { Messages, Translated } from "../i18n/messages.js";
import { cn } from "./cn.js";
import { en } from "./en.js";
import { ja } from "./ja.js";
import { tw } from "./tw.js";

export type Shape = Translated<typeof en>;

export const messages: Messages<typeof en> = { namespace: "dataset", en, tw, cn, ja };
