/** Models that answer by a function of their inputs, and searches of their best settings. */
import type { ModelInput, OptimizationRequest, OptimizationResult } from "@agatha/contracts";
import { optimizationRequest } from "@agatha/contracts";
import { requireColumn, type Table } from "../data/tables/table.js";
import type { SearchedModel } from "../model/optimization/goals.js";
import { optimize } from "../model/optimization/optimize.js";

import { extrapolationMarks } from "../model/serving/extrapolation.js";
import { createTrainingSpace } from "../model/serving/training-space.js";
import { createTable } from "./create-table.js";
/** Returns an input that is a number unless its type is given. */
export const input = (name: string, min = 0, max = 10, type: ModelInput["type"] = "n"): ModelInput => ({
  name,
  type,
  min,
  max,
  typical: min,
  integer: false,
  levels: [],
});
export const text = (name: string, levels: string[]): ModelInput => ({ ...input(name, 0, 0, "s"), min: null, max: null, levels });

type Constraint = NonNullable<OptimizationRequest["constraints"]>[number];
/** A bound of a weighted sum of inputs, by the coefficient of each. */
export const constraint = (coefficients: Record<string, number>, relation: Constraint["relation"], value: number): Constraint => ({
  terms: Object.entries(coefficients).map(([column, coefficient]) => ({ column, coefficient })),
  relation,
  value,
});

export type Answer<V = number> = (x: V[]) => number;

/** Training rows on a grid: one standard deviation of a number from 0 to 10 is about 3. */
export function trainingSample(inputs: readonly ModelInput[]): Table {
  const cell = ({ type, min, max, levels }: ModelInput, part: number) => {
    if (type === "s") return levels[part % levels.length];
    const value = (min ?? 0) + (part / 10) * ((max ?? 0) - (min ?? 0));
    return type === "d" ? new Date(value) : value;
  };
  const cells = (input: ModelInput, j: number) => Array.from({ length: 121 }, (_, i) => cell(input, Math.floor(i / 11 ** (j % 2)) % 11));
  return createTable(Object.fromEntries(inputs.map((input, j) => [input.name, cells(input, j)])));
}

const cellsOf = (table: Table, inputs: readonly ModelInput[]) =>
  Array.from({ length: table.nrow }, (_, row) =>
    inputs.map(({ name }) => {
      const column = requireColumn(table, name);
      return column.type === "s" ? column.levels[column.codes[row]] : column.values[row];
    }),
  );

/** Returns a model that answers by a function of its inputs, in their order; with a label, the probability of the class `ok`. */
export function modelOf<V>(answer: Answer<V>, inputs: ModelInput[], { label = false, known = { min: 0, max: 10 } } = {}): SearchedModel {
  const space = createTrainingSpace(trainingSample(inputs));
  return {
    type: label ? "CLASSIFICATION" : "REGRESSION",
    response: "y",
    algorithms: ["RF"],
    inputs,
    labels: label ? ["bad", "ok"] : [],
    ...(!label && { responseRange: known }),
    coordinates: space.coordinates,
    predictTable(table, { outside = false } = {}) {
      const answers = cellsOf(table, inputs).map((row) => answer(row as V[]));
      const result = label
        ? { value: answers.map((ok) => (ok > 0.5 ? "ok" : "bad")), prob: answers.map((ok) => ({ ok, bad: 1 - ok })) }
        : { value: answers, interval: answers.map((value) => ({ lower: value - 1, upper: value + 1 })), interval_level: 0.9 };
      if (!outside) return result;
      return { ...result, ...extrapolationMarks({ inputs, ...(!label && { responseRange: known }) }, space, table, result.value) };
    },
  };
}

export type Request = Record<string, unknown>;

/**
 * Searches the settings of named models. Unless the request says otherwise, it asks for one solution and for the largest answer of
 * the model without a name.
 */
export function searchModels(
  models: [string | undefined, SearchedModel][],
  request: Request,
  signal: AbortSignal = new AbortController().signal,
) {
  const whole: OptimizationRequest = optimizationRequest.parse({ target: { goal: "max" }, solutions: 1, ...request });
  return optimize(whole, new Map(models), { signal, progress() {} });
}

/** Searches the best settings of a model that answers by this function. */
export function search(
  answer: Answer,
  request: Request,
  inputs = [input("a"), input("b")],
  signal?: AbortSignal,
): Promise<OptimizationResult> {
  return searchModels([[undefined, modelOf(answer, inputs)]], request, signal);
}

/** Function with its maximum, 7, at a = 3 and b = 8. */
export const hill: Answer = ([a, b]) => 7 - (a - 3) ** 2 - (b - 8) ** 2;
