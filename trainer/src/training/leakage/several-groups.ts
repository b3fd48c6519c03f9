import type { SplitDesign } from "../../numeric/split.js";

/** Fewest groups or times that tell something: the rows of one may have a class as a whole, whatever the column says. */
const MIN_GROUPS = 5;

/** Returns true if the rows are of several groups or times that are held out together; where each row is held out alone, always. */
export function areOfSeveralGroups(isCounted: (row: number) => boolean, design: SplitDesign | undefined): boolean {
  if (!design || design.rows === "random") return true;
  const groups = design.rows === "groups" ? design.groups : design.periods;
  const found = new Set<number>();
  for (const [row, group] of groups.entries()) {
    if (isCounted(row)) found.add(group);
    if (found.size === MIN_GROUPS) return true;
  }
  return false;
}
