import type { MetricName } from "@agatha/contracts";
import { joinSentences } from "../i18n/join-sentences.js";
import { useText } from "../i18n/use-text.js";
import { messages as modelMessages } from "../models/messages.js";
import { messages } from "./messages.js";

/** Returns a function that says which metric ranks the models, and what it means. */
export function useRankedBy(): (metric: MetricName) => string {
  const text = useText(messages);
  const modelText = useText(modelMessages);
  return (name) => {
    const metric = modelText(`metric.${name}`);
    return joinSentences(text("rankedBy", { metric }), text("metricMeans", { metric, meaning: modelText(`metricMeaning.${name}`) }));
  };
}
