import type { Splitter } from "../../numeric/split.js";

/** Fewest groups or times that are evidence. All rows of one group may have the same class, whatever the column says. */
const MIN_GROUPS = 5;

interface CountedRows {
  isCounted: (row: number) => boolean;
  /** Returns true for rows of other classes than those of the counted rows. */
  isOther: (row: number) => boolean;
}

/**
 * Returns true if the rows are of several groups or times that are held out together, or if each row is held out alone. A group that
 * also has rows of other classes counts as often as it has pairs of a counted row and another.
 */
export function areOfSeveralGroups({ isCounted, isOther }: CountedRows, splitter: Splitter | undefined): boolean {
  if (!splitter || splitter.rows === "random") return true;
  const groups = splitter.rows === "groups" ? splitter.groups : splitter.periods;
  const sizes = new Map<number, { counted: number; others: number }>();
  for (const [row, group] of groups.entries()) {
    const size = sizes.get(group) ?? { counted: 0, others: 0 };
    if (isCounted(row)) size.counted++;
    else if (isOther(row)) size.others++;
    sizes.set(group, size);
  }
  const counts = [...sizes.values()].map(({ counted, others }) => Math.min(counted, Math.max(1, others)));
  return counts.reduce((sum, count) => sum + count, 0) >= MIN_GROUPS;
}
