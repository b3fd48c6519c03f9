import type { Language } from "../wire/shared.js";
import { cn } from "./cn.js";
import type { FindingTexts } from "./describe-finding.js";
import { en } from "./en.js";
import { ja } from "./ja.js";
import { tw } from "./tw.js";

export { describeFinding, type FindingText, findingTextName, writeFindingValues } from "./describe-finding.js";
export { type FindingGroup, groupByTraining } from "./group-by-training.js";
export { typeToChoose } from "./type-to-choose.js";

export const FINDING_TEXTS: Record<Language, FindingTexts> = { en, tw, cn, ja };
