/** Returns the value, or the nearest of −limit and limit if it is beyond them. NaN stays NaN. */
export function clip(value: number, limit: number): number {
  return Math.max(-limit, Math.min(limit, value));
}
