import { countByCode } from "../../numeric/statistics.js";
import { type ColumnValues, commonPairs, pairsOf, pairsWithin } from "./column-values.js";
import { combineCodes, type ValueCodes } from "./group-codes.js";

/** Share of the pairs that agree in some columns and then agree in all, from which the former imply the others. */
const MIN_IMPLIED_AGREEMENT = 0.8;
/** Least ratio of the pairs that agree in a column once they agree in others to those that would by chance. */
const MIN_RECURRENCE = 2.5;
/** Columns that are looked at for those that imply the others. */
const MAX_COLUMNS = 8;

/**
 * Returns true if two or three of the columns imply the others but agree together only by chance, as a width and a height imply the
 * area, and three answers their sum.
 */
export function isDerivedSet(set: readonly ColumnValues[]): boolean {
  const inAll = pairsWithin([...countByCode(set.reduce<ValueCodes>(combineCodes, everyRow(set[0])).codes).values()]);
  return subsets(set.slice(0, MAX_COLUMNS)).some((subset) => {
    const agreeing = subset.map((column) =>
      recurrenceOf(
        column,
        subset.filter((other) => other !== column),
      ),
    );
    return inAll >= MIN_IMPLIED_AGREEMENT * agreeing[0].pairs && agreeing.every(({ recurrence }) => recurrence < MIN_RECURRENCE);
  });
}

/** Returns all sets of two and of three of the columns. */
function subsets<T>(columns: readonly T[]): T[][] {
  return columns.flatMap((a, i) => columns.slice(i + 1).flatMap((b, j) => [[a, b], ...columns.slice(i + j + 2).map((c) => [a, b, c])]));
}

/**
 * Returns the number of pairs that agree in the column and in the others, and its ratio to what chance gives. Chance gives as many as
 * if the column did not depend on the others. Of numbers that go with the others it gives more: as many as differ by one step only.
 */
function recurrenceOf(column: ColumnValues, others: readonly ColumnValues[]): { pairs: number; recurrence: number } {
  const given = others.reduce<ValueCodes>(combineCodes, everyRow(column));
  const pairs = commonPairs(given, column);
  const ofAny = pairs / pairsWithin([...countByCode(given.codes).values()]) / column.agreement;
  if (column.type === "s") return { pairs, recurrence: ofAny };
  const ranks = rank(column);
  const near = pairsOneStepApart(given, ranks) / pairsOneStepApart(everyRow(column), ranks);
  const all = column.agreement * pairsOf(column.codes.length);
  return { pairs, recurrence: Math.min(ofAny, pairs / all / near) };
}

const everyRow = ({ codes }: ValueCodes): ValueCodes => ({ codes: new Int32Array(codes.length), count: 1 });

/** Returns the place of each number among the distinct ones; missing numbers are the last. */
function rank({ codes, count, numbers }: ColumnValues): ValueCodes {
  const distinct = [...new Set(numbers)].filter((value) => !Number.isNaN(value)).sort((a, b) => a - b);
  const places = new Map(distinct.map((value, place) => [value, place]));
  return { codes: Int32Array.from(codes.keys(), (row) => places.get(numbers[row]) ?? distinct.length + 1), count: count + 2 };
}

/** Returns the number of pairs of rows of the same code whose ranks differ by one. */
function pairsOneStepApart(given: ValueCodes, ranks: ValueCodes): number {
  const counts = new Map<number, number>();
  for (const [row, code] of given.codes.entries()) {
    const cell = code * ranks.count + ranks.codes[row];
    counts.set(cell, (counts.get(cell) ?? 0) + 1);
  }
  return [...counts].reduce((pairs, [cell, count]) => pairs + count * (counts.get(cell + 1) ?? 0), 0);
}
