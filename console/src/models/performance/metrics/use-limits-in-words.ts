import type { ModelInfo } from "@agatha/contracts";
import { joinSentences } from "../../../i18n/join-sentences.js";
import { useFormat } from "../../../i18n/use-format.js";
import { useText } from "../../../i18n/use-text.js";
import { messages } from "../../messages.js";

type Limits = NonNullable<ModelInfo["regression"]>["limits"];

/** Returns between which values predictions stay, who decided that, and how many rows of the training are beyond; false without limits. */
export function useLimitsInWords(limits: Limits): string | false {
  const text = useText(messages);
  const format = useFormat();
  if (!limits) return false;
  const { lower, upper, requested, rows_beyond } = limits;
  const numbers = { lower: format.number(lower ?? 0), upper: format.number(upper ?? 0) };
  return joinSentences(
    text(`figures.limits.${lower === undefined ? "upper" : upper === undefined ? "lower" : "both"}`, numbers),
    !requested && text("figures.limits.byData"),
    rows_beyond > 0 && text("figures.limits.beyond", { rows: format.number(rows_beyond) }),
  );
}
