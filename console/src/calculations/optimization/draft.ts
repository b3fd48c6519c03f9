/** Draft of an optimization. Pure, so that the form only displays it. */
import type { LinearConstraint, ModelInput, OptimizationGoal, OptimizationRequest } from "@agatha/contracts";

/** Entries for one input. Empty texts mean the training range, no step and not fixed. */
export interface RangeDraft {
  from: string;
  to: string;
  step: string;
  fixed: string;
}

export interface TermDraft {
  coefficient: string;
  column: string;
}

export interface ConstraintDraft {
  /** Identifies the rule while others are added and removed. */
  key: number;
  terms: readonly TermDraft[];
  relation: LinearConstraint["relation"];
  value: string;
}

export interface OptimizationDraft {
  goal: OptimizationGoal["goal"];
  /** Target of the goal `value`. */
  value: string;
  ranges: ReadonlyMap<string, RangeDraft>;
  constraints: readonly ConstraintDraft[];
  solutions: string;
}

/** Bound of the wire contract. */
const MAX_SOLUTIONS = 20;
export const MAX_CONSTRAINTS = 50;
export const MAX_TERMS = 100;
const MIN_STEP = 1e-9;

const UNRESTRICTED_RANGE: RangeDraft = { from: "", to: "", step: "", fixed: "" };

/** Maximizes the prediction with inputs within their training ranges. Counts move in whole steps. */
export function newOptimizationDraft(inputs: readonly ModelInput[]): OptimizationDraft {
  const ranges = new Map(inputs.map(({ name, integer }) => [name, integer ? { ...UNRESTRICTED_RANGE, step: "1" } : UNRESTRICTED_RANGE]));
  return { goal: "max", value: "", ranges, constraints: [], solutions: "5" };
}

/** Draft with the settings of an earlier search. */
export function draftFromRequest(
  { target, variables, constraints, solutions }: OptimizationRequest,
  inputs: readonly ModelInput[],
): OptimizationDraft {
  const textOf = (value: number | undefined): string => (value === undefined ? "" : String(value));
  const ranges = new Map(inputs.map(({ name }) => [name, UNRESTRICTED_RANGE]));
  for (const { column, min, max, step, fixed } of variables)
    ranges.set(column, { from: textOf(min), to: textOf(max), step: textOf(step), fixed: textOf(fixed) });
  const rules = constraints.map(({ terms, relation, value }, key) => ({
    key,
    terms: terms.map(({ coefficient, column }) => ({ coefficient: String(coefficient), column })),
    relation,
    value: String(value),
  }));
  return { goal: target.goal, value: textOf(target.value), ranges, constraints: rules, solutions: String(solutions) };
}

export function rangeOf({ ranges }: Pick<OptimizationDraft, "ranges">, name: string): RangeDraft {
  return ranges.get(name) ?? UNRESTRICTED_RANGE;
}

export function newConstraint(rules: readonly ConstraintDraft[], column: string): ConstraintDraft {
  const key = rules.reduce((most, rule) => Math.max(most, rule.key), -1) + 1;
  return { key, terms: [{ coefficient: "1", column }], relation: "<=", value: "" };
}

/** Name of a form field, which is also its id. */
export const rangeFieldId = (name: string, part: keyof RangeDraft): string => `range ${part} ${name}`;
export const constraintFieldId = (key: number, part: "value" | number): string => `rule ${key} ${part}`;

export type FieldProblem = "notNumber" | "needed" | "order" | "step" | "solutions";

/** Problems that the server would refuse, by field. */
export function validateOptimizationDraft(draft: OptimizationDraft, inputs: readonly ModelInput[]): Map<string, FieldProblem> {
  const found: [string, FieldProblem | null][] = [
    ["value", draft.goal === "value" ? validateRequiredNumber(draft.value) : null],
    ...inputs.flatMap((input) => validateRange(input, rangeOf(draft, input.name))),
    ...draft.constraints.flatMap(validateConstraint),
    ["solutions", validateSolutionCount(draft.solutions)],
  ];
  return new Map(found.filter((entry): entry is [string, FieldProblem] => entry[1] !== null));
}

function validateRange(input: ModelInput, range: RangeDraft): [string, FieldProblem | null][] {
  const field = (part: keyof RangeDraft) => rangeFieldId(input.name, part);
  // The range of a fixed input does not matter.
  if (range.fixed.trim() !== "") return [[field("fixed"), validateNumber(range.fixed)]];
  const [from, to] = rangeBounds(input, range);
  const step = parseNumber(range.step);
  return [
    [field("from"), validateNumber(range.from) ?? (from > to ? "order" : null)],
    [field("to"), validateNumber(range.to)],
    [field("step"), validateNumber(range.step) ?? (step !== undefined && step < MIN_STEP ? "step" : null)],
  ];
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
  const count = parseNumber(text);
  return count !== undefined && Number.isInteger(count) && count >= 1 && count <= MAX_SOLUTIONS ? null : "solutions";
}

function validateRequiredNumber(text: string): FieldProblem | null {
  return text.trim() === "" ? "needed" : validateNumber(text);
}

function validateNumber(text: string): FieldProblem | null {
  return Number.isNaN(parseNumber(text)) ? "notNumber" : null;
}

/** Undefined for an empty text, NaN if the text is not a number. */
function parseNumber(text: string): number | undefined {
  if (text.trim() === "") return undefined;
  const value = Number(text);
  return Number.isFinite(value) ? value : Number.NaN;
}

/** Range in which the input may move; NaN if an entry is not a number. */
function rangeBounds({ min, max }: ModelInput, { from, to }: RangeDraft): [number, number] {
  return [parseNumber(from) ?? min ?? 0, parseNumber(to) ?? max ?? 0];
}

/** Returns true if the search may leave the training range of the input. */
export function exceedsTrainingRange(input: ModelInput, range: RangeDraft): boolean {
  const fixed = parseNumber(range.fixed);
  const bounds = fixed === undefined ? rangeBounds(input, range) : [fixed];
  return bounds.some((bound) => (input.min !== null && bound < input.min) || (input.max !== null && bound > input.max));
}

/** Builds the request of a draft without problems. Leaves out inputs that have their training range and nothing else. */
export function toOptimizationRequest(draft: OptimizationDraft, inputs: readonly ModelInput[]): OptimizationRequest {
  const value = draft.goal === "value" ? parseNumber(draft.value) : undefined;
  return {
    target: value === undefined ? { goal: draft.goal } : { goal: draft.goal, value },
    variables: inputs.flatMap(({ name }) => toVariables(name, rangeOf(draft, name))),
    constraints: draft.constraints.map(({ terms, relation, value: compared }) => ({
      terms: terms.map(({ column, coefficient }) => ({ column, coefficient: Number(coefficient) })),
      relation,
      value: Number(compared),
    })),
    solutions: Number(draft.solutions),
    seed: 1,
  };
}

function toVariables(column: string, range: RangeDraft): OptimizationRequest["variables"] {
  const fixed = parseNumber(range.fixed);
  if (fixed !== undefined) return [{ column, fixed }];
  const [min, max, step] = [parseNumber(range.from), parseNumber(range.to), parseNumber(range.step)];
  if (min === undefined && max === undefined && step === undefined) return [];
  return [
    {
      column,
      ...(min === undefined ? {} : { min }),
      ...(max === undefined ? {} : { max }),
      ...(step === undefined ? {} : { step }),
    },
  ];
}
