/** Computes Shapley values by their definition. `worth` takes a subset of the columns as a bit mask. */
export function shapleyByDefinition(columns: number, worth: (subset: number) => number): number[] {
  const values = Array.from({ length: 2 ** columns }, (_, subset) => worth(subset));
  const factorial = (n: number): number => (n <= 1 ? 1 : n * factorial(n - 1));
  const size = (subset: number) => subset.toString(2).replaceAll("0", "").length;
  return Array.from({ length: columns }, (_, j) =>
    values.reduce((sum, value, subset) => {
      if (subset & (1 << j)) return sum;
      const weight = (factorial(size(subset)) * factorial(columns - size(subset) - 1)) / factorial(columns);
      return sum + weight * (values[subset | (1 << j)] - value);
    }, 0),
  );
}
