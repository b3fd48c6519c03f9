import type { Explanation, PredictionResult } from "@agatha/contracts";
import { judgedTogether } from "../artifact/prediction-result.js";

/** Concatenates the predictions of parts of some rows. A row's prediction does not depend on the other rows; an alarm may. */
export function joinResults(parts: readonly PredictionResult[]): PredictionResult {
  const [first = { value: [] }, ...others] = parts;
  const whole: Record<string, unknown> = { ...first };
  for (const [field, values] of Object.entries(first)) if (Array.isArray(values)) whole[field] = values.slice();
  for (const part of others)
    for (const [field, values] of Object.entries(part))
      if (Array.isArray(values)) for (const value of values) (whole[field] as unknown[]).push(value);
  const explanation = joinExplanations(parts);
  return judgedTogether({ ...(whole as PredictionResult), ...(explanation && { explanation }) });
}

/** Returns the predictions of rows `start` to `end`. */
export function sliceResult(result: PredictionResult, start: number, end: number): PredictionResult {
  const slice = judgedTogether(sliceLists(result, start, end));
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
    ...(all[0].error && { error: all.flatMap(({ error }) => error ?? []) }),
  };
}
