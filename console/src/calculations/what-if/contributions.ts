/** What moves an answer, the most first; beyond so many the rest is taken together. */
export const MAX_SHOWN = 8;

interface Contributions {
  shown: { column: string; by: number }[];
  /** The sum of all others; null where there are none. */
  others: number | null;
}

export function topContributions(varimp: Readonly<Record<string, number>>): Contributions {
  const sorted = Object.entries(varimp)
    .map(([column, by]) => ({ column, by }))
    .sort((a, b) => Math.abs(b.by) - Math.abs(a.by));
  const rest = sorted.slice(MAX_SHOWN);
  return { shown: sorted.slice(0, MAX_SHOWN), others: rest.length === 0 ? null : rest.reduce((sum, { by }) => sum + by, 0) };
}
