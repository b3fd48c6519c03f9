import type { TextColumn } from "./table.js";

export interface LevelCount {
  value: string;
  count: number;
}

/** Returns the levels that occur with their number of rows. A table may have levels without any row. */
export function countLevels({ codes, levels }: TextColumn): LevelCount[] {
  const counts = new Int32Array(levels.length);
  for (const code of codes) if (code >= 0) counts[code]++;
  return levels.map((value, code) => ({ value, count: counts[code] })).filter(({ count }) => count > 0);
}

/** Sorts by frequency, most frequent first; ties are in the order of code units. */
export function sortByFrequency(levels: readonly LevelCount[]): LevelCount[] {
  return [...levels].sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1));
}
