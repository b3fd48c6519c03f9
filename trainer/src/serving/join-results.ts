import type { PredictionResult } from "@agatha/contracts";

/** The answers for parts of some rows as one, in their order: a row's answer does not depend on the other rows. */
export function joinResults(parts: readonly PredictionResult[]): PredictionResult {
  const [first = { value: [] }, ...others] = parts;
  const whole: Record<string, unknown> = { ...first };
  for (const [field, values] of Object.entries(first)) if (Array.isArray(values)) whole[field] = values.slice();
  for (const part of others)
    for (const [field, values] of Object.entries(part))
      if (Array.isArray(values)) for (const value of values) (whole[field] as unknown[]).push(value);
  return whole as PredictionResult;
}
