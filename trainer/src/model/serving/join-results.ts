import type { Explanation, PredictionResult } from "@agatha/contracts";
import { judgedTogether } from "../artifact/prediction-result.js";

/**
 * Concatenates the predictions of parts of some rows. A row's prediction does not depend on the other rows; an alarm may. A list that
 * only some parts have, as that of warnings, has null for the rows of the others.
 */
export function joinResults(parts: readonly PredictionResult[]): PredictionResult {
  const [first = { value: [] }] = parts;
  const whole: Record<string, unknown> = { ...first };
  const fields = new Map(parts.flatMap((part) => Object.entries(part)));
  for (const [field, values] of fields) {
    if (Array.isArray(values)) whole[field] = parts.flatMap((part) => part[field as "warning"] ?? part.value.map(() => null));
  }
  const explanation = joinExplanations(parts);
  return judgedTogether({ ...(whole as PredictionResult), ...(explanation && { explanation }) });
}

/** Returns the predictions of rows `start` to `end`; alarms stay as they were decided over all rows. */
export function sliceResult(result: PredictionResult, start: number, end: number): PredictionResult {
  const slice = sliceLists(result, start, end);
  return result.explanation ? { ...slice, explanation: sliceLists(result.explanation, start, end) } : slice;
}

/** Returns the object with a part of each list that is its member. */
function sliceLists<T extends object>(all: T, start: number, end: number): T {
  const slices = Object.entries(all).map(([name, values]) => [name, Array.isArray(values) ? values.slice(start, end) : values]);
  return Object.fromEntries(slices) as T;
}

/** Concatenates explanations. The explained quantity and the method are the same for all rows of a model. */
function joinExplanations(parts: readonly PredictionResult[]): Explanation | undefined {
  const all = parts.flatMap(({ explanation }) => explanation ?? []);
  if (all.length === 0) return undefined;
  return {
    ...all[0],
    base: all.flatMap(({ base }) => base),
    prediction: all.flatMap(({ prediction }) => prediction),
    ...(all[0].limits && { limits: all.flatMap(({ limits }) => limits ?? []) }),
    ...(all[0].error && { error: all.flatMap(({ error }) => error ?? []) }),
  };
}
