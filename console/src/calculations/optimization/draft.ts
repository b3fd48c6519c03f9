/** Draft of an optimization. Pure, so that the form only displays it. */
import {
  type LinearConstraint,
  type ModelInput,
  needsValue,
  type OptimizationGoal,
  type OptimizationRequest,
  type OptimizationVariable,
  searchBounds,
} from "@agatha/contracts";
import { enteredTimeToIso } from "../../fields/entered-time.js";
import { numberText } from "../../fields/number-text.js";
import { timeText } from "../what-if/inputs.js";

/** Entries of one goal. */
export interface GoalDraft {
  /** Identifies the goal while others are added and removed. */
  key: number;
  /** Other model that is asked, or input that is meant; neither for the model of the page. */
  model?: string | undefined;
  column?: string | undefined;
  /** Class whose probability is meant; empty without. */
  label: string;
  /** Empty until it is chosen: only the user knows which direction is good, as of a class that may be a defect. */
  goal: OptimizationGoal["goal"] | "";
  /** Limit, or value to come near to. Of a probability in percent. */
  value: string;
  weight: string;
}

/** Entries for one input. Empty texts mean the training range, no step and not fixed; no choices mean all texts of the training. */
export interface RangeDraft {
  from: string;
  to: string;
  step: string;
  fixed: string;
  choices: readonly string[];
}
/** Fields of numbers and dates. */
export type RangePart = Exclude<keyof RangeDraft, "choices">;

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
  /** The target first. */
  goals: readonly GoalDraft[];
  ranges: ReadonlyMap<string, RangeDraft>;
  constraints: readonly ConstraintDraft[];
  solutions: string;
  /** Least distance between two solutions, in standard deviations of an input. */
  apart: string;
}

/** Bounds of the wire contract. */
export const MAX_GOALS = 10;
export const MAX_CONSTRAINTS = 50;
export const MAX_TERMS = 100;

const UNRESTRICTED_RANGE: RangeDraft = { from: "", to: "", step: "", fixed: "", choices: [] };

/** Has a goal to be chosen for the prediction, or for the probability of a class, and inputs within what the training has. */
export function newOptimizationDraft(labels: readonly string[]): OptimizationDraft {
  return { goals: [newGoal([], labels)], ranges: new Map(), constraints: [], solutions: "5", apart: "0.5" };
}

/** Returns a goal to be chosen for the prediction, or for the probability of the default class. */
export function newGoal(goals: readonly GoalDraft[], labels: readonly string[]): GoalDraft {
  return { key: nextKey(goals), label: defaultLabel(labels), goal: "", value: "", weight: "1" };
}

/** Returns the class whose probability is optimized at first: of two classes the second one, otherwise the first. */
export const defaultLabel = (labels: readonly string[]): string => labels[labels.length === 2 ? 1 : 0] ?? "";

const nextKey = (all: readonly { key: number }[]): number => all.reduce((most, { key }) => Math.max(most, key), -1) + 1;

/** Draft with the settings of an earlier search. */
export function draftFromRequest(request: OptimizationRequest): OptimizationDraft {
  const { target, goals = [], variables, constraints, solutions, apart = 0.5 } = request;
  return {
    goals: [target, ...goals].map((goal, key) => goalFromRequest(goal, key)),
    ranges: new Map(variables.map(({ column, ...variable }) => [column, rangeFromRequest(variable)])),
    constraints: constraints.map(({ terms, relation, value }, key) => ({
      key,
      terms: terms.map(({ coefficient, column }) => ({ coefficient: String(coefficient), column })),
      relation,
      value: String(value),
    })),
    solutions: String(solutions),
    apart: String(apart),
  };
}

const textOf = (value: number | undefined): string => (value === undefined ? "" : String(value));

function goalFromRequest({ goal, value, label, column, model, weight }: OptimizationGoal, key: number): GoalDraft {
  const shown = label === undefined || value === undefined ? value : Number((value * 100).toPrecision(12));
  return { key, model, column, label: label ?? "", goal, value: textOf(shown), weight: String(weight ?? 1) };
}

function rangeFromRequest({ min, max, step, fixed, choices, earliest, latest }: Omit<OptimizationVariable, "column">): RangeDraft {
  const time = (text: string | undefined) => text && timeText(Date.parse(text));
  return {
    from: time(earliest) ?? textOf(min),
    to: time(latest) ?? textOf(max),
    step: textOf(step),
    fixed: textOf(fixed),
    choices: choices ?? [],
  };
}

/** Returns the range of an input; an unrestricted one if none was entered. */
export function rangeOf({ ranges }: Pick<OptimizationDraft, "ranges">, name: string): RangeDraft {
  return ranges.get(name) ?? UNRESTRICTED_RANGE;
}

/** Returns the range of an input of a model of lags that stays as it is in the period after the training. */
export function fixedRange({ type, typical, next, ...known }: ModelInput): RangeDraft {
  if (type === "s") return { ...UNRESTRICTED_RANGE, choices: typical === null ? [] : [String(typical)] };
  return { ...UNRESTRICTED_RANGE, fixed: typeof next === "number" ? numberText(next, known) : "" };
}

/** Returns an empty rule about one column, with a key that no other rule has. */
export function newConstraint(rules: readonly ConstraintDraft[], column: string): ConstraintDraft {
  return { key: nextKey(rules), terms: [{ coefficient: "1", column }], relation: "<=", value: "" };
}

/** Name of a form field, which is also its id. */
export const goalFieldId = (key: number, part: "subject" | "goal" | "value" | "weight"): string => `goal ${key} ${part}`;
/** Name of the field for one part of a column's range. */
export const rangeFieldId = (name: string, part: keyof RangeDraft): string => `range ${part} ${name}`;
/** Name of a rule's field: its value, or the coefficient of the term at this position. */
export const constraintFieldId = (key: number, part: "value" | number): string => `rule ${key} ${part}`;

/** Limits come before all other goals, and have no weight. */
export const hasWeight = ({ goal }: Pick<GoalDraft, "goal">): boolean => goal !== "at_least" && goal !== "at_most";

/** Returns true for a chosen goal that needs a value. */
export const hasValue = ({ goal }: Pick<GoalDraft, "goal">): boolean => goal !== "" && needsValue({ goal });

/** Undefined for an empty text, NaN if the text is not a number. */
export function parseNumber(text: string): number | undefined {
  if (text.trim() === "") return undefined;
  const value = Number(text);
  return Number.isFinite(value) ? value : Number.NaN;
}

/** Returns an entered time in UTC. Returns undefined for one that the server does not take. */
export const timeTextToIso = (text: string): string | undefined => enteredTimeToIso(new Date(`${text}Z`));

/** Range in which the input may move; NaN if an entry is not a number or time. */
export const rangeBounds = (input: ModelInput, range: RangeDraft) => searchBounds(input, toVariable(input, range));

/** Returns true if the search may leave what training has of the input. */
export function exceedsTrainingRange(input: ModelInput, range: RangeDraft): boolean {
  if (input.type === "s") return range.choices.some((choice) => !input.levels.includes(choice));
  const { from, to } = rangeBounds(input, range);
  return [from, to].some((bound) => (input.min !== null && bound < input.min) || (input.max !== null && bound > input.max));
}

/** Builds the request of a draft without problems. Leaves out inputs that have their training range and nothing else. */
export function toOptimizationRequest(draft: OptimizationDraft, inputs: readonly ModelInput[]): OptimizationRequest {
  const [target = { goal: "max" as const }, ...goals] = draft.goals.map((goal) => toGoal(goal, draft.goals.length > 1));
  return {
    target,
    goals,
    variables: inputs.map((input) => toVariable(input, rangeOf(draft, input.name))).filter((variable) => Object.keys(variable).length > 1),
    constraints: draft.constraints.map(({ terms, relation, value: compared }) => ({
      terms: terms.map(({ column, coefficient }) => ({ column, coefficient: Number(coefficient) })),
      relation,
      value: Number(compared),
    })),
    solutions: Number(draft.solutions),
    apart: Number(draft.apart),
    seed: 1,
  };
}

function toGoal({ goal, model, column, label, value, weight }: GoalDraft, isOneOfSeveral: boolean): OptimizationGoal {
  if (goal === "") throw new Error("A draft whose goal is not chosen is no request");
  return {
    goal,
    ...(needsValue({ goal }) && { value: label === "" ? Number(value) : Number(value) / 100 }),
    ...(label !== "" && { label }),
    ...(column !== undefined && { column }),
    ...(model !== undefined && { model }),
    ...(isOneOfSeveral && hasWeight({ goal }) && Number(weight) !== 1 && { weight: Number(weight) }),
  };
}

function toVariable({ name: column, type }: ModelInput, range: RangeDraft): OptimizationVariable {
  if (type === "s") return range.choices.length === 0 ? { column } : { column, choices: [...range.choices] };
  if (type === "d") {
    const time = (text: string) => timeTextToIso(text) ?? "";
    return { column, ...(range.from !== "" && { earliest: time(range.from) }), ...(range.to !== "" && { latest: time(range.to) }) };
  }
  const fixed = parseNumber(range.fixed);
  if (fixed !== undefined) return { column, fixed };
  const [min, max, step] = [parseNumber(range.from), parseNumber(range.to), parseNumber(range.step)];
  return {
    column,
    ...(min === undefined ? {} : { min }),
    ...(max === undefined ? {} : { max }),
    ...(step === undefined ? {} : { step }),
  };
}
