const STEPS = 10_000;
const STEP = Math.PI / 2 / STEPS;
/** With more degrees of freedom the distribution counts as normal: the quantiles differ by less than 0.02 %. */
const MAX_DEGREES = 5_000;
/** A summand that is a smaller share of a sum does not change it. */
const NEGLIGIBLE_SHARE = 2 ** -55;

let cosines: Float64Array | undefined;

/**
 * Returns the t for which a value of Student's t distribution is from −t to t with a probability of `level`. `degrees` of freedom are
 * at least 1, and need not be whole. The angle whose tangent is t ÷ √degrees has a density of cos^(degrees − 1), which is summed up.
 */
export function studentTBound(level: number, degrees: number): number {
  const used = Math.min(MAX_DEGREES, degrees);
  cosines ??= Float64Array.from({ length: STEPS }, (_, i) => Math.cos((i + 0.5) * STEP));
  const densities = new Float64Array(STEPS);
  let sum = 0;
  // The densities decrease.
  for (let i = 0; i < STEPS; i++) {
    const density = cosines[i]! ** (used - 1);
    if (density < NEGLIGIBLE_SHARE * sum) break;
    densities[i] = density;
    sum += density;
  }
  let missing = level * sum - densities[0]!;
  let last = 0;
  while (missing > 0 && last < STEPS - 1) {
    last++;
    missing -= densities[last]!;
  }
  return Math.sqrt(used) * Math.tan((last + 1 + missing / densities[last]!) * STEP);
}
