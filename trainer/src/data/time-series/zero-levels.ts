/** Values of columns known ahead at which the response was always 0, such as a shop's column `open` at 0. */
import type { ModelWarning } from "@agatha/contracts";
import { z } from "zod";
import { findColumn, type Table } from "../tables/table.js";

export const zeroLevel = z.object({ column: z.string(), value: z.number() });
export type ZeroLevel = z.infer<typeof zeroLevel>;

/** Least number of periods at a value. */
const MIN_PERIODS = 5;
/** Largest probability that the periods at a value are all 0 by chance, for all values of the columns together. */
const SIGNIFICANCE = 0.001;

/**
 * Returns the values of the columns at which the response was 0 in each of MIN_PERIODS periods or more. Where many other periods are 0
 * too, as with rare demand, there have to be more of them: so many that chance does not explain them (Bonferroni).
 */
export function findZeroLevels(response: Float64Array, table: Table, columns: readonly string[]): ZeroLevel[] {
  const all = countsOf(response, () => 0).get(0) ?? { count: 0, zeros: 0 };
  const found = columns.flatMap((column) => {
    const values = numbersOf(table, column);
    return Array.from(
      countsOf(response, (row) => values?.[row] ?? Number.NaN),
      ([value, counts]) => ({ column, value, ...counts }),
    );
  });
  return found
    .filter(({ count, zeros }) => {
      const shareOfOthers = (all.zeros - zeros + 1) / (all.count - count + 2);
      return zeros === count && count >= MIN_PERIODS && all.zeros < all.count && found.length * shareOfOthers ** count <= SIGNIFICANCE;
    })
    .map(({ column, value }) => ({ column, value }));
}

/** Counts the known responses, and those of 0, by the key of their row. Rows without a key do not count. */
function countsOf(response: Float64Array, keyOf: (row: number) => number): Map<number, { count: number; zeros: number }> {
  const byKey = new Map<number, { count: number; zeros: number }>();
  for (const [row, value] of response.entries()) {
    const key = keyOf(row);
    if (Number.isNaN(value) || Number.isNaN(key)) continue;
    const counts = byKey.get(key) ?? { count: 0, zeros: 0 };
    counts.count++;
    if (value === 0) counts.zeros++;
    byKey.set(key, counts);
  }
  return byKey;
}

/** Returns numbers of a table's rows, 0 in those at a zero level. Columns that the table lacks do not count. */
export function zeroAtLevels(numbers: Float64Array, table: Table, levels: readonly ZeroLevel[] = []): Float64Array {
  if (levels.length === 0) return numbers;
  const known = levels.map(({ column, value }) => ({ values: numbersOf(table, column), value }));
  return numbers.map((number, row) => (known.some(({ values, value }) => values?.[row] === value) ? 0 : number));
}

/** Returns true if every response of 0 is in a row at one of the levels. */
export function areZerosAtLevels(response: Float64Array, table: Table, levels: readonly ZeroLevel[]): boolean {
  const rows = zeroAtLevels(new Float64Array(response.length).fill(1), table, levels);
  return response.every((value, row) => value !== 0 || rows[row] === 0);
}

function numbersOf(table: Table, name: string): Float64Array | undefined {
  const column = findColumn(table, name);
  return column?.type === "n" ? column.values : undefined;
}

/** Returns the warning that forecasts at the levels are 0; none without levels. */
export function zeroLevelWarnings(levels: readonly ZeroLevel[], response: string): ModelWarning[] {
  if (levels.length === 0) return [];
  const names = levels.map(({ column, value }) => `${column} = ${value}`).join(", ");
  const message = `${response} was 0 in all periods with ${names}, so it is forecast as 0 there`;
  return [{ code: "always_zero", values: { names }, message }];
}
