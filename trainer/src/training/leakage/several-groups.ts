import type { Splitter } from "../../numeric/split.js";

/** Fewest groups or times that tell something: the rows of one may have a class as a whole, whatever the column says. */
const MIN_GROUPS = 5;

interface CountedRows {
  isCounted: (row: number) => boolean;
  /** Tells the rows of other classes than the counted ones have. */
  isOther: (row: number) => boolean;
}

/**
 * Returns true if the rows are of several groups or times that are held out together; where each row is held out alone, always. A group
 * with rows of other classes is not of a class as a whole: it counts as often as it has pairs of a counted row and another.
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
