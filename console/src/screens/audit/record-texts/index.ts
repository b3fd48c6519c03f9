import { cn } from "./cn.js";
import { en } from "./en.js";
import { ja } from "./ja.js";
import { tw } from "./tw.js";

export const recordTexts = { en, tw, cn, ja };
