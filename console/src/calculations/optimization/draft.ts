/** A search for settings that is being described, before it is sent. Pure, so that the form only shows it. */
import type { LinearConstraint, ModelInput, OptimizationGoal, OptimizationRequest } from "@agatha/contracts";

/** What is entered for one input; nothing stands for its range in training, any step, and free. */
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
  /** Tells rules apart while some come and go. */
  key: number;
  terms: readonly TermDraft[];
  relation: LinearConstraint["relation"];
  value: string;
}

export interface OptimizationDraft {
  goal: OptimizationGoal["goal"];
  /** Of the goal `value`. */
  value: string;
  ranges: ReadonlyMap<string, RangeDraft>;
  constraints: readonly ConstraintDraft[];
  solutions: string;
}

/** What the wire contract allows. */
const MAX_SOLUTIONS = 20;
export const MAX_CONSTRAINTS = 50;
export const MAX_TERMS = 100;
const MIN_STEP = 1e-9;

const UNRESTRICTED_RANGE: RangeDraft = { from: "", to: "", step: "", fixed: "" };

/** The largest prediction, of inputs that move within what the model has seen; those that are counts in whole steps. */
export function newOptimizationDraft(inputs: readonly ModelInput[]): OptimizationDraft {
  const ranges = new Map(inputs.map(({ name, integer }) => [name, integer ? { ...UNRESTRICTED_RANGE, step: "1" } : UNRESTRICTED_RANGE]));
  return { goal: "max", value: "", ranges, constraints: [], solutions: "5" };
}

/** An earlier search, to be changed. */
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

/** Fields of the form by a name that is also the id of the field. */
export const rangeFieldId = (name: string, part: keyof RangeDraft): string => `range ${part} ${name}`;
export const constraintFieldId = (key: number, part: "value" | number): string => `rule ${key} ${part}`;

export type FieldProblem = "notNumber" | "needed" | "order" | "step" | "solutions";

/** What the server would refuse, by field. */
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
  // What is fixed moves nowhere, whatever its range is.
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

/** Undefined where nothing is entered, NaN where it is no number. */
function parseNumber(text: string): number | undefined {
  if (text.trim() === "") return undefined;
  const value = Number(text);
  return Number.isFinite(value) ? value : Number.NaN;
}

/** Where the input may move; NaN where something else than a number is entered. */
function rangeBounds({ min, max }: ModelInput, { from, to }: RangeDraft): [number, number] {
  return [parseNumber(from) ?? min ?? 0, parseNumber(to) ?? max ?? 0];
}

/** Whether the search may go where the model has seen nothing. */
export function exceedsTrainingRange(input: ModelInput, range: RangeDraft): boolean {
  const fixed = parseNumber(range.fixed);
  const bounds = fixed === undefined ? rangeBounds(input, range) : [fixed];
  return bounds.some((bound) => (input.min !== null && bound < input.min) || (input.max !== null && bound > input.max));
}

/** What is sent, of a draft without problems. Inputs are left out where they differ in nothing from their range in training. */
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
