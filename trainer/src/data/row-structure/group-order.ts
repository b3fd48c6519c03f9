/** Groups that follow one another in time, as the batches of a line do: all rows of one come before those of the next. */
import { countDistinct } from "../../numeric/statistics.js";
import type { Column } from "../tables/table.js";
import { indicatorOfMostFrequent, isSeriallyDependent } from "./serial-dependence.js";

/** Fewest groups whose order may say something about later ones. */
const MIN_GROUPS = 20;

/**
 * Returns the rows by groups in order of time, or undefined if two groups overlap. Groups follow one another if one ends as another
 * begins. `times` are infinite for rows without a time. Such rows come first in their group, and a group of them comes before the
 * others.
 */
export function orderByGroups(times: Float64Array, groups: Int32Array): Int32Array | undefined {
  const spans = new Map<number, { first: number; last: number }>();
  for (const [row, group] of groups.entries()) {
    const { first, last } = spans.get(group) ?? { first: Number.POSITIVE_INFINITY, last: Number.NEGATIVE_INFINITY };
    const time = Number.isFinite(times[row]) ? times[row] : first;
    spans.set(group, { first: Math.min(first, time), last: Number.isFinite(times[row]) ? Math.max(last, time) : last });
  }
  const sorted = [...spans].map(([group, { first, last }]) => ({ group, first: Math.min(first, last), last }));
  sorted.sort((a, b) => compare(a.first, b.first) || compare(a.last, b.last));
  if (sorted.some(({ first }, i) => i > 0 && first < sorted[i - 1].last)) return undefined;
  const places = new Map(sorted.map(({ group }, place) => [group, place]));
  const placeOf = (row: number) => places.get(groups[row]) ?? 0;
  return Int32Array.from(times.keys()).sort((a, b) => placeOf(a) - placeOf(b) || compare(times[a], times[b]) || a - b);
}

/** Compares numbers that may be infinite. */
const compare = (a: number, b: number): number => (a === b ? 0 : a - b);

/** Returns the rows by groups in order of time; undefined where the groups overlap, or are too few to show a dependence on their order. */
export function orderByManyGroups(times: Float64Array, groups: Int32Array): Int32Array | undefined {
  return countDistinct(groups) < MIN_GROUPS ? undefined : orderByGroups(times, groups);
}

/** Returns true if many groups follow one another in time, and the means of the column in groups near each other are related. */
export function dependsOnGroupOrder(column: Column, times: Float64Array, groups: Int32Array): boolean {
  const order = orderByManyGroups(times, groups);
  return order !== undefined && isSeriallyDependent(groupMeans(column, groups, order));
}

/** Returns the mean of each group, in this order of the rows; of text the share of the rows with the most frequent one. */
function groupMeans(column: Column, groups: Int32Array, order: Int32Array): Column {
  const cells = column.type === "s" ? indicatorOfMostFrequent(column) : column.values;
  const sums = new Map<number, { sum: number; count: number }>();
  for (const row of order) {
    const { sum, count } = sums.get(groups[row]) ?? { sum: 0, count: 0 };
    sums.set(groups[row], Number.isFinite(cells[row]) ? { sum: sum + cells[row], count: count + 1 } : { sum, count });
  }
  return { name: column.name, type: "n", values: Float64Array.from(sums.values(), ({ sum, count }) => sum / count) };
}
