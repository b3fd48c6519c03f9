/** Hyperparameters of an algorithm, read from the schema that the server validates with. */
import { MIN_ROWS_PER_CLUSTER } from "@agatha/contracts/algorithms/clusters";
import { ALGORITHMS, type AlgorithmName } from "@agatha/contracts/algorithms/index";
import { z } from "zod";
import type { ModelsTexts } from "../en.js";

type HyperparameterName = keyof ModelsTexts["parameter"];

export interface Hyperparameter {
  name: HyperparameterName;
  default: number;
  min: number;
  max: number;
  integer: boolean;
}

/** Hyperparameters for a table of `rows` rows, which limit the number of clusters. */
export function hyperparametersOf(algorithm: AlgorithmName, rows: number): Hyperparameter[] {
  const { properties = {} } = z.toJSONSchema(ALGORITHMS[algorithm].params, { io: "input" });
  return Object.entries(properties).flatMap(([name, schema]) => {
    if (typeof schema === "boolean") return [];
    return [
      {
        name: name as HyperparameterName,
        default: Number(schema.default),
        min: schema.minimum ?? 0,
        max: name === "clusters" ? maxClusters(schema.maximum ?? 0, rows) : (schema.maximum ?? 0),
        integer: schema.type === "integer",
      },
    ];
  });
}

/** At most a fifth of the rows, and two for the smallest table (specification, section 5). */
export function maxClusters(most: number, rows: number): number {
  return Math.min(most, Math.max(2, Math.floor(rows / MIN_ROWS_PER_CLUSTER)));
}

/** Returns null for a valid or empty entry. Otherwise returns `whole` if the number must be whole, else `range`. */
export function validateHyperparameter(parameter: Hyperparameter, entered: string): "range" | "whole" | null {
  if (entered.trim() === "") return null;
  const value = Number(entered);
  const inside = value >= parameter.min && value <= parameter.max;
  if (parameter.integer) return inside && Number.isInteger(value) ? null : "whole";
  return inside ? null : "range";
}

/** Only values that differ from the defaults are sent, so that a model states what was chosen. */
export function nonDefaultHyperparameters(
  algorithm: AlgorithmName,
  entered: Readonly<Record<string, string>>,
  rows: number,
): Record<string, number> {
  const chosen = hyperparametersOf(algorithm, rows).flatMap((parameter): [string, number][] => {
    const text = entered[parameter.name]?.trim() ?? "";
    return text === "" || Number(text) === parameter.default ? [] : [[parameter.name, Number(text)]];
  });
  return Object.fromEntries(chosen);
}
