/** Center and scale that standardise a target, so that parameters do not depend on its unit. */
export interface TargetScaling {
  readonly center: number;
  readonly scale: number;
}

/** Returns mean and standard deviation, without overflow near the end of a double's range. The scale of equal values is 1. */
export function fitTargetScaling(values: Float64Array): TargetScaling {
  let center = 0;
  for (const value of values) center += value / values.length;
  let maxDistance = 0;
  for (const value of values) maxDistance = Math.max(maxDistance, Math.abs(value / 2 - center / 2));
  if (maxDistance === 0) return { center, scale: 1 };
  let squares = 0;
  for (const value of values) squares += ((value / 2 - center / 2) / maxDistance) ** 2;
  return { center, scale: 2 * maxDistance * Math.sqrt(squares / values.length) };
}

/** Returns the values as numbers of standard deviations above the mean. */
export function standardise(values: Float64Array, { center, scale }: TargetScaling): Float64Array {
  return values.map((value) => (value / 2 - center / 2) / (scale / 2));
}

/** Returns the number in the target's unit. */
export function unscale(standardised: number, { center, scale }: TargetScaling): number {
  return center + scale * standardised;
}

/** Replaces numbers by those in the target's unit. */
export function unscaleAll(standardised: Float64Array, scaling: TargetScaling): Float64Array {
  for (let i = 0; i < standardised.length; i++) standardised[i] = unscale(standardised[i], scaling);
  return standardised;
}
