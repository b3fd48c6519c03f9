import type { MetricName } from "@agatha/contracts";
import { useMemo } from "react";
import { useText } from "../i18n/use-text.js";
import { messages } from "./messages.js";

type AlgorithmName = keyof typeof messages.en.algorithm;

/** Returns the words for names of the wire: of metrics and of algorithms. */
export function useModelNames() {
  const text = useText(messages);
  return useMemo(
    () => ({
      metric: (name: MetricName): string => text(`metric.${name}`),
      algorithms: (names: readonly string[]): string =>
        names.map((name) => (isAlgorithm(name) ? text(`algorithm.${name}`) : name)).join(" + "),
    }),
    [text],
  );
}

function isAlgorithm(name: string): name is AlgorithmName {
  return Object.hasOwn(messages.en.algorithm, name);
}
