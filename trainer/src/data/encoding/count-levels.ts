import type { TextColumn } from "../tables/table.js";

/** Returns the levels that occur with their number of rows, most frequent first; ties are in the order of code units. */
export function countLevels({ codes, levels }: TextColumn): { level: string; count: number }[] {
  const counts = new Int32Array(levels.length);
  for (const code of codes) if (code >= 0) counts[code]++;
  const occurring = levels.map((level, code) => ({ level, count: counts[code] })).filter(({ count }) => count > 0);
  return occurring.sort((a, b) => b.count - a.count || (a.level < b.level ? -1 : 1));
}
