import type { ModelInfo } from "@agatha/contracts";
import { requireColumn, type Table, takeRows } from "../data/tables/table.js";
import type { Random } from "../numeric/random.js";
import { randomPermutation } from "../numeric/split.js";
import type { YieldToEventLoop } from "../numeric/yield-to-event-loop.js";

type Importance = ModelInfo["importance"];

const MAX_COLUMNS = 10;
const REPEATS = 5;
/** Columns that are shuffled REPEATS times: those with the largest importance after one shuffle of every column. */
const MAX_REPEATED_COLUMNS = 15;

/** Returns the number of predictions of all rows that the importance of so many columns takes. */
export function permutationCount(columns: number): number {
  return columns + (REPEATS - 1) * Math.min(columns, MAX_REPEATED_COLUMNS);
}

/**
 * Computes permutation importance (Breiman 2001): the mean of `lossIncrease` when a column's values are shuffled among the
 * rows of `table`, with the standard deviation over the repeats. Returns the MAX_COLUMNS most important columns, in descending
 * order.
 */
export async function permutationImportance(
  table: Table,
  columns: readonly string[],
  lossIncrease: (table: Table) => number,
  { random, yieldToEventLoop }: { random: Random; yieldToEventLoop: YieldToEventLoop },
): Promise<Importance> {
  const measured = columns.map((column) => ({ column, values: [] as number[] }));
  const shuffleOnce = async (candidates: typeof measured, repeat: number) => {
    for (const [j, { column, values }] of candidates.entries()) {
      values.push(lossIncrease(permuteColumn(table, column, random.fork(repeat * columns.length + columns.indexOf(column)))));
      const pending = yieldToEventLoop((repeat + j / candidates.length) / REPEATS);
      if (pending) await pending;
    }
  };
  await shuffleOnce(measured, 0);
  const candidates = [...measured].sort((a, b) => b.values[0] - a.values[0]).slice(0, MAX_REPEATED_COLUMNS);
  for (let repeat = 1; repeat < REPEATS; repeat++) await shuffleOnce(candidates, repeat);
  const ranked = candidates.map(({ column, values }) => {
    const importance = values.reduce((sum, value) => sum + value, 0) / REPEATS;
    const squares = values.reduce((sum, value) => sum + (value - importance) ** 2, 0);
    return { column, importance, spread: Math.sqrt(squares / (REPEATS - 1)) };
  });
  return ranked.sort((a, b) => b.importance - a.importance).slice(0, MAX_COLUMNS);
}

function permuteColumn(table: Table, name: string, random: Random): Table {
  const column = requireColumn(table, name);
  const dealt = takeRows({ nrow: table.nrow, columns: [column] }, randomPermutation(table.nrow, random)).columns[0];
  return { nrow: table.nrow, columns: table.columns.map((other) => (other === column ? dealt : other)) };
}
