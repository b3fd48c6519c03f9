import type { ModelInfo } from "@agatha/contracts";
import { requireColumn, type Table, takeRows } from "../data/tables/table.js";
import { type Random, randomPermutation } from "../numeric/random.js";
import type { YieldToEventLoop } from "../numeric/yield-to-event-loop.js";

/** The `importance` lists the most important columns, `importance_all` every column, both in descending order. */
type ImportanceOfColumns = Required<Pick<ModelInfo, "importance" | "importance_all">>;

const MAX_COLUMNS = 10;
const REPEATS = 5;
/** Columns that are always shuffled REPEATS times: those with the largest importance after one shuffle of every column. */
const MAX_REPEATED_COLUMNS = 15;
/** Number of further shuffles that all other columns share. Each gets at least one, so that it has a spread. */
const MAX_FURTHER_SHUFFLES = 200;

/** Returns the number of predictions of all rows that the importance of the first columns takes. */
export function permutationCount(columns: number): number {
  return columns + (REPEATS - 1) * Math.min(columns, MAX_REPEATED_COLUMNS);
}

/**
 * Computes permutation importance (Breiman 2001): the mean of `lossIncrease` when a column's values are shuffled among the
 * rows of `table`, with the standard deviation over the repeats.
 */
export async function permutationImportance(
  table: Table,
  columns: readonly string[],
  lossIncrease: (table: Table) => number,
  { random, yieldToEventLoop }: { random: Random; yieldToEventLoop: YieldToEventLoop },
): Promise<ImportanceOfColumns> {
  const measured = columns.map((column) => ({ column, values: [] as number[] }));
  const others = Math.max(0, columns.length - MAX_REPEATED_COLUMNS);
  const repeatsOfOthers = 1 + Math.min(REPEATS - 1, Math.max(1, Math.floor(MAX_FURTHER_SHUFFLES / others)));
  const total = permutationCount(columns.length) + others * (repeatsOfOthers - 1);
  let done = 0;
  const shuffleOnce = async (candidates: typeof measured, repeat: number) => {
    for (const { column, values } of candidates) {
      values.push(lossIncrease(permuteColumn(table, column, random.fork(repeat * columns.length + columns.indexOf(column)))));
      const pending = yieldToEventLoop(++done / total);
      if (pending) await pending;
    }
  };
  await shuffleOnce(measured, 0);
  const ranked = [...measured].sort((a, b) => b.values[0] - a.values[0]);
  const first = ranked.slice(0, MAX_REPEATED_COLUMNS);
  for (let repeat = 1; repeat < REPEATS; repeat++) await shuffleOnce(repeat < repeatsOfOthers ? ranked : first, repeat);
  return { importance: meansOf(first).slice(0, MAX_COLUMNS), importance_all: meansOf(ranked) };
}

function meansOf(measured: readonly { column: string; values: number[] }[]): ModelInfo["importance"] {
  const means = measured.map(({ column, values }) => {
    const importance = values.reduce((sum, value) => sum + value, 0) / values.length;
    const squares = values.reduce((sum, value) => sum + (value - importance) ** 2, 0);
    return { column, importance, spread: Math.sqrt(squares / (values.length - 1)) };
  });
  return means.sort((a, b) => b.importance - a.importance);
}

function permuteColumn(table: Table, name: string, random: Random): Table {
  const column = requireColumn(table, name);
  const dealt = takeRows({ nrow: table.nrow, columns: [column] }, randomPermutation(table.nrow, random)).columns[0];
  return { nrow: table.nrow, columns: table.columns.map((other) => (other === column ? dealt : other)) };
}
