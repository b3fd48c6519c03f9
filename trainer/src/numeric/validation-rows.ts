/** Rows that a fit holds out for itself, such as for early stopping of a network. */
import { RANDOM_ROWS } from "./split.js";
import { countByCode } from "./statistics.js";

/** A group is not held out if the held-out rows would then be more than this multiple of those asked for. */
const LARGEST_EXCESS = 2;

/**
 * Reorders rows in random order so that about `count` of them come last for validation, and returns where these begin. Groups stay
 * together, and of time-ordered rows the latest come last, unless more than half of the rows would be held out.
 */
export function placeValidationRowsLast(order: Int32Array, count: number, splitter = RANDOM_ROWS): number {
  const from = order.length - count;
  if (splitter.rows === "random" || count === 0) return from;
  const isLast =
    splitter.rows === "groups"
      ? isInGroupsOf(order, count, splitter.groups)
      : (row: number) => splitter.periods[row] >= splitter.periods[from];
  const [training, validation] = [order.filter((row) => !isLast(row)), order.filter(isLast)];
  if (training.length < validation.length) return from;
  order.set(training);
  order.set(validation, training.length);
  return training.length;
}

/**
 * Returns a function that returns true for rows of the groups of the last rows, which together have about `count` rows. Groups that
 * are too large are skipped. If the others have less than half of `count`, the smallest of the large groups is taken too.
 */
function isInGroupsOf(order: Int32Array, count: number, groups: Int32Array): (row: number) => boolean {
  const sizes = countByCode(groups);
  const inOrder = [...new Set(Array.from(order, (row) => groups[row]).reverse())];
  const sizeOf = (group: number) => sizes.get(group) ?? 0;
  const last = new Set<number>();
  let rows = 0;
  for (const group of inOrder) {
    if (rows >= count) break;
    if (rows + sizeOf(group) > LARGEST_EXCESS * count) continue;
    rows += sizeOf(group);
    last.add(group);
  }
  if (rows * LARGEST_EXCESS < count) {
    const passedOver = inOrder.filter((group) => !last.has(group));
    last.add(passedOver.reduce((smallest, group) => (sizeOf(group) < sizeOf(smallest) ? group : smallest)));
  }
  return (row) => last.has(groups[row]);
}
