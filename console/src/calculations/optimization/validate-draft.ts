/** Problems of the draft of an optimization, by field. Pure. */
import type { ModelInput } from "@agatha/contracts";
import {
  type ConstraintDraft,
  constraintFieldId,
  type GoalDraft,
  goalFieldId,
  hasValue,
  hasWeight,
  type OptimizationDraft,
  parseNumber,
  type RangeDraft,
  rangeBounds,
  rangeFieldId,
  rangeOf,
  timeTextToIso,
} from "./draft.js";

const MAX_SOLUTIONS = 20;
const MAX_APART = 10;
const MIN_STEP = 1e-9;
const WEIGHTS = { min: 0.1, max: 10 };

export type FieldProblem =
  | "notNumber"
  | "needed"
  | "goal"
  | "order"
  | "lowerNeeded"
  | "upperNeeded"
  | "step"
  | "solutions"
  | "apart"
  | "share"
  | "weight"
  | "twice"
  | "year"
  | "one";

const NO_PAST: ReadonlySet<string> = new Set();

/** Problems that the server would refuse, by field. Inputs that are the past of models of lags have to be fixed. */
export function validateOptimizationDraft(
  draft: OptimizationDraft,
  inputs: readonly ModelInput[],
  past = NO_PAST,
): Map<string, FieldProblem> {
  const found: [string, FieldProblem | null][] = [
    ...draft.goals.flatMap((goal) => validateGoal(goal, draft.goals.length > 1)),
    ...draft.goals.map((goal, at): [string, FieldProblem | null] => [
      goalFieldId(goal.key, "subject"),
      draft.goals.slice(0, at).some((earlier) => isSameGoal(goal, earlier)) ? "twice" : null,
    ]),
    ...inputs.flatMap((input) => validateRange(input, rangeOf(draft, input.name), past.has(input.name))),
    ...draft.constraints.flatMap(validateConstraint),
    ["solutions", validateSolutionCount(draft.solutions)],
    ["apart", isWithin(draft.apart, 0, MAX_APART) ? null : "apart"],
  ];
  return new Map(found.filter((entry): entry is [string, FieldProblem] => entry[1] !== null));
}

function validateGoal(goal: GoalDraft, isOneOfSeveral: boolean): [string, FieldProblem | null][] {
  const isShare = goal.label === "" || isWithin(goal.value, 0, 100);
  const value = validateRequiredNumber(goal.value) ?? (isShare ? null : "share");
  const weight = isOneOfSeveral && hasWeight(goal) && !isWithin(goal.weight, WEIGHTS.min, WEIGHTS.max) ? "weight" : null;
  return [
    [goalFieldId(goal.key, "goal"), goal.goal === "" ? "goal" : null],
    [goalFieldId(goal.key, "value"), hasValue(goal) ? value : null],
    [goalFieldId(goal.key, "weight"), weight],
  ];
}

/** A goal that is there twice would only count twice. Goals that are not chosen yet may become different. */
function isSameGoal(a: GoalDraft, b: GoalDraft): boolean {
  const value = (goal: GoalDraft) => (hasValue(goal) ? parseNumber(goal.value) : undefined);
  return a.goal !== "" && a.model === b.model && a.column === b.column && a.label === b.label && a.goal === b.goal && value(a) === value(b);
}

function validateRange(input: ModelInput, range: RangeDraft, isPast: boolean): [string, FieldProblem | null][] {
  const field = (part: keyof RangeDraft) => rangeFieldId(input.name, part);
  if (input.type === "s") return [[field("choices"), isPast && range.choices.length !== 1 ? "one" : null]];
  // The range of a fixed input does not matter.
  if (range.fixed.trim() !== "") return [[field("fixed"), validateNumber(range.fixed)]];
  if (isPast) return [[field("fixed"), "needed"]];
  const order = validateOrder(input, range);
  if (input.type === "d")
    return [
      [field("from"), validateTime(range.from) ?? order.from],
      [field("to"), validateTime(range.to) ?? order.to],
    ];
  const step = parseNumber(range.step);
  return [
    [field("from"), validateNumber(range.from) ?? order.from],
    [field("to"), validateNumber(range.to) ?? order.to],
    [field("step"), validateNumber(range.step) ?? (step !== undefined && step < MIN_STEP ? "step" : null)],
  ];
}

/** A limit beyond the training range needs the other limit too: the one of the training does not go with it. */
function validateOrder(input: ModelInput, range: RangeDraft): Record<"from" | "to", FieldProblem | null> {
  const { from, to } = rangeBounds(input, range);
  if (!(from > to)) return { from: null, to: null };
  if (range.to.trim() === "") return { from: null, to: "upperNeeded" };
  return { from: range.from.trim() === "" ? "lowerNeeded" : "order", to: null };
}

function validateConstraint({ key, terms, value }: ConstraintDraft): [string, FieldProblem | null][] {
  return [
    ...terms.map(({ coefficient }, term): [string, FieldProblem | null] => [
      constraintFieldId(key, term),
      validateRequiredNumber(coefficient),
    ]),
    [constraintFieldId(key, "value"), validateRequiredNumber(value)],
  ];
}

function validateSolutionCount(text: string): FieldProblem | null {
  return isWithin(text, 1, MAX_SOLUTIONS) && Number.isInteger(parseNumber(text)) ? null : "solutions";
}

function isWithin(text: string, min: number, max: number): boolean {
  const value = parseNumber(text);
  return value !== undefined && value >= min && value <= max;
}

function validateRequiredNumber(text: string): FieldProblem | null {
  return text.trim() === "" ? "needed" : validateNumber(text);
}

function validateNumber(text: string): FieldProblem | null {
  return Number.isNaN(parseNumber(text)) ? "notNumber" : null;
}

/** A field of a time is empty while the time is incomplete. */
function validateTime(text: string): FieldProblem | null {
  return text === "" || timeTextToIso(text) !== undefined ? null : "year";
}
