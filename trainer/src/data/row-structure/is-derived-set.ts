import { isEqualUpToRounding, rangeOf } from "../../numeric/statistics.js";
import { type ColumnValues, commonPairs, countCodes, MIN_IMPLIED_AGREEMENT, pairsOf, pairsWithin } from "./column-values.js";
import { combineCodes, type ValueCodes } from "./group-codes.js";

/** Least ratio of the pairs that agree in a column once they agree in others to those that would by chance. */
const MIN_RECURRENCE = 2.5;
/** Most combinations of parts that are tried as mixtures: of the rows, and of all that the values of the parts can make. */
const MAX_TRIED_OF_ROWS = 0.1;
const MAX_TRIED_OF_POSSIBLE = 0.4;
/** Largest part of the least range of the parts of a mixture by which their sums may differ, since the parts are rounded. */
const MAX_ROUNDING = 0.1;
/** Columns that are looked at for those that imply the others. */
const MAX_COLUMNS = 8;

/** Place of each number of a column among the distinct ones, and the pairs of rows whose places differ by one. */
interface Steps {
  ranks: ValueCodes;
  pairs: number;
}

/**
 * Returns true if two or three of the columns imply the others but agree together only by chance, as a width and a height imply the
 * area, and three answers their sum. The last part of a mixture is implied too, though few mixtures are tried.
 */
export function isDerivedSet(set: readonly ColumnValues[]): boolean {
  const inAll = pairsWithin(countCodes(combineAll(set)));
  const steps = new Map<ColumnValues, Steps>();
  const stepsOf = (column: ColumnValues) => {
    const found = steps.get(column) ?? countSteps(column);
    steps.set(column, found);
    return found;
  };
  return subsets(set.slice(0, MAX_COLUMNS)).some((subset) => {
    const [first, ...others] = subset;
    if (inAll < MIN_IMPLIED_AGREEMENT * commonPairs(combineAll(others), first)) return false;
    if (isMixture(subset, set)) return false;
    return subset.every((column) => recurrenceOf(column, without(subset, column), stepsOf) < MIN_RECURRENCE);
  });
}

/** Returns true if the columns and another one have a constant sum, in few combinations of what they could be. */
function isMixture(parts: readonly ColumnValues[], set: readonly ColumnValues[]): boolean {
  const tried = combineAll(parts).count;
  const possible = parts.reduce((product, { count }) => product * count, 1);
  if (tried > MAX_TRIED_OF_ROWS * parts[0].codes.length || tried > MAX_TRIED_OF_POSSIBLE * possible) return false;
  return set.some((other) => !parts.includes(other) && haveConstantSum([...parts, other]));
}

/**
 * Returns true if the numbers have the same sum in each row but for the rounding of the parts, which is half a unit of their last decimal
 * for each. A missing number is a part that is left out.
 */
function haveConstantSum(columns: readonly ColumnValues[]): boolean {
  if (columns.some(({ type }) => type !== "n")) return false;
  const sums = rangeOf(
    Float64Array.from(columns[0].numbers.keys(), (row) => columns.reduce((sum, { numbers }) => sum + (numbers[row] || 0), 0)),
  );
  if (isEqualUpToRounding(sums)) return true;
  const least = Math.min(...columns.map(({ numbers }) => widthOf(rangeOf(numbers.map((value) => value || 0)))));
  return widthOf(sums) <= MAX_ROUNDING * least && widthOf(sums) <= columns.reduce((sum, { numbers }) => sum + lastUnit(numbers), 0);
}

const widthOf = ({ min, max }: { min: number; max: number }): number => max - min;

/** Returns a unit of the last decimal that the numbers have. */
function lastUnit(numbers: Float64Array): number {
  const decimals = Float64Array.from(new Set(numbers), (value) => {
    const [, digits = "", exponent = 0] = /(?:\.(\d+))?(?:e-(\d+))?$/.exec(String(value)) ?? [];
    return digits.length + Number(exponent);
  });
  return 10 ** -rangeOf(decimals).max;
}

const combineAll = ([first, ...others]: readonly ValueCodes[]): ValueCodes => others.reduce<ValueCodes>(combineCodes, first);

const without = (columns: readonly ColumnValues[], column: ColumnValues): ColumnValues[] => columns.filter((other) => other !== column);

/** Returns all sets of two and of three of the columns. */
function subsets<T>(columns: readonly T[]): T[][] {
  return columns.flatMap((a, i) => columns.slice(i + 1).flatMap((b, j) => [[a, b], ...columns.slice(i + j + 2).map((c) => [a, b, c])]));
}

/**
 * Returns the ratio of the pairs that agree in the column and in the others to those that would by chance. Chance gives as many as if
 * the column did not depend on the others. Of numbers that go with the others it gives more: as many as differ by one step only.
 */
function recurrenceOf(column: ColumnValues, others: readonly ColumnValues[], stepsOf: (column: ColumnValues) => Steps): number {
  const given = combineAll(others);
  const pairs = commonPairs(given, column);
  const ofAny = pairs / pairsWithin(countCodes(given)) / column.agreement;
  if (column.type === "s" || ofAny < MIN_RECURRENCE) return ofAny;
  const { ranks, pairs: stepPairs } = stepsOf(column);
  const near = pairsOneStepApart(given, ranks) / stepPairs;
  const all = column.agreement * pairsOf(column.codes.length);
  return Math.min(ofAny, pairs / all / near);
}

function countSteps(column: ColumnValues): Steps {
  const ranks = rank(column);
  return { ranks, pairs: pairsOneStepApart(everyRow(column), ranks) };
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
  let pairs = 0;
  for (const [cell, count] of counts) pairs += count * (counts.get(cell + 1) ?? 0);
  return pairs;
}
