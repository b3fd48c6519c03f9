/** Columns less their means. */
export interface Centred {
  means: Float64Array;
  columns: Float64Array[];
}

export function centre(columns: readonly Float64Array[]): Centred {
  const means = Float64Array.from(columns, meanOf);
  return { means, columns: columns.map((column, j) => shifted(column, means[j])) };
}

/** 0 of no numbers. */
export function meanOf(values: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += values[i];
  return values.length > 0 ? sum / values.length : 0;
}

/** A plain loop, since `map` takes ten times as long. */
export function shifted(column: Float64Array, by: number): Float64Array {
  const result = new Float64Array(column.length);
  for (let i = 0; i < column.length; i++) result[i] = column[i] - by;
  return result;
}
