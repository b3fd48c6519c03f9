const STEPS = 10_000;
/** With more degrees of freedom the distribution counts as normal: the quantiles differ by less than 0.02 %. */
const MAX_DEGREES = 5_000;

/**
 * Returns the t within whose ± a value of Student's t distribution is with a probability of `level`. `degrees` of freedom are at least
 * 1, and need not be whole. The angle whose tangent is t ÷ √degrees has a density of cos^(degrees − 1), which is summed up.
 */
export function studentTBound(level: number, degrees: number): number {
  const used = Math.min(MAX_DEGREES, degrees);
  const step = Math.PI / 2 / STEPS;
  const densities = Float64Array.from({ length: STEPS }, (_, i) => Math.cos((i + 0.5) * step) ** (used - 1));
  let missing = level * densities.reduce((sum, density) => sum + density, 0);
  const last = densities.findIndex((density) => {
    missing -= density;
    return missing <= 0;
  });
  return Math.sqrt(used) * Math.tan((last + 1 + missing / densities[last]!) * step);
}
