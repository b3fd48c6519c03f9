import type { LinearConstraint, OptimizationGoal } from "@agatha/contracts";
import type { Format } from "../../i18n/use-format.js";
import type { TextFunction } from "../../i18n/use-text.js";
import type { CalculationTexts } from "../en.js";
import type { FieldProblem } from "./draft.js";

/** Describes the goal of a search in a few words. */
export function describeGoal(
  { goal, value }: OptimizationGoal,
  response: string,
  text: TextFunction<CalculationTexts>,
  format: Format,
): string {
  return text(`optimization.words.${goal}`, { response, value: value === undefined ? "" : format.number(value) });
}

/** Describes the problem of a field. */
export function describeProblem(problem: FieldProblem | undefined, text: TextFunction<CalculationTexts>): string | undefined {
  return problem && text(`optimization.problem.${problem}`);
}

/** Mathematical symbols of the comparisons. */
export const RELATION_SYMBOLS = { "<=": "≤", ">=": "≥", "=": "=" } as const satisfies Record<LinearConstraint["relation"], string>;

/** Example: `2 × heat − 1 × time ≤ 50`. */
export function describeConstraint({ terms, relation, value }: LinearConstraint, format: Format): string {
  const words = terms.map(({ coefficient, column }, place) => {
    const sign = coefficient < 0 ? "−" : place > 0 ? "+" : "";
    return `${sign}${place > 0 ? " " : ""}${format.number(Math.abs(coefficient))} × ${column}`;
  });
  return `${words.join(" ")} ${RELATION_SYMBOLS[relation]} ${format.number(value)}`;
}
