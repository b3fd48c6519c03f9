import type { Messages } from "../../i18n/messages.js";
import { cn } from "./cn.js";
import { en } from "./en.js";
import { ja } from "./ja.js";
import { title } from "./title.js";
import { tw } from "./tw.js";

export const messages: Messages<typeof en> = { namespace: title.namespace, en, tw, cn, ja };
