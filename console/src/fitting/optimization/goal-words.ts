import type { LinearConstraint, SearchGoal } from "@agatha/contracts";
import type { Format } from "../../i18n/use-format.js";
import type { Text } from "../../i18n/use-text.js";
import type { CalculationTexts } from "../calculation/en.js";

/** What a search is after, in a few words. */
export function goalWords({ goal, value }: SearchGoal, response: string, text: Text<CalculationTexts>, format: Format): string {
  return text(`optimization.words.${goal}`, { response, value: value === undefined ? "" : format.number(value) });
}

/** Comparisons as people write them. */
export const RELATIONS = { "<=": "≤", ">=": "≥", "=": "=" } as const satisfies Record<LinearConstraint["relation"], string>;

/** `2 × heat − 1 × time ≤ 50`. */
export function ruleWords({ terms, relation, value }: LinearConstraint, format: Format): string {
  const words = terms.map(({ coefficient, column }, place) => {
    const sign = coefficient < 0 ? "−" : place > 0 ? "+" : "";
    return `${sign}${place > 0 ? " " : ""}${format.number(Math.abs(coefficient))} × ${column}`;
  });
  return `${words.join(" ")} ${RELATIONS[relation]} ${format.number(value)}`;
}
