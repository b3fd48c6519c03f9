/**
 * Returns which p-values of a batch raise an alarm. At most the share `fdr` of the alarms is expected to be false (Benjamini and
 * Hochberg 1995). It holds for conformal p-values of the same normal rows (Bates et al. 2023, theorem 2).
 */
export function benjaminiHochberg(pValues: readonly number[], fdr: number): boolean[] {
  const sorted = Float64Array.from(pValues).sort();
  // Products such as 0.05 · 3 / 4 may be slightly below the intended number.
  const last = sorted.findLast((p, i) => p <= (fdr * (i + 1)) / sorted.length + 1e-12);
  return pValues.map((p) => last !== undefined && p <= last);
}
