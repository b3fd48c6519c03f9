import type { Messages } from "../../i18n/messages.js";
import { cn } from "./cn.js";
import { en, type PeopleTexts } from "./en.js";
import { ja } from "./ja.js";
import { title } from "./title.js";
import { tw } from "./tw.js";

export const messages: Messages<PeopleTexts> = { namespace: title.namespace, en, tw, cn, ja };
