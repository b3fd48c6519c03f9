/** A search for settings that is being described, before it is sent. Pure, so that the form only shows it. */
import type { LinearConstraint, ModelInput, OptimizationRequest, SearchGoal } from "@agatha/contracts";

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

export interface RuleDraft {
  /** Tells rules apart while some come and go. */
  key: number;
  terms: readonly TermDraft[];
  relation: LinearConstraint["relation"];
  value: string;
}

export interface SearchDraft {
  goal: SearchGoal["goal"];
  /** Of the goal `value`. */
  value: string;
  ranges: ReadonlyMap<string, RangeDraft>;
  rules: readonly RuleDraft[];
  solutions: string;
}

/** What the wire contract allows. */
export const SOLUTIONS_AT_MOST = 20;
export const RULES_AT_MOST = 50;
export const TERMS_AT_MOST = 100;
const SMALLEST_STEP = 1e-9;

const FREE: RangeDraft = { from: "", to: "", step: "", fixed: "" };

/** The largest prediction, of inputs that move within what the model has seen; those that are counts in whole steps. */
export function newDraft(inputs: readonly ModelInput[]): SearchDraft {
  const ranges = new Map(inputs.map(({ name, integer }) => [name, integer ? { ...FREE, step: "1" } : FREE]));
  return { goal: "max", value: "", ranges, rules: [], solutions: "5" };
}

/** An earlier search, to be changed. */
export function draftOf({ target, variables, constraints, solutions }: OptimizationRequest, inputs: readonly ModelInput[]): SearchDraft {
  const textOf = (value: number | undefined): string => (value === undefined ? "" : String(value));
  const ranges = new Map(inputs.map(({ name }) => [name, FREE]));
  for (const { column, min, max, step, fixed } of variables)
    ranges.set(column, { from: textOf(min), to: textOf(max), step: textOf(step), fixed: textOf(fixed) });
  const rules = constraints.map(({ terms, relation, value }, key) => ({
    key,
    terms: terms.map(({ coefficient, column }) => ({ coefficient: String(coefficient), column })),
    relation,
    value: String(value),
  }));
  return { goal: target.goal, value: textOf(target.value), ranges, rules, solutions: String(solutions) };
}

export function rangeOf({ ranges }: Pick<SearchDraft, "ranges">, name: string): RangeDraft {
  return ranges.get(name) ?? FREE;
}

export function newRule(rules: readonly RuleDraft[], column: string): RuleDraft {
  const key = rules.reduce((most, rule) => Math.max(most, rule.key), -1) + 1;
  return { key, terms: [{ coefficient: "1", column }], relation: "<=", value: "" };
}

/** Fields of the form by a name that is also the id of the field. */
export const rangeField = (name: string, part: keyof RangeDraft): string => `range ${part} ${name}`;
export const ruleField = (key: number, part: "value" | number): string => `rule ${key} ${part}`;

export type FieldProblem = "notNumber" | "needed" | "order" | "step" | "solutions";

/** What the server would refuse, by field. */
export function problemsOf(draft: SearchDraft, inputs: readonly ModelInput[]): Map<string, FieldProblem> {
  const found: [string, FieldProblem | null][] = [
    ["value", draft.goal === "value" ? neededProblem(draft.value) : null],
    ...inputs.flatMap((input) => rangeProblems(input, rangeOf(draft, input.name))),
    ...draft.rules.flatMap(ruleProblems),
    ["solutions", solutionsProblem(draft.solutions)],
  ];
  return new Map(found.filter((entry): entry is [string, FieldProblem] => entry[1] !== null));
}

function rangeProblems(input: ModelInput, range: RangeDraft): [string, FieldProblem | null][] {
  const field = (part: keyof RangeDraft) => rangeField(input.name, part);
  // What is fixed moves nowhere, whatever its range is.
  if (range.fixed.trim() !== "") return [[field("fixed"), numberProblem(range.fixed)]];
  const [from, to] = boundsOf(input, range);
  const step = numberIn(range.step);
  return [
    [field("from"), numberProblem(range.from) ?? (from > to ? "order" : null)],
    [field("to"), numberProblem(range.to)],
    [field("step"), numberProblem(range.step) ?? (step !== undefined && step < SMALLEST_STEP ? "step" : null)],
  ];
}

function ruleProblems({ key, terms, value }: RuleDraft): [string, FieldProblem | null][] {
  return [
    ...terms.map(({ coefficient }, term): [string, FieldProblem | null] => [ruleField(key, term), neededProblem(coefficient)]),
    [ruleField(key, "value"), neededProblem(value)],
  ];
}

function solutionsProblem(text: string): FieldProblem | null {
  const count = numberIn(text);
  return count !== undefined && Number.isInteger(count) && count >= 1 && count <= SOLUTIONS_AT_MOST ? null : "solutions";
}

function neededProblem(text: string): FieldProblem | null {
  return text.trim() === "" ? "needed" : numberProblem(text);
}

function numberProblem(text: string): FieldProblem | null {
  return Number.isNaN(numberIn(text)) ? "notNumber" : null;
}

/** Undefined where nothing is entered, NaN where it is no number. */
function numberIn(text: string): number | undefined {
  if (text.trim() === "") return undefined;
  const value = Number(text);
  return Number.isFinite(value) ? value : Number.NaN;
}

/** Where the input may move; NaN where something else than a number is entered. */
function boundsOf({ min, max }: ModelInput, { from, to }: RangeDraft): [number, number] {
  return [numberIn(from) ?? min ?? 0, numberIn(to) ?? max ?? 0];
}

/** Whether the search may go where the model has seen nothing. */
export function isBeyondTraining(input: ModelInput, range: RangeDraft): boolean {
  const fixed = numberIn(range.fixed);
  const bounds = fixed === undefined ? boundsOf(input, range) : [fixed];
  return bounds.some((bound) => (input.min !== null && bound < input.min) || (input.max !== null && bound > input.max));
}

/** What is sent, of a draft without problems. Inputs are left out where they differ in nothing from their range in training. */
export function requestOf(draft: SearchDraft, inputs: readonly ModelInput[]): OptimizationRequest {
  const value = draft.goal === "value" ? numberIn(draft.value) : undefined;
  return {
    target: value === undefined ? { goal: draft.goal } : { goal: draft.goal, value },
    variables: inputs.flatMap(({ name }) => variableOf(name, rangeOf(draft, name))),
    constraints: draft.rules.map(({ terms, relation, value: compared }) => ({
      terms: terms.map(({ column, coefficient }) => ({ column, coefficient: Number(coefficient) })),
      relation,
      value: Number(compared),
    })),
    solutions: Number(draft.solutions),
    seed: 1,
  };
}

function variableOf(column: string, range: RangeDraft): OptimizationRequest["variables"] {
  const fixed = numberIn(range.fixed);
  if (fixed !== undefined) return [{ column, fixed }];
  const [min, max, step] = [numberIn(range.from), numberIn(range.to), numberIn(range.step)];
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
