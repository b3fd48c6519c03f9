import type { Messages } from "../i18n/messages.js";
import { cn } from "./cn.js";
import { en } from "./en.js";
import { ja } from "./ja.js";
import { tw } from "./tw.js";

export const messages: Messages<typeof en> = { namespace: "datasetList", en, tw, cn, ja };
