/** What a method can be set to, read from the schema that the server checks with. */

import { ROWS_PER_CLUSTER } from "@agatha/contracts/algorithms/clusters";
import { ALGORITHMS, type AlgorithmName } from "@agatha/contracts/algorithms/index";
import { z } from "zod";
import type { FittingTexts } from "../en.js";

export type ParameterName = keyof FittingTexts["parameter"];

export interface Parameter {
  name: ParameterName;
  default: number;
  min: number;
  max: number;
  whole: boolean;
}

/** For a table of `rows` rows, which bound how many clusters it can have. */
export function parametersOf(algorithm: AlgorithmName, rows: number): Parameter[] {
  const { properties = {} } = z.toJSONSchema(ALGORITHMS[algorithm].params, { io: "input" });
  return Object.entries(properties).flatMap(([name, schema]) => {
    if (typeof schema === "boolean") return [];
    return [
      {
        name: name as ParameterName,
        default: Number(schema.default),
        min: schema.minimum ?? 0,
        max: name === "clusters" ? mostClusters(schema.maximum ?? 0, rows) : (schema.maximum ?? 0),
        whole: schema.type === "integer",
      },
    ];
  });
}

/** At most a fifth of the rows, and two of the smallest table (specification, section 5). */
export function mostClusters(most: number, rows: number): number {
  return Math.min(most, Math.max(2, Math.floor(rows / ROWS_PER_CLUSTER)));
}

/** `low` to `high` is broken, or the number is not whole where it must be; null: it can be used. */
export function parameterProblem(parameter: Parameter, entered: string): "range" | "whole" | null {
  if (entered.trim() === "") return null;
  const value = Number(entered);
  const inside = value >= parameter.min && value <= parameter.max;
  if (parameter.whole) return inside && Number.isInteger(value) ? null : "whole";
  return inside ? null : "range";
}

/** Only what differs from the defaults is sent, so that a model says what was chosen. */
export function chosenParameters(
  algorithm: AlgorithmName,
  entered: Readonly<Record<string, string>>,
  rows: number,
): Record<string, number> {
  const chosen = parametersOf(algorithm, rows).flatMap((parameter): [string, number][] => {
    const text = entered[parameter.name]?.trim() ?? "";
    return text === "" || Number(text) === parameter.default ? [] : [[parameter.name, Number(text)]];
  });
  return Object.fromEntries(chosen);
}
