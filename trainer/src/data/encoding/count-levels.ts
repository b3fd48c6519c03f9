import type { TextColumn } from "../tables/table.js";

/** The levels that occur with the number of their rows, the most frequent first, in the order of code units on a tie. */
export function countLevels({ codes, levels }: TextColumn): { level: string; count: number }[] {
  const counts = new Int32Array(levels.length);
  for (const code of codes) if (code >= 0) counts[code]++;
  const occurring = levels.map((level, code) => ({ level, count: counts[code] })).filter(({ count }) => count > 0);
  return occurring.sort((a, b) => b.count - a.count || (a.level < b.level ? -1 : 1));
}
