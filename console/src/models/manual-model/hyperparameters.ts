/** Hyperparameters of an algorithm, read from the schema that the server validates with. */
import { maxClusterCount } from "@agatha/contracts/algorithms/clusters";
import { ALGORITHMS, type AlgorithmName } from "@agatha/contracts/algorithms/index";
import type { ModelType } from "@agatha/contracts/kinds/model-type";
import { z } from "zod";
import type { ModelsTexts } from "../en.js";

type HyperparameterName = keyof ModelsTexts["parameter"];

export interface NumberHyperparameter {
  name: HyperparameterName;
  kind: "number";
  default: number;
  min: number;
  max: number;
  integer: boolean;
}

/** Either on or off. Its entry is `true` or `false`. */
export interface SwitchHyperparameter {
  name: HyperparameterName;
  kind: "switch";
  default: boolean;
}

export type Hyperparameter = NumberHyperparameter | SwitchHyperparameter;

/** What the hyperparameters depend on: the type of the model, and the number of rows, which limits the number of clusters. */
export interface HyperparameterUse {
  type: ModelType;
  rows: number;
}

/** Hyperparameters that only one type of model knows. */
const OWN_TYPE: Partial<Record<HyperparameterName, ModelType>> = {
  balance: "CLASSIFICATION",
  classBalance: "CLASSIFICATION",
  logResponse: "REGRESSION",
};

export function hyperparametersOf(algorithm: AlgorithmName, { type, rows }: HyperparameterUse): Hyperparameter[] {
  const { properties = {} } = z.toJSONSchema(ALGORITHMS[algorithm].params, { io: "input" });
  return Object.entries(properties).flatMap(([key, schema]): Hyperparameter[] => {
    const name = key as HyperparameterName;
    if (typeof schema === "boolean" || (OWN_TYPE[name] ?? type) !== type) return [];
    if (schema.type === "boolean") return [{ name, kind: "switch", default: schema.default === true }];
    return [
      {
        name,
        kind: "number",
        default: Number(schema.default),
        min: schema.minimum ?? 0,
        max: name === "clusters" ? Math.min(schema.maximum ?? 0, maxClusterCount(rows)) : (schema.maximum ?? 0),
        integer: schema.type === "integer",
      },
    ];
  });
}

/**
 * Returns `rows` if the rows are too few for any number. Otherwise returns null for a valid or empty entry, `whole` if the number must
 * be whole, else `range`.
 */
export function validateHyperparameter(parameter: Hyperparameter, entered: string): "rows" | "range" | "whole" | null {
  if (parameter.kind === "switch") return null;
  if (parameter.max < parameter.min) return "rows";
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
  use: HyperparameterUse,
): Record<string, number | boolean> {
  const chosen = hyperparametersOf(algorithm, use).flatMap((parameter): [string, number | boolean][] => {
    const text = entered[parameter.name]?.trim() ?? "";
    const value = parameter.kind === "switch" ? text === "true" : Number(text);
    return text === "" || value === parameter.default ? [] : [[parameter.name, value]];
  });
  return Object.fromEntries(chosen);
}
