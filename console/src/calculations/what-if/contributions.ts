/** Number of contributions shown, largest first. The rest is summed. */
export const MAX_SHOWN = 8;

interface Contributions {
  shown: { column: string; contribution: number }[];
  /** Sum of all other contributions; null if there are none. */
  remainder: number | null;
}

/** Returns the largest contributions by absolute value, the largest first, and the sum of the others; null if there are no others. */
export function topContributions(varimp: Readonly<Record<string, number>>): Contributions {
  const sorted = Object.entries(varimp)
    .map(([column, contribution]) => ({ column, contribution }))
    .sort((a, b) => Math.abs(b.contribution) - Math.abs(a.contribution));
  const rest = sorted.slice(MAX_SHOWN);
  return {
    shown: sorted.slice(0, MAX_SHOWN),
    remainder: rest.length === 0 ? null : rest.reduce((sum, { contribution }) => sum + contribution, 0),
  };
}
