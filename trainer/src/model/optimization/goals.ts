/** Goals of a search: how well values meet them, each alone and together. */
import {
  ERRORS,
  InvalidInput,
  type OptimizationGoal,
  type OptimizationRequest,
  type OptimizedModel,
  searchBounds,
} from "@agatha/contracts";
import type { ServingModel } from "../serving/serving-model.js";
import { type SearchSpace, toTable } from "./space.js";

/** Models of a search by the name that goals use for them. The model of the request has no name. */
export type SearchModels = ReadonlyMap<string | undefined, SearchedModel>;
export type SearchedModel = Pick<
  ServingModel,
  "type" | "response" | "algorithms" | "inputs" | "labels" | "responseRange" | "hourInputs" | "predictTable" | "coordinates"
> &
  Pick<OptimizedModel, "steps" | "past">;

export interface Goal extends OptimizationGoal {
  /** Range of the values in training, of probabilities from 0 to 1, or of the input. Desirabilities are about it. */
  low: number;
  high: number;
}

/** Part of a cost that distinguishes settings of otherwise equal cost. */
const TIE_BREAK = 1e-6;

/**
 * Returns the target and the further goals of a valid request. Throws InvalidInput (calculationFailed) for models that cannot weigh
 * them.
 */
export function goalsOf({ target, goals, variables }: OptimizationRequest, models: SearchModels, space: SearchSpace): Goal[] {
  return [target, ...goals].map((goal) => {
    if (goal.column !== undefined) {
      const input = space.inputs.find(({ name }) => name === goal.column);
      const variable = variables.find(({ column }) => column === goal.column);
      const { from, to } = input ? searchBounds(input, variable) : { from: 0, to: 0 };
      return { ...goal, low: from, high: to };
    }
    const model = models.get(goal.model);
    if (model?.type === "REGRESSION" && !model.responseRange && goals.length > 0)
      throw new InvalidInput(ERRORS.calculationFailed, {
        path: "goals",
        message: "a model of an earlier version does not know the range of its target, which weighs several goals: train it again",
      });
    const { min, max } = model?.responseRange ?? { min: 0, max: 1 };
    return { ...goal, low: min, high: max };
  });
}

/** Returns true if the goal is a limit that a solution has to keep, rather than a value to approach. */
export const isLimit = ({ goal }: OptimizationGoal): boolean => goal === "at_least" || goal === "at_most";

/** Values of a goal for all settings, NaN where a model has no answer. */
interface GoalValues {
  /** As the models answer. */
  answers: Float64Array;
  /** Without the limits of the response. */
  free: Float64Array;
}

/** Returns the values of each goal for all settings. */
export function goalValues(
  goals: readonly Goal[],
  { models, space }: { models: SearchModels; space: SearchSpace },
  settings: readonly Float64Array[],
): GoalValues[] {
  const predicted = new Map(
    [...models].map(([name, model]) => [name, model.predictTable(toTable(space, settings, model.inputs), { unlimited: true })] as const),
  );
  const alike = (answers: Float64Array): GoalValues => ({ answers, free: answers });
  return goals.map(({ column, model, label }) => {
    if (column !== undefined) {
      const j = space.inputs.findIndex(({ name }) => name === column);
      return alike(Float64Array.from(settings, (one) => one[j]));
    }
    const { value = [], prob, unlimited } = predicted.get(model) ?? {};
    if (label !== undefined) return alike(Float64Array.from(prob ?? [], (shares) => shares[label] ?? Number.NaN));
    const answers = Float64Array.from(value, (answer) => (typeof answer === "number" ? answer : Number.NaN));
    return { answers, free: unlimited ?? answers };
  });
}

/**
 * Returns the value by which a search judges an answer: the answer where it meets the goal, else the value without the limits of the
 * response, which tells how far away the goal is where all answers are the limit. A goal beyond a limit is never met.
 */
export function judgedValue(goal: Goal, answer: number, free: number): number {
  if (isLimit(goal)) {
    if (shortfall(goal, answer) === 0) return answer;
    return goal.goal === "at_least" ? Math.min(answer, free) : Math.max(answer, free);
  }
  return goal.goal === "value" && answer === goal.value ? answer : free;
}

/** Tolerance of a limit, as a fraction of the range and of the limit: rounding does not miss it. */
const LIMIT_TOLERANCE = 1e-12;

/** Returns by how much a value misses a limit, as a fraction of the range; 0 for other goals, and infinite for NaN. */
export function shortfall({ goal, value = 0, low, high }: Goal, reached: number): number {
  if (Number.isNaN(reached)) return Number.POSITIVE_INFINITY;
  const missed = goal === "at_least" ? value - reached : goal === "at_most" ? reached - value : 0;
  const range = high - low || 1;
  return missed > LIMIT_TOLERANCE * Math.max(range, Math.abs(value)) ? missed / range : 0;
}

/** Part of the range within which values come equally near to the one that is wanted, so that the nearness to known rows decides. */
const VALUE_TOLERANCE = 0.01;

/** Returns the place of the goal to come near to a value, if all others are limits; -1 otherwise. */
export function onlyValueGoal(goals: readonly Goal[]): number {
  const place = goals.findIndex(({ goal }) => goal === "value");
  return goals.every((goal, g) => g === place || isLimit(goal)) ? place : -1;
}

/**
 * Returns the cost of a value that is to come near to a goal's, at this distance from known rows: within the tolerance from 0 to 1
 * by the distance alone, else above 1 by how far the value is away.
 */
export function costNearRows({ value = 0, low, high }: Goal, reached: number, distance: number): number {
  if (Number.isNaN(reached)) return Number.POSITIVE_INFINITY;
  const beyond = Math.abs(reached - value) / (high - low || 1) - VALUE_TOLERANCE;
  const unknown = distance / (1 + distance);
  return beyond <= 0 ? unknown : 1 + beyond + TIE_BREAK * unknown;
}

/**
 * Returns the desirability of a value (Derringer and Suich 1980, with exponents of 1): 1 at the best end of the range or at the value
 * to come near to, 0 at the worst end, and linear between. That of any goal for a single value, such as a fixed input, is 1. Below 0
 * it is not clipped.
 */
function rawDesirability({ goal, value = 0, low, high }: Goal, reached: number): number {
  if (low === high) return 1;
  if (goal === "value") return 1 - Math.abs(reached - value) / Math.max(value - low, high - value);
  return Math.min(1, (goal === "max" ? reached - low : high - reached) / (high - low));
}

/** Returns the desirability of a reached value, from 0 at the worst end of the range to 1 at the best, and never below 0. */
export const desirability = (goal: Goal, reached: number): number => Math.max(0, rawDesirability(goal, reached));

/** Returns the weighted geometric mean of the desirabilities of goals that are no limits. */
export function overallDesirability(goals: readonly Goal[], reached: readonly number[]): number {
  let [logs, weights] = [0, 0];
  for (const [g, goal] of goals.entries()) {
    if (isLimit(goal)) continue;
    const { weight = 1 } = goal;
    logs += weight * Math.log(desirability(goal, reached[g]));
    weights += weight;
  }
  return Math.exp(logs / weights);
}

/**
 * Returns the cost that is minimised among settings that keep the limits: of one goal its distance, of several their desirability.
 * Without any the cost is 0.
 */
export function costOf(goals: readonly Goal[], reached: readonly number[]): number {
  const aims = goals.flatMap((goal, g) => (isLimit(goal) ? [] : [{ goal, reached: reached[g] }]));
  if (aims.length === 0) return 0;
  if (aims.some(({ reached }) => Number.isNaN(reached))) return Number.POSITIVE_INFINITY;
  if (aims.length === 1) return distanceToGoal(aims[0].goal, aims[0].reached);
  return -overallDesirability(goals, reached) - TIE_BREAK * meanRawDesirability(aims);
}

/** Returns the weighted arithmetic mean. It distinguishes settings whose desirability is 0. */
function meanRawDesirability(aims: readonly { goal: Goal; reached: number }[]): number {
  let [sum, weights] = [0, 0];
  for (const { goal, reached } of aims) {
    const { weight = 1 } = goal;
    sum += weight * rawDesirability(goal, reached);
    weights += weight;
  }
  return sum / weights;
}

function distanceToGoal({ goal, value = 0 }: Goal, reached: number): number {
  if (goal === "max") return -reached;
  return goal === "min" ? reached : Math.abs(reached - value);
}
