/** Group of each row, as a code from 0 on without gaps, and the number of groups. */
export interface RowGroups {
  codes: Int32Array;
  count: number;
}

/** Renumbers groups from 0 without gaps, in the order of their first rows. */
export function relabelSequentially(groups: Int32Array | Float64Array): RowGroups {
  const numbers = new Map<number, number>();
  for (const group of groups) if (!numbers.has(group)) numbers.set(group, numbers.size);
  return { codes: Int32Array.from(groups, (group) => numbers.get(group) ?? 0), count: numbers.size };
}
