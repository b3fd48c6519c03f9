import type { z } from "zod";

/** Returns the bounds of a number that the server validates, which are allowed too. */
export function numberBounds(schema: z.ZodNumber): { min: number; max: number } {
  return { min: schema.minValue ?? Number.NEGATIVE_INFINITY, max: schema.maxValue ?? Number.POSITIVE_INFINITY };
}
