import type { LinearConstraint, OptimizationGoal, OptimizationRequest, OptimizationResult, ReachedGoal } from "@agatha/contracts";
import { formatTime } from "../../i18n/format.js";
import type { Format } from "../../i18n/use-format.js";
import type { TextFunction } from "../../i18n/use-text.js";
import type { CalculationTexts } from "../en.js";
import { type GoalModels, type GoalSubjects, goalsOf } from "./goal-models.js";
import type { FieldProblem } from "./validate-draft.js";

type Solution = OptimizationResult["solutions"][number];

/** Names what a goal is about: the response of a model, the probability of a class, or an input. */
export function describeSubject(
  { column, model, label }: OptimizationGoal,
  models: GoalSubjects,
  text: TextFunction<CalculationTexts>,
): string {
  if (column !== undefined) return column;
  const asked = models.get(model);
  const response = asked?.info.response ?? text("optimization.otherModel");
  const subject = model === undefined || !asked ? response : `${response} (${asked.title})`;
  return label === undefined ? subject : text("optimization.probabilityOf", { label, response: subject });
}

/** Title of the values that a goal reached. */
export function describeReached(goal: OptimizationGoal, models: GoalModels, text: TextFunction<CalculationTexts>): string {
  const response = describeSubject(goal, models, text);
  return goal.column === undefined && goal.label === undefined ? text("optimization.result.predicted", { response }) : response;
}

/** Formats a value of what a goal is about. */
export const formatReached = ({ label }: Pick<OptimizationGoal, "label">, value: number, format: Format, digits?: number): string =>
  label === undefined ? format.number(value, digits) : format.percent(value);

/** Describes a goal in a few words. */
function describeGoal(goal: OptimizationGoal, models: GoalSubjects, text: TextFunction<CalculationTexts>, format: Format): string {
  const value = goal.value === undefined ? "" : formatReached(goal, goal.value, format);
  return text(`optimization.words.${goal.goal}`, { response: describeSubject(goal, models, text), value });
}

/** Describes each goal of a search. */
export function describeGoals(
  request: Pick<OptimizationRequest, "target" | "goals">,
  models: GoalSubjects,
  text: TextFunction<CalculationTexts>,
  format: Format,
): string[] {
  return goalsOf(request).map((goal) => describeGoal(goal, models, text, format));
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
    if (place === 0) return `${format.number(coefficient)} × ${column}`;
    return `${coefficient < 0 ? "−" : "+"} ${format.number(Math.abs(coefficient))} × ${column}`;
  });
  return `${words.join(" ")} ${RELATION_SYMBOLS[relation]} ${format.number(value)}`;
}

/** Goals that a solution reached; a solution of an earlier version has the target alone. */
export const reachedGoals = ({ goals, prediction }: Pick<Solution, "goals" | "prediction">): ReachedGoal[] => goals ?? [{ prediction }];

/** Formats the value of an input: a number, a text, or a date as its table shows it. */
export function formatSetting(value: number | string | undefined, format: Format, digits?: number): string {
  if (typeof value === "number") return format.number(value, digits);
  return value !== undefined && ISO_TIME.test(value) ? formatTime(value) : (value ?? "–");
}

const ISO_TIME = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;
