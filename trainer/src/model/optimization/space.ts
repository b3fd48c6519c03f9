import {
  type LinearConstraint,
  type ModelInput,
  type OptimizationRequest,
  type OptimizationVariable,
  optimizationInputs,
  searchBounds,
} from "@agatha/contracts";
import type { Column, Table } from "../../data/tables/table.js";
import { DAY_MS, HOUR_MS } from "../../data/tables/zoned-time.js";

const MINUTE_MS = 60_000;

interface ModelInputs {
  inputs: readonly ModelInput[];
  /** Dates whose hour the model learned from. */
  hourInputs?: readonly string[];
}

/** Inputs, bounds, steps and constraints of the search. Lists are by input. */
export interface SearchSpace {
  inputs: readonly ModelInput[];
  from: Float64Array;
  to: Float64Array;
  /** Distance between candidate values, counted from `from`; 0 allows any value. */
  step: Float64Array;
  /** Texts that the numbers of a text input stand for; empty for numbers and dates. */
  choices: readonly (readonly string[])[];
  constraints: readonly SpaceConstraint[];
}

/** Constraint: weights · settings (relation) value, with the weights by input. */
export interface SpaceConstraint {
  weights: Float64Array;
  relation: LinearConstraint["relation"];
  value: number;
}

/** Returns the search space of a valid request for models with these inputs. */
export function searchSpace(request: OptimizationRequest, models: readonly ModelInputs[]): SearchSpace {
  const inputs = optimizationInputs(models);
  const ofHours = new Set(models.flatMap(({ hourInputs = [] }) => hourInputs));
  const moves = inputs.map((input) => {
    const variable = request.variables.find(({ column }) => column === input.name);
    return input.type === "d" ? dateMove(input, variable, ofHours.has(input.name)) : moveOf(input, variable);
  });
  return {
    inputs,
    from: Float64Array.from(moves, ({ from }) => from),
    to: Float64Array.from(moves, ({ to }) => to),
    step: Float64Array.from(moves, ({ step }) => step),
    choices: moves.map(({ choices }) => choices),
    constraints: request.constraints.map(({ terms, relation, value }) => {
      const weights = new Float64Array(inputs.length);
      for (const { column, coefficient } of terms) weights[inputs.findIndex(({ name }) => name === column)] += coefficient;
      return { weights, relation, value };
    }),
  };
}

interface Move {
  from: number;
  to: number;
  step: number;
  choices: readonly string[];
}

function moveOf(input: ModelInput, variable: OptimizationVariable | undefined): Move {
  if (input.type === "s") {
    const choices = [...new Set(variable?.choices ?? input.levels)];
    return { from: 0, to: Math.max(0, choices.length - 1), step: 1, choices };
  }
  const { from, to } = searchBounds(input, variable);
  if (variable?.step === undefined && input.integer && Math.ceil(from) <= to) return { from: Math.ceil(from), to, step: 1, choices: [] };
  return { from, to, step: variable?.step ?? 0, choices: [] };
}

/** Returns the move of a date: by hours where a model learned from them, by minutes within a day, and else by days. */
function dateMove(input: ModelInput, variable: OptimizationVariable | undefined, ofHours: boolean): Move {
  const { from, to } = searchBounds(input, variable);
  const step = to - from < DAY_MS ? MINUTE_MS : ofHours ? HOUR_MS : DAY_MS;
  return { from, to, step, choices: [] };
}

/** Returns settings as a table with these inputs, which are among those of the space. */
export function toTable(space: SearchSpace, settings: readonly Float64Array[], inputs: readonly ModelInput[]): Table {
  const columns = inputs.map(({ name, type }): Column => {
    const j = space.inputs.findIndex((input) => input.name === name);
    if (type !== "s") return { name, type, values: Float64Array.from(settings, (one) => one[j]) };
    // A text input without any level in training is missing.
    const codes = Int32Array.from(settings, (one) => (space.choices[j].length > 0 ? one[j] : -1));
    return { name, type, codes, levels: space.choices[j] };
  });
  return { nrow: settings.length, columns };
}

/** Returns settings as in a result: numbers, texts, and dates in ISO 8601. */
export function toRecord({ inputs, choices }: SearchSpace, settings: Float64Array): Record<string, number | string> {
  // fromEntries creates an own property even for an input called __proto__.
  return Object.fromEntries(
    inputs.flatMap(({ name, type }, j): [string, number | string][] => {
      if (type === "s") return choices[j].length > 0 ? [[name, choices[j][settings[j]]]] : [];
      return [[name, type === "d" ? new Date(settings[j]).toISOString() : settings[j]]];
    }),
  );
}
