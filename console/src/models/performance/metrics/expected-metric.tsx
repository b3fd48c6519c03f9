import type { AutoModelAnswer, ModelAnswer } from "@agatha/contracts/wire";
import { rangeText } from "../../../i18n/range-text.js";
import { useFormat } from "../../../i18n/use-format.js";
import { useText } from "../../../i18n/use-text.js";
import { messages } from "../../messages.js";
import { formatMetric } from "./format-metric.js";

interface ExpectedMetricProps extends Pick<ModelAnswer, "indicators"> {
  expected: NonNullable<AutoModelAnswer["expected"]>;
  heldOutBy: ModelAnswer["held_out_by"];
}

/** Shows a chosen model's figure next to the one that is corrected for the choice among many. */
export function ExpectedMetric({ indicators, heldOutBy, expected: { indicator, value, interval, models } }: ExpectedMetricProps) {
  const text = useText(messages);
  const format = useFormat();
  const toText = (value: number) => formatMetric(format, indicator, value);
  const range = interval && rangeText(toText(interval.lower), toText(interval.upper));
  return text("figures.expected", {
    metric: text(`metric.${indicator}`),
    found: formatMetric(format, indicator, indicators[indicator]),
    expected: range ? text("figures.expectedWithin", { expected: toText(value), interval: range }) : toText(value),
    models: format.number(models),
    rows: text(`figures.expectedOn.${heldOutBy?.rows ?? "random"}`),
  });
}
