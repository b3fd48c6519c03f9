/** Rows that a fit holds out for itself, such as for early stopping of a network. */
import { RANDOM_ROWS } from "./split.js";
import { countByCode } from "./statistics.js";

/**
 * Reorders rows in random order so that about `count` of them come last for validation, and returns where these begin. Groups stay
 * together, and of time-ordered rows the latest come last.
 */
export function placeValidationRowsLast(order: Int32Array, count: number, design = RANDOM_ROWS): number {
  const from = order.length - count;
  if (design.rows === "random" || count === 0) return from;
  const isLast =
    design.rows === "groups" ? isInGroupsOf(order, count, design.groups) : (row: number) => design.periods[row] >= design.periods[from];
  const [training, validation] = [order.filter((row) => !isLast(row)), order.filter(isLast)];
  if (training.length === 0) return from;
  order.set(training);
  order.set(validation, training.length);
  return training.length;
}

/** Returns whether a row is in one of the last rows' groups, which together have `count` rows at the least. */
function isInGroupsOf(order: Int32Array, count: number, groups: Int32Array): (row: number) => boolean {
  const sizes = countByCode(groups);
  const last = new Set<number>();
  let rows = 0;
  for (let at = order.length - 1; rows < count; at--) {
    const group = groups[order[at]];
    if (!last.has(group)) rows += sizes.get(group) ?? 0;
    last.add(group);
  }
  return (row) => last.has(groups[row]);
}
